internal import RogueAdapters
internal import RogueModel
internal import RogueOpenSSL

/// The configuration of a client as files for common libraries: trust anchors and pins.
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
      files.append(("okhttp.txt", Array(OkHttpPins.write(PinConfiguration(policy)).text.utf8)))
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
    return PropertyList.document(
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
    var configuration = PinConfiguration(policy)
    // TrustKit wants a backup pin; this one is the digest of these bytes, and no key's.
    let nobody = PinConfiguration.Pin(position: .chain, digest: Digest.sha256.hash(Array("a pin of nobody's".utf8)))
    for set in configuration.sets.indices where configuration.sets[set].pins.count == 1 {
      configuration.sets[set].pins.append(nobody)
    }
    return PropertyList.document(
      "  <key>TSKSwizzleNetworkDelegates</key>\n  <false/>\n\(TrustKitPins.entries(configuration))")
  }

  // MARK: Android

  /// The anchors go to `res/raw`, this file to `res/xml`.
  private var networkSecurityConfiguration: String {
    var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<network-security-config>\n"
    if !policy.pinSets.contains(where: { $0.host == host }) { text += domain(host, includesSubdomains: false, "") }
    for set in policy.pinSets {
      let pins = PinConfiguration.Set(set).map(AndroidPins.element) ?? ""
      text += domain(set.host, includesSubdomains: set.includeSubdomains, pins)
    }
    return text + "</network-security-config>\n"
  }

  private func domain(_ host: String, includesSubdomains: Bool, _ pins: String) -> String {
    var text = "  <domain-config>\n"
    text += "    <domain includeSubdomains=\"\(includesSubdomains)\">\(host)</domain>\n"
    text += "    <trust-anchors>\n"
    for index in policy.roots.indices { text += "      <certificates src=\"@raw/\(Self.resource(index))\"/>\n" }
    return text + "    </trust-anchors>\n\(pins)  </domain-config>\n"
  }
}
