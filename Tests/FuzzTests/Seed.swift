import RogueTLS

/// Parts of inputs, for seeds.
enum Seed {
  /// With its length before it, as `Script` reads it.
  static func block(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8(bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)] + bytes
  }

  static func step(_ kind: UInt8, _ bytes: [UInt8] = []) -> [UInt8] { [kind] + block(bytes) }

  /// The seeds that are scripts, by the names of their files; the others are files of the repository and what programs
  /// print.
  static func scripts() -> [(target: FuzzTarget, name: String, bytes: [UInt8])] {
    var seeds: [(FuzzTarget, String, [UInt8])] = []
    func add(_ target: FuzzTarget, _ name: String, _ bytes: [UInt8]) { seeds.append((target, "seed-" + name, bytes)) }
    // Any 32 bytes are a point of x25519.
    let point = [UInt8](repeating: 5, count: 32)
    let request = Array("GET /p HTTP/1.1\r\nHost: pinned.rogues.test\r\n\r\n".utf8)
    let hello13 = Self.hello(keyShare: point)
    let hello12 = Self.hello(keyShare: nil)
    func list(_ isNew: Bool) -> [UInt8] {
      ByteWriter.message(.certificate) { body in
        if isNew { body.vector8 { _ in } }
        body.vector24 { list in
          list.vector24 { $0.append(EngineScript.clientCertificate) }
          if isNew { list.vector16 { _ in } }
        }
      }
    }
    let proof = ByteWriter.message(.certificateVerify) { body in
      body.uint16(0x0403)
      body.vector16 { $0.append([0x30, 6, 2, 1, 1, 2, 1, 1]) }
    }
    let exchange = ByteWriter.message(.clientKeyExchange) { $0.vector8 { $0.append(point) } }

    let whole = [2] + Seed.step(1, hello13) + Seed.step(4) + Seed.step(3, request)
    add(.engine, "whole-13", whole)
    add(.engine, "bare-13", [0x0E] + Seed.step(1, hello13) + Seed.step(4) + Seed.step(3, Array("ROGUES a\n".utf8)))
    add(
      .engine, "update-13",
      [6] + Seed.step(1, hello13) + Seed.step(4) + Seed.step(6, [22, 24, 0, 0, 1, 1]) + Seed.step(6, [21, 1, 0]))
    add(.engine, "client-certificate-13", [16] + Seed.step(1, hello13) + Seed.step(2, list(true)) + Seed.step(2, proof))
    add(
      .engine, "certificate-12",
      [17] + Seed.step(1, hello12) + Seed.step(1, list(false)) + Seed.step(1, exchange) + Seed.step(1, proof)
        + Seed.step(5, [20, 1]) + Seed.step(1, [UInt8](repeating: 9, count: 40)))
    add(
      .engine, "exchange-12",
      [7] + Seed.step(1, hello12) + Seed.step(1, exchange) + Seed.step(5, [20, 1])
        + Seed.step(0, [22, 3, 3, 0, 40] + [UInt8](repeating: 9, count: 40)))
    let established12 = Seed.step(1, hello12) + Seed.step(1, exchange) + Seed.step(4)
    add(.engine, "whole-12", [3] + established12 + Seed.step(3, request))
    // What the server has to say after the request is read by the decoder as well.
    let again12 = [0x83, 1, 0] + established12 + Seed.step(3, request) + Seed.step(2, hello12)
    add(.engine, "again-12", again12 + Seed.step(2, exchange))
    add(
      .engine, "asked-later-13",
      [0x92, 2, 0] + Seed.step(1, Self.hello(keyShare: point, answersLater: true)) + Seed.step(4)
        + Seed.step(3, request) + Seed.step(6, [22] + list(true)) + Seed.step(6, [22] + proof))
    add(.engine, "behaviour-13", [0x82, 0, 1] + Seed.step(1, hello13) + Seed.step(4) + Seed.step(3, request))
    let connect = Array("CONNECT pinned.rogues.test:443 HTTP/1.1\r\n\r\n".utf8)
    add(.engine, "tunnel-13", [0x82, 4, 0] + Seed.step(1, hello13) + Seed.step(4) + Seed.step(3, connect))
    add(
      .engine, "mail-13",
      [0x82, 8, 0] + Seed.step(1, hello13) + Seed.step(4) + Seed.step(3, Array("EHLO x\r\nHELP a\r\n".utf8)))
    // What the libraries are asked as well.
    let ownAlone = ["seed-again-12", "seed-asked-later-13", "seed-behaviour-13", "seed-whole-12"]
    for (target, name, bytes) in seeds where target == .engine && !ownAlone.contains(name) {
      for library in [FuzzTarget.libssl, .gnutls] { seeds.append((library, name, bytes)) }
    }
    let finished12 = Seed.step(1, hello12) + Seed.step(4)
    for library in [FuzzTarget.libssl, .gnutls] {
      add(library, "whole-12", [3] + finished12 + Seed.step(3, request))
      add(library, "renegotiation-12", [7] + finished12 + Seed.step(2, hello12) + Seed.step(3, request))
      add(
        library, "closed-12",
        [3] + finished12 + Seed.step(6, [21, 1, 90]) + Seed.step(3, request) + Seed.step(6, [21, 1, 0]))
      add(library, "refused-13", [2] + Seed.step(1, hello13) + Seed.step(5, [21, 2, 48]))
    }
    for (name, bytes) in clientScripts(list(true), list(false), proof) { add(.client, name, bytes) }
    for (name, bytes) in talks { add(.dialogue, name, bytes) }
    for (name, script) in [
      ("13", whole), ("12", [3] + Seed.step(1, hello12) + Seed.step(1, exchange)), ("again-12", again12),
    ] {
      guard let wire = EngineScript.transcript(script)?.wire else { continue }
      add(.transcript, name, TranscriptScript.bytes(wire))
    }
    return seeds
  }

  /// What is said in the clear to a server, or to our client.
  private static var talks: [(name: String, bytes: [UInt8])] {
    let wish: [UInt8] = [0, 0, 0, 8, 4, 0xD2, 0x16, 0x2F]
    let startup: [UInt8] = [0, 0, 0, 16, 0, 3, 0, 0] + Array("user\0x\0\0".utf8)
    let query = [UInt8(ascii: "Q"), 0, 0, 0, 7] + Array("a;\0".utf8)
    let record: [UInt8] = [22, 3, 1, 0, 1, 0]
    let mail = Array("EHLO x\r\nNOOP\r\nSTARTTLS\r\n".utf8)
    let box = Array("a1 CAPABILITY\r\na2 ID (\"name\" \"b\")\r\na3 STARTTLS\r\n".utf8)
    let session: [UInt8] = [UInt8(ascii: "Z"), 0, 0, 0, 5, UInt8(ascii: "I")]
    return [
      ("mail", [0] + mail + record), ("mail-injected", [16] + mail), ("mail-refused", [8] + mail + record),
      ("mail-unadvertised", [4] + Array("EHLO x\r\nHELP a\r\n".utf8)), ("mail-bare", [0] + Array("ROGUES a\n".utf8)),
      ("mail-under-tls", [32] + Array("EHLO x\r\nSTARTTLS\r\nHELP a\r\nQUIT\r\n".utf8)),
      ("box", [1] + box + record), ("box-injected", [17] + box),
      ("box-logged-in", [13] + Array("a CAPABILITY\r\nb STARTTLS\r\nc ID (\"name\" \"a\")\r\n".utf8)),
      ("box-leaves", [1] + Array("a NOOP\r\nb\r\nc LOGOUT\r\n".utf8)),
      ("box-injected-tag", [17] + Array("a9223372036854775807 STARTTLS\r\n".utf8)),
      ("database", [2] + wish + record), ("database-injected", [18] + wish),
      ("database-refused", [10] + wish + startup + query), ("database-under-tls", [34] + startup + query),
      ("database-bare", [2] + Array("ROGUES a\n".utf8)),
      ("client-mail", [64, 0] + Array("220 x\r\n250-x\r\n250 STARTTLS\r\n220 go\r\n250 x\r\n214 y\r\n".utf8)),
      (
        "client-box",
        [65, 15] + Array("* PREAUTH x\r\na1 OK x\r\n* CAPABILITY STARTTLS\r\na2 OK x\r\na3 OK x\r\n".utf8)
      ), ("client-database", [66, 8, UInt8(ascii: "S")] + session + session),
    ]
  }

  /// What a server says to our client, with and without its checks.
  private static func clientScripts(
    _ list13: [UInt8], _ list12: [UInt8], _ proof: [UInt8]
  ) -> [(name: String, bytes: [UInt8])] {
    let extensions = ByteWriter.message(.encryptedExtensions) { $0.vector16 { _ in } }
    let done = ByteWriter.message(.serverHelloDone) { _ in }
    let data = [23] + Array("HTTP/1.1 200 OK\r\n".utf8)
    let flight13 = step(2) + step(3, extensions) + step(3, list13) + step(3, proof)
    let flight12 = step(2) + step(1, list12) + step(7) + step(1, done)
    return [
      ("whole-13", [2] + flight13 + step(4) + step(6, data)), ("checked-13", [0x1C] + flight13 + step(4)),
      ("update-13", [2] + flight13 + step(4) + step(6, [22, 24, 0, 0, 1, 1]) + step(6, [21, 1, 0])),
      ("whole-12", [3] + flight12 + step(5, [20, 1]) + step(4) + step(6, data)),
      ("checked-12", [0x1D] + flight12 + step(5, [20, 1]) + step(4)),
    ]
  }

  private static func hello(keyShare: [UInt8]?, answersLater: Bool = false) -> [UInt8] {
    var others: [(UInt16, [UInt8])] = [
      (10, [0, 6, 0, 29, 0, 23, 0, 24]), (13, [0, 6, 4, 3, 8, 4, 8, 7]), (0, [0, 6, 0, 0, 3, 97, 46, 98]),
      (5, [1, 0, 0, 0, 0]), (16, [0, 9, 8] + Array("http/1.1".utf8)), (18, []), (23, []),
      (35, [UInt8](repeating: 3, count: 32)), (45, [1, 1]), (0xFF01, [0]),
    ]
    // post_handshake_auth
    if answersLater { others.append((49, [])) }
    return ByteWriter.message(.clientHello) { body in
      body.uint16(0x0303)
      body.append([UInt8](repeating: 0x42, count: 32))
      body.vector8 { $0.append([UInt8](repeating: 7, count: 32)) }
      body.vector16 { list in
        for suite: UInt16 in [0x1301, 0x1302, 0xC02B, 0xC02F] { list.uint16(suite) }
      }
      body.vector8 { $0.uint8(0) }
      body.vector16 { extensions in
        for (type, content) in others {
          extensions.helloExtension(HelloExtension(rawValue: type)) { $0.append(content) }
        }
        guard let keyShare else { return }
        extensions.helloExtension(.supportedVersions) { $0.vector8 { $0.uint16(0x0304) } }
        extensions.helloExtension(.keyShare) { content in
          content.vector16 { list in
            list.uint16(29)
            list.vector16 { $0.append(keyShare) }
          }
        }
      }
    }
  }
}
