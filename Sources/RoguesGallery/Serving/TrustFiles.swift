internal import RogueAdapters
internal import RogueModel
internal import RogueOpenSSL

/// What a client has to be told, as files for the libraries that people use: trust anchors and pins.
struct TrustFiles {
  private let material: StepMaterial
  private let policy: AttemptPolicy

  init(_ material: StepMaterial) {
    self.material = material
    policy = material.attempt.policy
  }

  /// Contents by file name.
  var all: [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = [
      ("trust.pem", Array(CertificateFileText(material).trust.utf8)),
      ("trust.mobileconfig", Array(mobileProfile.utf8)),
      ("network_security_config.xml", Array(networkSecurityConfiguration.utf8)),
      ("pins.txt", Array(PinText(policy.pinSets).text.utf8)),
    ]
    for (index, root) in policy.roots.enumerated() { files.append(("\(Self.resource(index)).der", root)) }
    if policy.pinSets.contains(where: { $0.any.contains { $0.kind == .spki } }) {
      files.append(("trustkit.plist", Array(trustKit.utf8)))
      files.append(("okhttp.txt", Array(okHttp.utf8)))
    }
    return files
  }

  /// The names of files that some rogue may have and the next may not.
  static let names =
    ["trust.pem", "trust.mobileconfig", "network_security_config.xml", "pins.txt", "trustkit.plist", "okhttp.txt"]
    + (0..<16).map { "\(resource($0)).der" }

  /// A name for Android's folder `res/raw`.
  private static func resource(_ index: Int) -> String { "rogues_trust_\(index + 1)" }

  private var host: String { HostName.plain(material.attempt.connect.host) }

  // MARK: iOS

  /// A configuration profile that installs the anchors, and that the system removes again on the day they expire.
  private var mobileProfile: String {
    let roots = policy.roots
    var payloads = ""
    for (index, root) in roots.enumerated() {
      let identity = Self.identifier(root)
      payloads += """
            <dict>
              <key>PayloadType</key><string>com.apple.security.root</string>
              <key>PayloadVersion</key><integer>1</integer>
              <key>PayloadIdentifier</key><string>test.rogues.trust.\(identity)</string>
              <key>PayloadUUID</key><string>\(identity)</string>
              <key>PayloadDisplayName</key><string>Rogue test CA \(index + 1), do not trust</string>
              <key>PayloadCertificateFileName</key><string>\(Self.resource(index)).der</string>
              <key>PayloadContent</key><data>\(Base64.encode(root))</data>
            </dict>

        """
    }
    let whole = Self.identifier(roots.flatMap(\.self))
    let removal = material.clock + TestCAs.lifetimeSeconds
    return Self.propertyList(
      """
        <key>PayloadType</key><string>Configuration</string>
        <key>PayloadVersion</key><integer>1</integer>
        <key>PayloadIdentifier</key><string>test.rogues.trust</string>
        <key>PayloadUUID</key><string>\(whole)</string>
        <key>PayloadDisplayName</key><string>Rogue test CAs, do not trust</string>
        <key>PayloadRemovalDisallowed</key><false/>
        <key>RemovalDate</key><date>\(removal)</date>
        <key>PayloadContent</key>
        <array>
      \(payloads)  </array>
      """)
  }

  /// In the form of a UUID (RFC 9562, section 5.8), always the same for the same bytes.
  private static func identifier(_ bytes: [UInt8]) -> String {
    var digest = Array(Digest.sha256.hash(bytes).prefix(16))
    digest[6] = digest[6] & 0x0f | 0x80
    digest[8] = digest[8] & 0x3f | 0x80
    let text = Hexadecimal.encode(digest).uppercased()
    var groups: [Substring] = []
    var rest = text[...]
    for length in [8, 4, 4, 4, 12] {
      groups.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return groups.joined(separator: "-")
  }

  /// TrustKit's configuration.
  private var trustKit: String {
    var domains = ""
    for set in policy.pinSets {
      var hashes = set.any.filter { $0.kind == .spki }.map { Base64.encode($0.digest) }
      guard !hashes.isEmpty else { continue }
      // TrustKit wants a backup pin; this one is the digest of these bytes, and no key's.
      if hashes.count == 1 { hashes.append(Base64.encode(Digest.sha256.hash(Array("a pin of nobody's".utf8)))) }
      let expiry = set.expires.map { "<key>TSKExpirationDate</key><string>\(Self.day($0))</string>" } ?? ""
      domains += """
            <key>\(set.host)</key>
            <dict>
              <key>TSKEnforcePinning</key><true/>
              <key>TSKIncludeSubdomains</key><\(set.includeSubdomains)/>
              \(expiry.isEmpty ? "" : expiry + "\n      ")<key>TSKPublicKeyHashes</key>
              <array>\(hashes.map { "<string>\($0)</string>" }.joined())</array>
            </dict>

        """
    }
    return Self.propertyList(
      """
        <key>TSKSwizzleNetworkDelegates</key><false/>
        <key>TSKPinnedDomains</key>
        <dict>
      \(domains)  </dict>
      """)
  }

  private static func propertyList(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \(content)
    </dict>
    </plist>

    """
  }

  // MARK: Android

  /// The anchors go to `res/raw`, this file to `res/xml`.
  private var networkSecurityConfiguration: String {
    var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<network-security-config>\n"
    let named = policy.pinSets.contains { $0.host == host }
    if !named { text += domain(host, nil) }
    for set in policy.pinSets { text += domain(set.host, set) }
    return text + "</network-security-config>\n"
  }

  private func domain(_ host: String, _ set: AttemptPolicy.PinSet?) -> String {
    var text = "  <domain-config>\n"
    text += "    <domain includeSubdomains=\"\(set?.includeSubdomains ?? false)\">\(host)</domain>\n"
    text += "    <trust-anchors>\n"
    for index in policy.roots.indices { text += "      <certificates src=\"@raw/\(Self.resource(index))\"/>\n" }
    text += "    </trust-anchors>\n"
    let pins = set?.any.filter { $0.kind == .spki } ?? []
    if let set, !pins.isEmpty {
      text += "    <pin-set\(set.expires.map { " expiration=\"\(Self.day($0))\"" } ?? "")>\n"
      for pin in pins { text += "      <pin digest=\"SHA-256\">\(Base64.encode(pin.digest))</pin>\n" }
      text += "    </pin-set>\n"
    }
    return text + "  </domain-config>\n"
  }

  /// Lines for OkHttp's `CertificatePinner.Builder`.
  private var okHttp: String {
    var text = "CertificatePinner.Builder()\n"
    for set in policy.pinSets {
      // Two stars stand for any number of labels, and for none.
      let pattern = set.includeSubdomains ? "**.\(set.host)" : set.host
      for pin in set.any where pin.kind == .spki {
        text += "  .add(\"\(pattern)\", \"sha256/\(Base64.encode(pin.digest))\")\n"
      }
    }
    return text + "  .build()\n"
  }

  private static func day(_ time: Timestamp) -> String { String(time.description.prefix(10)) }
}
