internal import RogueModel
internal import RogueTLS

/// The messages of a server's flights by the names that YAML has for them.
enum FlightMessage: String, CaseIterable {
  case serverHello = "server-hello"
  case encryptedExtensions = "encrypted-extensions"
  case certificate
  case certificateVerify = "certificate-verify"
  case serverKeyExchange = "server-key-exchange"
  case serverHelloDone = "server-hello-done"
  case finished

  var type: HandshakeType {
    switch self {
    case .serverHello: .serverHello
    case .encryptedExtensions: .encryptedExtensions
    case .certificate: .certificate
    case .certificateVerify: .certificateVerify
    case .serverKeyExchange: .serverKeyExchange
    case .serverHelloDone: .serverHelloDone
    case .finished: .finished
    }
  }

  static func parameter(_ name: String, _ summary: String, isRequired: Bool = true) -> NamedDescriptor.Parameter {
    .init(
      name: name, kind: .text, summary: summary, isRequired: isRequired, choices: allCases.map(\.rawValue),
      keywords: keywords)
  }

  /// The messages by their names in the RFCs: keywords of the words.
  static let keywords: [String: [String]] = Dictionary(
    uniqueKeysWithValues: allCases.map { message in
      switch message {
      case .serverHello: (message.rawValue, ["ServerHello"])
      case .encryptedExtensions: (message.rawValue, ["EncryptedExtensions"])
      case .certificate: (message.rawValue, ["Certificate", "certificate_list"])
      case .certificateVerify: (message.rawValue, ["CertificateVerify"])
      case .serverKeyExchange: (message.rawValue, ["ServerKeyExchange"])
      case .serverHelloDone: (message.rawValue, ["ServerHelloDone"])
      case .finished: (message.rawValue, ["Finished"])
      }
    })
}
