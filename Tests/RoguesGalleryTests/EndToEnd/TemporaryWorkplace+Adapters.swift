extension TemporaryWorkplace {
  /// What a fixture claims where its claims are not the point.
  static let capabilities = [
    "anchors", "system-anchors", "pin.spki.leaf", "pin.spki.ca", "pin.certificate.leaf", "client-identity.pem",
    "client-identity.pkcs12", "tls1.2", "tls1.3",
  ]

  /// Writes a shell script that speaks the exec contract.
  ///
  /// - Parameters:
  ///   - body: what it does in an attempt; `$client` fetches the URL without checking anything and prints what came back.
  ///   - connections: whose connections it says count.
  /// - Returns: the program's path.
  func adapter(
    _ name: String, _ body: String, capabilities: [String] = TemporaryWorkplace.capabilities,
    connections: String = "started"
  ) throws -> String {
    let list = capabilities.map { "\"\($0)\"" }.joined(separator: ",")
    return try write(
      """
      #!/bin/sh
      if [ "$ROGUES_HELLO" ]; then
        echo '{"type":"ready","protocol":1,"adapter":"\(name)","library":{"name":"sh","version":"1"},'
        echo '"connections":"\(connections)","capabilities":[\(list)]}'
        exit
      fi
      client="curl --disable --silent --insecure --noproxy * --max-time 600
        --connect-to $ROGUES_HOST:$ROGUES_PORT:$ROGUES_ADDRESS:$ROGUES_PORT $ROGUES_URL"
      set -f
      \(body)
      """, to: "adapters/\(name)", executable: true)
  }
}
