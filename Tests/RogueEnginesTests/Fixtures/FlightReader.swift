/// Reads a server's flight, in Python and with another library: shares nothing with the engine or the decoder.
enum FlightReader {
  /// Reads lines `version,server-handshake-secret,leaf,hello,bytes`, in base64, and writes a line for each: the
  /// messages of each record, and in brackets what is wrong with one: with its form, its choices, its signature or its
  /// proof.
  static let program = #"""
    import base64, hashlib, hmac, struct, sys, zlib
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, padding
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
    from cryptography.hazmat.primitives.serialization import load_der_public_key
    names = {0: "HR", 2: "SH", 4: "T", 8: "EE", 11: "C", 12: "SKE", 13: "CR", 14: "SHD", 15: "CV", 20: "F", 25: "CC"}
    P = 2**256 - 2**224 + 2**192 + 2**96 - 1
    B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
    class Reader:
      def __init__(self, data): self.data = data
      def take(self, count):
        if count > len(self.data): raise EOFError
        head, self.data = self.data[:count], self.data[count:]
        return head
      def number(self, count): return int.from_bytes(self.take(count), "big")
      def vector(self, count): return self.take(self.number(count))
    def said(word, *faults):
      faults = [fault for fault in faults if fault]
      return f"{word}({', '.join(faults)})" if faults else word
    def rest(reader): return f"+{len(reader.data)}" if reader.data else None
    def listed(data):
      reader, found = Reader(data), []
      while reader.data: found.append((reader.number(2), reader.vector(2)))
      return found
    def fields(data): return dict(listed(data))
    def expand(secret, label, length):
      info = struct.pack(">HB", length, len(label) + 6) + b"tls13 " + label + b"\0"
      return HKDFExpand(hashes.SHA256(), length, info).derive(secret)
    def digest(data):
      state = hashes.Hash(hashes.SHA256())
      state.update(data)
      return state.finalize()
    def share(group, value):
      if group == 23 and len(value) == 65:
        x, y = int.from_bytes(value[1:33], "big"), int.from_bytes(value[33:], "big")
        return None if (y * y - x**3 + 3 * x - B) % P == 0 else "23 off curve"
      if group == 29 and len(value) == 32 and any(value): return None
      return f"{group} of {len(value)}{' zeros' if not any(value) else ''}"
    schemes = {0x0403: (hashes.SHA256(), None), 0x0503: (hashes.SHA384(), None), 0x0203: (hashes.SHA1(), None),
      0x0804: (hashes.SHA256(), "PSS"), 0x0401: (hashes.SHA256(), "PKCS1"), 0x0101: (hashes.MD5(), "PKCS1")}
    usual = (0x0403, 0x0804)
    def is_root(value, covered):
      # No modulus: the cube itself begins like a signed block, and goes on with what happens to be there.
      start = b"\0\1" + b"\xff" * 8 + b"\0" + bytes.fromhex("3031300d060960864801650304020105000420") + digest(covered)
      return (int.from_bytes(value, "big") ** 3).to_bytes(len(value) * 3, "big")[-len(value):].startswith(start) \
        and not any((int.from_bytes(value, "big") ** 3).to_bytes(len(value) * 3, "big")[:-len(value)])
    def signature(reader, leaf, covered, der):
      scheme, value = reader.number(2), reader.vector(2)
      # The library forgets what an RSA key says that it is for.
      if scheme == 0x0804 and bytes.fromhex("06092a864886f70d01010a") in der: return "0804 of a PSS key"
      if not value: return "no signature"
      if not any(value): return "zeros"
      if value == bytes.fromhex("3006020100020100"): return "r = s = 0"
      if scheme not in schemes: return f"{scheme:04x}"
      digest, form = schemes[scheme]
      of_curve = isinstance(leaf, ec.EllipticCurvePublicKey)
      fits = of_curve == (form is None)
      if not fits: digest, form = hashes.SHA256(), None if of_curve else "PSS"
      try:
        if form == "PSS": leaf.verify(value, covered, padding.PSS(padding.MGF1(digest), digest.digest_size), digest)
        elif form: leaf.verify(value, covered, padding.PKCS1v15(), digest)
        else: leaf.verify(value, covered, ec.ECDSA(digest))
      except InvalidSignature: return "cube root" if form == "PKCS1" and is_root(value, covered) else "bad"
      if not fits: return f"{scheme:04x} of another key"
      return None if scheme in usual else f"{scheme:04x}"
    # Before TLS 1.2 nobody says the scheme: ECDSA over SHA-1, or the bare MD5 and SHA-1 of RSA.
    def old_signature(reader, leaf, covered):
      value = reader.vector(2)
      try:
        if isinstance(leaf, ec.EllipticCurvePublicKey): leaf.verify(value, covered, ec.ECDSA(hashes.SHA1()))
        else:
          block = pow(int.from_bytes(value, "big"), leaf.public_numbers().e, leaf.public_numbers().n)
          both = hashlib.md5(covered).digest() + hashlib.sha1(covered).digest()
          block = block.to_bytes(leaf.key_size // 8, "big")
          if block != b"\0\1" + b"\xff" * (len(block) - 39) + b"\0" + both: return "bad"
      except InvalidSignature: return "bad"
    class Flight:
      def __init__(self, version, secret, leaf, hello):
        self.is13, self.secret, self.transcript = version == "1.3", secret, hello
        self.leaf, self.der = x509.load_der_x509_certificate(leaf).public_key(), leaf
        reader = Reader(hello[4:])
        reader.take(2)
        self.random, self.session = reader.take(32), reader.vector(1)
        suites = reader.vector(2)
        self.suites = [suites[at:at + 2] for at in range(0, len(suites), 2)]
        reader.vector(1)
        self.offered = set(fields(reader.vector(2)))
        self.server = b""
      def message(self, type, body, whole):
        try: word = self.word(type, Reader(body))
        except (EOFError, ValueError): word = said(names[type], "unreadable")
        self.transcript += whole
        return word
      def word(self, type, body):
        if type == 2: return self.hello(body)
        if type == 8:
          data = body.vector(2)
          strange = [f"has {kind}" for kind in fields(data) if kind not in self.offered - {51}]
          word = said("EE", *strange, *self.answers(data), rest(body))
        elif type == 11: word = self.certificates(body)
        elif type == 25: word = self.compressed(body)
        elif type == 12: word = self.exchange(body)
        elif type == 13: word = self.request(body)
        elif type == 15:
          covered = b" " * 64 + b"TLS 1.3, server CertificateVerify\0" + digest(self.transcript)
          word = said("CV", signature(body, self.leaf, covered, self.der), rest(body))
        elif type == 20 and self.is13:
          proof = hmac.digest(expand(self.secret, b"finished", 32), digest(self.transcript), "sha256")
          word = said("F", None if body.take(32) == proof else "bad", rest(body))
        else: word = said(names[type], rest(body) if type in (14,) else None)
        return word
      def answers(self, data):
        return [f"{kind}: {content.hex()}" for kind, content in listed(data) if kind in (0, 16) and kind in self.offered]
      def hello(self, body):
        version, random, session = body.number(2), body.take(32), body.vector(1)
        suite, compression = body.take(2), body.number(1)
        data = body.vector(2) if body.data else b""
        found = fields(data)
        key = found.pop(51, None) if self.is13 else None
        if random.hex().startswith("cf21ad74"): return f"HRR({int.from_bytes(key, 'big') if key else None} {suite.hex()})"
        self.server, self.version, self.suite = random, version, suite.hex()
        chosen = int.from_bytes(found.pop(43, b"\3\3"), "big")
        return said(
          "SH", None if version == 0x303 else f"{version:04x}",
          None if chosen == (0x304 if self.is13 else 0x303) else f"chooses {chosen:04x}",
          None if session == self.session or not self.is13 else "session", None if suite in self.suites else suite.hex(),
          f"compression {compression}" if compression else None, "sentinel" if random[24:31] == b"DOWNGRD" else None,
          share(int.from_bytes(key[:2], "big"), key[4:]) if key else None,
          *[f"has {kind}" for kind in found if kind not in self.offered or self.is13],
          *([] if self.is13 else self.answers(data)), rest(body))
      def certificates(self, body):
        try: return said("C", "a key") if load_der_public_key(body.data[7:-2] if self.is13 else body.data[3:]) else ""
        except (ValueError, IndexError): pass
        context = len(body.vector(1)) if self.is13 else 0
        faults = [f"context of {context}"] if context else []
        length, count = body.number(3), 0
        # By how much, not how long: the certificates' own signatures differ in length from run to run.
        if length != len(body.data):
          by = length - len(body.data)
          return said("C", *faults, f"list {'longer' if by > 0 else 'shorter'} by {abs(by)}")
        if length > 1000000: return said("C", *faults, "huge")
        while body.data:
          der, count = body.vector(3), count + 1
          if not der: faults.append(f"entry {count} is empty")
          else:
            try: x509.load_der_x509_certificate(der)
            except ValueError: faults.append(f"entry {count} is none")
          if self.is13: faults += [f"entry {count} has {kind}" for kind in fields(body.vector(2)) if kind not in self.offered]
        return said("C", *faults, None if count else "empty")
      def compressed(self, body):
        algorithm, length, text = body.number(2), body.number(3), zlib.decompress(body.vector(3))
        return said("CC", f"{algorithm}", f"{len(text) - length:+d}" if len(text) != length else None, rest(body))
      # p, g and y of DHE, or n and e of a second RSA key.
      def numbers(self, body):
        if self.suite in ("0008", "009c"):
          n, e = body.vector(2), body.vector(2)
          return [f"n of {int.from_bytes(n, 'big').bit_length()}"]
        p, g, y = [int.from_bytes(body.vector(2), "big") for _ in range(3)]
        wrong = f"y = {y}" if y < 2 else "y = p - 1" if y == p - 1 else "y > p" if y > p else None
        return [f"p of {p.bit_length()}", None if pow(2, p - 1, p) == 1 else "no prime", wrong]
      def exchange(self, body):
        if not body.data: return "SKE(empty)"
        everything = body.data
        if self.suite in ("00a6", "009e", "0008", "009c"):
          faults = self.numbers(body)
          if self.suite == "00a6": return said("SKE", *faults, "signed" if body.data else "unsigned")
          covered = self.random + self.server + everything[:len(everything) - len(body.data)]
          return said("SKE", *faults, signature(body, self.leaf, covered, self.der), rest(body))
        if body.number(1) != 3: return "SKE(explicit)"
        group, point = body.number(2), body.vector(1)
        if self.suite == "c018": return said("SKE", share(group, point), "signed" if body.data else "unsigned")
        covered = self.random + self.server + everything[:4 + len(point)]
        if self.version < 0x303:
          return said("SKE", share(group, point), old_signature(body, self.leaf, covered), rest(body))
        return said("SKE", share(group, point), signature(body, self.leaf, covered, self.der), rest(body))
      def request(self, body):
        if self.is13:
          context, found = body.vector(1), fields(body.vector(2))
          return said("CR", "context" if context else None, None if found.get(13, b"")[2:] else "no schemes", rest(body))
        types, listed, names = body.vector(1), body.vector(2), Reader(body.vector(2))
        while names.data: names.vector(2)
        return said("CR", None if types else "no types", None if listed else "no schemes", rest(body))
    for line in sys.stdin:
      version, *parts = line.strip().split(",")
      secret, leaf, hello, data = map(base64.b64decode, parts)
      flight, records, number, waiting = Flight(version, secret, leaf, hello), [], 0, b""
      if data.startswith(b"HTTP/"): records, data = ["HTTP in the clear"], b""
      while data:
        kind, length, content, words = data[0], int.from_bytes(data[3:5], "big"), data[5:], []
        if len(content) < length:
          records.append("half")
          break
        content, head, data = content[:length], data[:5], content[length:]
        if kind == 23 and version == "1.3":
          key, iv = expand(secret, b"key", 16), int.from_bytes(expand(secret, b"iv", 12), "big")
          inner = AESGCM(key).decrypt((iv ^ number).to_bytes(12, "big"), content, head)
          number += 1
          if len(inner) > 16385: words.append(f"({len(inner)})")
          inner = inner.rstrip(b"\0")
          kind, content = inner[-1], inner[:-1]
        if kind == 20: words.append("CCS")
        if kind == 21: words.append("alert %d %d" % tuple(content))
        if kind == 23: words.append("data")
        if kind == 22 and not content: words.append("empty")
        if kind == 22: waiting += content
        while kind == 22 and len(waiting) >= 4:
          size = int.from_bytes(waiting[1:4], "big")
          if len(waiting) < 4 + size: break
          words.append(flight.message(waiting[0], waiting[4:4 + size], waiting[:4 + size]))
          waiting = waiting[4 + size:]
        if kind == 22 and waiting: words.append("…")
        if words != ["…"] or not records or records[-1] != "…": records.append(" ".join(words))
      print(" | ".join(records))
    """#
}
