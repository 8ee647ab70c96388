internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform

/// A client that trusts every server: `sends-before-checking` runs it before it reports a cancel.
enum SendsBeforeVerifyingClient {
  /// Reads the attempt from standard input and sends its request; the result is ignored.
  static func sendRequest() {
    guard let input = try? Files.read("/dev/stdin", cap: 4 << 20), let json = try? JSON(parsing: input),
      let attempt = attempt(json)
    else { return }
    var client = ClientDriver(LibsslClient(), attempt) {
      .verifier(ServerVerifier(AcceptAll(), $0, alwaysRequestsStaple: false))
    }
    _ = client.outcome()
  }

  /// As much of the attempt as a client needs that checks nothing.
  private static func attempt(_ json: JSON) -> Attempt? {
    guard let connect = json["connect"], let host = connect["host"]?.string, let path = connect["path"]?.string,
      let port = connect["port"]?.integer.flatMap(UInt16.init(exactly:)), let id = json["id"]?.string,
      let deadline = json["deadlineMilliseconds"]?.integer.flatMap(Int.init(exactly:))
    else { return nil }
    return Attempt(
      id: id, conversation: "", step: 1, needs: [], reuse: .none, learn: false, deadlineMilliseconds: deadline,
      connect: Attempt.Endpoint(host: host, address: "127.0.0.1", port: port, path: path, proxy: nil),
      alpn: json["tls"]?["alpn"]?.array?.compactMap(\.string) ?? [],
      policy: AttemptPolicy(
        systemAnchors: nil, userAnchors: nil, anchors: nil, hostname: nil, pinSets: [],
        revocation: AttemptPolicy.Revocation(mode: .off, methods: [], crls: []),
        identity: json["policy"]?["identity"].flatMap(identity), time: nil))
  }

  /// The client's own certificate, so that a server that requires one lets it get as far as its request.
  private static func identity(_ json: JSON) -> AttemptPolicy.Identity? {
    func content(_ name: String) -> [UInt8]? { json[name]?.string.flatMap { try? Files.read($0) } }
    if let bundle = content("pkcs12"), let password = json["password"]?.string,
      let opened = try? PKCS12(der: bundle, password: password)
    {
      return AttemptPolicy.Identity(
        form: .pkcs12, leaf: opened.leaf, chain: opened.extra, privateKey: opened.privateKey, password: password)
    }
    guard let certificate = content("certificate"), let key = content("key"),
      let leaf = PEM.decode(.certificate, in: certificate).first,
      let privateKey = PEM.decode(.privateKey, in: key).first
    else { return nil }
    return AttemptPolicy.Identity(
      form: .pem, leaf: leaf, chain: content("intermediates").map { PEM.decode(.certificate, in: $0) } ?? [],
      privateKey: privateKey, password: "")
  }
}
