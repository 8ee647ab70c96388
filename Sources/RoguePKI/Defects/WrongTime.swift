internal import RogueModel
internal import RogueStimuli

/// A date of the validity has a form that the profile forbids (RFC 5280, section 4.1.2.5), or is not a possible date. A
/// lenient parser sees the right time, except where a form says otherwise.
struct WrongTime: Defect {
  enum Form: String, CaseIterable {
    /// A year before 2050 as GeneralizedTime.
    case generalized
    /// A GeneralizedTime with tenths of a second.
    case fraction
    /// Without seconds, which BER allows.
    case noSeconds = "no-seconds"
    /// With `+0000` in place of Z.
    case offset
    /// In local time, without Z.
    case local
    /// The thirteenth month.
    case month13 = "month-13"
    /// Letters.
    case letters
    /// Nothing at all.
    case empty
    /// 1 January 1950 and 1960, in UTCTime; two digits from 50 on are a year of the last century.
    case year1950 = "year-1950"
    case year1960 = "year-1960"
    /// 1 January 1930, in GeneralizedTime; in UTCTime it would be 2030.
    case year1930 = "year-1930"
    /// 99991231235959Z: it never ends (RFC 5280, section 4.1.2.5). For a CA's end.
    case never
  }

  enum Field: String, CaseIterable {
    case notAfter = "not-after"
    case notBefore = "not-before"
  }

  let descriptor = NamedDescriptor(
    name: "wrong-time", summary: "A date is encoded wrongly, or is not an allowed date",
    keywords: ["validity", "UTCTime", "GeneralizedTime"],
    parameters: [
      .form(Form.self, "how"),
      .init(
        name: "field", kind: .text, summary: "not-after (default) or not-before",
        choices: Field.allCases.map(\.rawValue)),
    ])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let field = try context.parameters.word("field", default: Field.notAfter)
    let time = field == .notAfter ? draft.notAfter : draft.notBefore
    let encoding = Self.encoding(try context.parameters.form(Form.self), time)
    switch field {
    case .notAfter: draft.notAfterEncoding = encoding
    case .notBefore: draft.notBeforeEncoding = encoding
    }
  }

  private static func encoding(_ form: Form, _ time: Timestamp) -> [UInt8] {
    let digits = time.description.filter(\.isNumber)
    let short = String(digits.dropFirst(2))
    func utc(_ text: String) -> [UInt8] { DERWriter.bytes(capacity: 24) { $0.text(.utcTime, text) } }
    func generalized(_ text: String) -> [UInt8] { DERWriter.bytes(capacity: 24) { $0.text(.generalizedTime, text) } }
    return switch form {
    case .generalized: generalized(digits + "Z")
    case .fraction: generalized(digits + ".5Z")
    case .noSeconds: utc(short.dropLast(2) + "Z")
    case .offset: utc(short + "+0000")
    case .local: utc(short)
    case .month13: utc(short.prefix(2) + "13" + short.dropFirst(4) + "Z")
    case .letters: utc("one long yearZ")
    case .empty: utc("")
    case .year1950: utc("500101000000Z")
    case .year1960: utc("600101000000Z")
    case .year1930: generalized("19300101000000Z")
    case .never: generalized("99991231235959Z")
    }
  }
}
