internal import RogueAdapters
internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform
internal import RogueReports

/// The evidence of one step. A case with one step has it in its own folder, others have a folder for each.
struct StepFolder {
  let result: StepResult
  /// Nil: the adapter was not asked.
  let material: StepMaterial?
  let caseResult: CaseResult
  private let root: String

  init(_ result: StepResult, _ material: StepMaterial?, of caseResult: CaseResult, in root: String) {
    self.result = result
    self.material = material
    self.caseResult = caseResult
    self.root = root
  }

  /// A file of a step, relative to the folder of its case.
  static func path(_ name: String, ofStep step: Int, of count: Int) -> String {
    count > 1 ? "step-\(step)/\(name)" : name
  }

  func path(_ name: String) -> String { Self.path(name, ofStep: result.step, of: caseResult.steps.count) }

  /// The connections, as a part of the case's capture file.
  var capture: CaptureFile.Part? {
    guard let material else { return nil }
    return CaptureFile.Part(
      beganAt: material.clock.secondsSince1970 * 1_000_000 + Int64(material.beganAt), name: "step \(result.step)",
      connections: material.captured)
  }

  /// Nil: the adapter was not asked.
  var replay: ReplayScript? { material.map { ReplayScript(material: $0, caseID: caseResult.caseID) } }

  /// The entries of the Certificate message as they were sent; nil: none was.
  private var sent: [[UInt8]]? { result.observation.connections.lazy.compactMap(\.serverCertificates).first }

  /// The entries of the Certificate message as they were sent; if none was, those that the server had ready.
  var presented: [[UInt8]] { sent ?? material?.served.presentation.certificates ?? [] }

  func write() throws {
    if caseResult.steps.count > 1 { try Files.makeDirectory("\(root)/step-\(result.step)") }
    let timeline = Timeline(result.observation).lines.map { $0.visible(keepsLines: false) + "\n" }
    try add("timeline.txt", Array(timeline.joined().utf8))
    if let report = result.report {
      for (text, name) in [(report.standardOutput, "stdout"), (report.standardError, "stderr")] where !text.isEmpty {
        try add("\(name).txt", Array(text.visible(keepsLines: true).utf8))
      }
    }
    guard let material else { return }
    let what = sent == nil ? "prepared by the server, and not sent" : "sent by the server"
    try add("presented.pem", Array(CertificateFileText(material).list(presented, what: what).utf8))
    try add("trust.pem", Array(CertificateFileText(material).trust.utf8))
    try add("pins.txt", Array(PinText(material.attempt.policy.pinSets).text.utf8))
    try add(
      "server.key",
      Array("# A test key: it was made for this run, and belongs to no real server.\n".utf8)
        + PEM.encode(.privateKey, material.served.presentation.key.privateKey), mode: 0o600)
    if let staple = material.served.presentation.staple { try add("staple.der", staple) }
    if let replay { try add("replay.sh", Array(replay.text.utf8), mode: 0o755) }
    let world = "\(root)/\(path("world"))"
    try Files.makeDirectory(world)
    for certificate in material.hierarchy.certificates.values {
      try Files.write(
        CertificateFileText(material).entry(certificate.der),
        to: "\(world)/\(EvidenceName.component(certificate.name)).pem")
    }
    let attempt = try AttemptFolder.write(material.attempt, to: "\(root)/\(path("client"))", called: "client")
    try add("attempt.json", Array(attempt.utf8))
  }

  private func add(_ name: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws(SystemError) {
    try Files.write(bytes, to: "\(root)/\(path(name))", mode: mode)
  }
}

/// Certificates in PEM, with what they are above each.
struct CertificateFileText {
  private let names: [[UInt8]: String]

  init(_ material: StepMaterial) {
    var names: [[UInt8]: String] = [:]
    for certificate in material.hierarchy.certificates.values { names[certificate.der] = certificate.name }
    self.names = names
    trustDER = material.attempt.policy
  }

  private let trustDER: AttemptPolicy

  func list(_ ders: [[UInt8]], what: String) -> String {
    guard !ders.isEmpty else { return "# Nothing was \(what).\n" }
    var text = ""
    for (index, der) in ders.enumerated() { text += "# \(index + 1) of \(ders.count), \(what)\n" + entry(der) + "\n" }
    return text
  }

  /// The client's trust anchors.
  var trust: String {
    if let anchors = trustDER.anchors { return list(anchors, what: "trusted instead of the system's store") }
    var text = list(trustDER.systemAnchors ?? [], what: "trusted in the system's store")
    if let user = trustDER.userAnchors { text += list(user, what: "trusted in the user's store") }
    return text
  }

  func entry(_ der: [UInt8]) -> String {
    var text = ""
    if let name = names[der] { text += "# \(name) of the world\n" }
    if let certificate = try? X509Certificate(der: der) {
      text += "# subject \(certificate.subjectText.visible(keepsLines: false))\n"
      if let first = certificate.notBefore, let last = certificate.notAfter {
        text += "# valid \(Timestamp(secondsSince1970: first)) to \(Timestamp(secondsSince1970: last))\n"
      }
      text += "# pin sha256/\(Base64.encode(Digest.sha256.hash(certificate.spki)))\n"
    } else {
      text += "# OpenSSL cannot read it: no certificate, or not exactly one\n"
    }
    return text + String(decoding: PEM.encode(.certificate, der), as: UTF8.self)
  }
}

/// Pins as people write them down.
struct PinText {
  private let sets: [AttemptPolicy.PinSet]

  init(_ sets: [AttemptPolicy.PinSet]) { self.sets = sets }

  var text: String {
    guard !sets.isEmpty else { return "# The client was given no pins.\n" }
    var text = ""
    for set in sets {
      text += "# \(set.host)\(set.includeSubdomains ? " and its subdomains" : "")"
      text += set.expires.map { ", until \($0)" } ?? ""
      text += ": one of\n"
      for pin in set.any {
        let what = pin.kind == .spki ? "sha256/" : "certificate-sha256/"
        let likeness = pin.likeness == nil ? "" : "   # resembles a real one, and belongs to no key"
        let file = pin.file.map { "   # of its file: \($0.rawValue)" } ?? ""
        text += "\(what)\(Base64.encode(pin.digest))   # \(pin.position.rawValue)\(likeness)\(file)\n"
      }
    }
    return text
  }
}
