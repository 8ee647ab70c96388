internal import RogueModel
internal import RogueReports

/// What a device needs before it meets an open rogue, as the page says it.
struct DeviceGuides {
  /// The certificates to trust, DER.
  var roots: [[UInt8]]
  /// By their names, as far as there are any: what libraries are configured with.
  var files: [(name: String, bytes: [UInt8])] = []
  /// The host and the address to which it has to resolve; nil: the names of many worlds.
  var host: String?
  var address: String

  private func named(_ name: String, _ type: String, isShown: Bool = false) -> [LivePage.File] {
    files.filter { $0.name == name }.map { LivePage.File(name, type, $0.bytes, isShown: isShown) }
  }

  /// As Android, Windows and browsers take a root.
  private var certificates: [LivePage.File] {
    roots.enumerated().map { LivePage.File("rogues_trust_\($0 + 1).crt", "application/x-x509-ca-cert", $1) }
  }

  /// As command lines and most libraries take them.
  private var bundle: [LivePage.File] {
    let written = named("trust.pem", Self.pem)
    return written.isEmpty ? [LivePage.File("trust.pem", Self.pem, PEM.encode(.certificate, all: roots))] : written
  }

  private static let pem = "application/x-pem-file"

  /// A file of comments alone says that there are none.
  private static func hasPins(_ file: LivePage.File) -> Bool {
    !String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").allSatisfy { $0.hasPrefix("#") }
  }

  var all: [LivePage.Guide] {
    guard !roots.isEmpty else { return [] }
    var guides = [
      LivePage.Guide(
        "The name",
        [
          "`\(host ?? "The host of each rogue")` must resolve to `\(address)` on the device: by the DNS of the test network, "
            + "the app's own settings, or `\(address) \(host ?? "HOST")` in its hosts file."
        ]),
      LivePage.Guide(
        "Android",
        [
          "Apps trust what their network-security-config names, in a debug build: put the certificate into "
            + "`src/debug/res/raw` and the file below into `src/debug/res/xml`. By USB, `adb reverse` brings the port to the "
            + "phone.",
          "For a browser: Settings, Security, Encryption & credentials, Install a certificate, CA certificate.",
        ], certificates + named("network_security_config.xml", "text/xml; charset=utf-8", isShown: true)),
    ]
    let profile = named("trust.mobileconfig", "application/x-apple-aspen-config")
    guides.append(
      LivePage.Guide(
        "iOS and macOS",
        [
          "Open the profile in Safari and install it (Settings, General, VPN & Device Management); then switch the CA on "
            + "in Settings, General, About, Certificate Trust Settings."
        ], profile.isEmpty ? certificates : profile))
    guides.append(
      LivePage.Guide(
        "A browser on a desk",
        [
          "Firefox: Settings, Privacy & Security, View Certificates, Authorities, Import.",
          "Chromium on Linux: `certutil -A -d sql:$HOME/.pki/nssdb -n rogues -t C,, -i trust.pem`.",
        ], bundle))
    for (name, title) in [("trustkit.plist", "TrustKit"), ("okhttp.txt", "OkHttp"), ("pins.txt", "The pins")] {
      let found = named(name, "text/plain; charset=utf-8", isShown: true).filter(Self.hasPins)
      if !found.isEmpty { guides.append(LivePage.Guide(title, [], found)) }
    }
    guides.append(LivePage.Guide("Afterwards", ["Remove from the device what you installed. The CAs end within days."]))
    return guides
  }
}
