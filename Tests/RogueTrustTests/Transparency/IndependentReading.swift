import Foundation
import RogueModel
import RoguePlatform

/// Certificates put to programs that are not ours.
enum IndependentReading {
  /// Runs a shell script in a folder that holds the given files; its standard output, and nothing of a failure.
  static func shell(_ script: String, _ files: [String: [UInt8]]) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rogues-reading-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
    let result = await ChildCommand(
      program: "/bin/sh", arguments: ["-c", script],
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "TZ": "UTC"],
      workingDirectory: folder.path, deadlineMilliseconds: 3_600_000, keptBytes: 1 << 20
    ).run()
    return String(decoding: result.standardOutput, as: UTF8.self)
  }

  /// Whether Python has the package `cryptography`, in a version that takes precertificates apart.
  static let hasCryptography: Bool = {
    let probe = ChildCommand(
      program: "/bin/sh",
      arguments: ["-c", "python3 -c 'from cryptography.x509 import Certificate as C; C.tbs_precertificate_bytes'"],
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent"], deadlineMilliseconds: 3_600_000)
    return probe.runBlocking().ending == .exited(0)
  }()

  /// Verifies every timestamp by itself: prints where it stood, the log's name, the moment and whether the log has
  /// signed it.
  static let verification = """
    import hashlib, struct, sys
    from cryptography import x509
    from cryptography.x509 import ocsp
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
    read = lambda name: open(name, 'rb').read()
    leaf, issuer = x509.load_der_x509_certificate(read('leaf.der')), x509.load_der_x509_certificate(read('issuer.der'))
    spki = lambda key: key.public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    logs = {}
    for name in sys.argv[1:]:
        key = serialization.load_der_public_key(read(name + '.log'))
        logs[hashlib.sha256(spki(key)).digest()] = (name, key)
    vector = lambda data, width: len(data).to_bytes(width, 'big') + data
    def check(where, sct, entry):
        name, key = logs.get(sct.log_id, ('unknown', None))
        milliseconds = round((sct.timestamp - __import__('datetime').datetime(1970, 1, 1)).total_seconds() * 1000)
        signed = b'\\0\\0' + struct.pack('>Q', milliseconds) + entry + vector(sct.extension_bytes, 2)
        try:
            if key is None: raise InvalidSignature
            if isinstance(key, rsa.RSAPublicKey):
                key.verify(sct.signature, signed, padding.PKCS1v15(), hashes.SHA256())
            else:
                key.verify(sct.signature, signed, ec.ECDSA(hashes.SHA256()))
            verdict = 'signed'
        except InvalidSignature:
            verdict = 'not signed'
        print(where, name, milliseconds // 1000, sct.version.name, sct.entry_type.name, verdict)
    try:
        embedded = leaf.extensions.get_extension_for_class(x509.PrecertificateSignedCertificateTimestamps).value
    except x509.ExtensionNotFound:
        embedded = []
    for sct in embedded:
        issuer_hash = hashlib.sha256(spki(issuer.public_key())).digest()
        check('embedded', sct, b'\\0\\1' + issuer_hash + vector(leaf.tbs_precertificate_bytes, 3))
    import os
    if os.path.exists('staple.der'):
        response = ocsp.load_der_ocsp_response(read('staple.der'))
        for sct in response.single_extensions.get_extension_for_class(x509.SignedCertificateTimestamps).value:
            check('stapled', sct, b'\\0\\0' + vector(read('leaf.der'), 3))
    """
}
