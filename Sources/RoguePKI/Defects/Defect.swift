internal import RogueModel
internal import RogueStimuli

/// One way in which a certificate can be wrong; everything else about it stays healthy.
protocol Defect: Sendable {
  var descriptor: NamedDescriptor { get }
  /// Which validators can detect it in a server's leaf. There is deliberately no default: a validator without TLS would
  /// be judged by what it cannot know.
  var audience: DefectAudience { get }
  /// Which engines cannot present a certificate with it.
  var limits: [DefectLimit] { get }
  /// The key that the certificate's owner shows and signs with, made of the one that the recipe gives it.
  func key(_ key: SigningKey, _ context: DefectContext) throws(HarnessFailure) -> SigningKey
  /// Changes the draft. Defects of one certificate apply in the order of the recipe.
  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure)
}

extension Defect {
  /// Most are bytes that no engine looks at.
  var limits: [DefectLimit] { [] }

  func key(_ key: SigningKey, _ context: DefectContext) throws(HarnessFailure) -> SigningKey { key }
}

/// The context of a defect beside the draft.
struct DefectContext: Sendable {
  /// The certificate's name in the world.
  var certificate: String
  /// Whether the recipe is that of a CA.
  var isCA: Bool
  /// The first of the certificate's hosts, as a full name; if there is none, a name that belongs to no host.
  var host: String
  /// Those of the defect's use.
  var parameters = UseParameters([:])
}

extension NamedDescriptor.Parameter {
  /// The parameter `form`, one word of a closed list; the first of them when it is left out.
  ///
  /// - Parameter keywords: Further keywords of a form.
  static func form<Form: RawRepresentable<String> & CaseIterable>(
    _ forms: Form.Type, _ summary: String, keywords: (Form) -> [String] = { _ in [] }
  ) -> NamedDescriptor.Parameter {
    let words = forms.allCases.map(\.rawValue)
    return .init(
      name: "form", kind: .text, summary: "\(summary); \(words.first ?? "") when left out", choices: words,
      keywords: Dictionary(uniqueKeysWithValues: forms.allCases.map { ($0.rawValue, keywords($0)) }))
  }
}

extension UseParameters {
  /// The parameter `form`; the first of the list when it is left out.
  func form<Form: RawRepresentable<String> & CaseIterable>(
    _ forms: Form.Type = Form.self
  ) throws(HarnessFailure) -> Form {
    guard let first = forms.allCases.first else { throw HarnessFailure(.badData, "there is no form to choose") }
    return try word("form", default: first)
  }
}
