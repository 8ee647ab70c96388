extension CertificateWalk {
  /// Python: takes certificates apart byte by byte, as BER, and verifies their signatures with `cryptography`.
  static let source = #"""
    import json, sys
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    class Value:
        def __init__(self, data, start):
            self.start, self.tag = start, data[start]
            assert self.tag & 0x1f != 0x1f, "a tag of several octets"
            first, place = data[start + 1], start + 2
            self.children = None
            if first == 0x80:
                self.form, self.children, self.content = "indefinite", [], place
                while data[place:place + 2] != b"\0\0":
                    self.children.append(Value(data, place))
                    place = self.children[-1].end
                self.content_end, self.end = place, place + 2
            else:
                count = first & 0x7f if first > 0x7f else 0
                length = int.from_bytes(data[place:place + count], "big") if count else first
                needed = 0 if length < 0x80 else (length.bit_length() + 7) // 8
                self.form = "minimal" if count == needed else f"{count} octets for {needed}"
                self.content = place + count
                self.content_end = self.end = self.content + length
            assert self.end <= len(data), "longer than the input"
            self.data = data

        def inside(self):
            if self.children is not None: return self.children
            found, place = [], self.content
            while place < self.content_end:
                found.append(Value(self.data, place))
                place = found[-1].end
            return found

        def raw(self): return self.data[self.start:self.end]
        def bytes(self): return self.data[self.content:self.content_end]

    def name(value):
        def attribute(item):
            kind, text = item.inside()
            return f"{kind.bytes().hex()}={text.tag:02x}:" + text.bytes().decode("latin-1")
        return "/".join("+".join(attribute(item) for item in part.inside()) for part in value.inside())

    def time(value): return f"{value.tag:02x}:" + value.bytes().decode("latin-1")

    def walk(data, issuer):
        outer = Value(data, 0)
        signed, algorithm, signature = outer.inside()
        fields = {"certificate": outer.form, "after": data[outer.end:].hex(), "signed part": signed.form,
                  "outer algorithm": algorithm.raw().hex(), "signature": signature.bytes().hex()}
        parts = signed.inside()
        if parts[0].tag == 0xa0: fields["version"] = parts.pop(0).inside()[0].bytes().hex()
        serial, inner, authority, validity, subject, key = parts[:6]
        begin, end = validity.inside()
        fields |= {"serial": f"{serial.form} {serial.bytes().hex()}", "inner algorithm": inner.raw().hex(),
                   "issuer": name(authority), "not-before": time(begin), "not-after": time(end), "subject": name(subject),
                   "key": key.raw().hex()}
        for item in parts[6:]:
            if item.tag != 0xa3:
                fields[f"identifier {item.tag:02x}"] = item.bytes().hex()
                continue
            for extension in item.inside()[0].inside():
                kind, *critical, value = extension.inside()
                where = "extension " + kind.bytes().hex()
                assert where not in fields, "an extension twice"
                fields[where] = "".join(c.bytes().hex() for c in critical) + ":" + value.bytes().hex()
        spki = Value(issuer, 0).inside()[0].inside()[6].raw()
        try:
            serialization.load_der_public_key(spki).verify(
                signature.bytes()[1:], signed.raw(), ec.ECDSA(hashes.SHA256()))
            fields["verifies"] = "yes"
        except Exception as error:
            fields["verifies"] = repr(error)
        return fields

    print(json.dumps([walk(bytes.fromhex(c), bytes.fromhex(i)) for c, i in json.load(sys.stdin)]))
    """#
}
