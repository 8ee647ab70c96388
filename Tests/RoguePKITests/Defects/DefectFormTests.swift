import Foundation
import RogueModel
import RoguePKI
import Testing

/// Every form of every defect, by a program that takes certificates apart without any code of ours: this field is wrong
/// in this way, every other one is the healthy certificate's, and the issuer's signature is over these very bytes.
@Suite struct DefectFormTests {
  enum Told: Sendable {
    case exactly(String)
    /// These parts, in this order or another.
    case with([String])
    case absent

    func holds(_ field: String?) -> Bool {
      switch self {
      case .exactly(let text): field == text
      case .with(let parts): parts.allSatisfy { field?.contains($0) == true }
      case .absent: field == nil
      }
    }
  }

  struct Form: Sendable {
    var use: NamedUse
    var on: String
    /// Fields that differ from the healthy certificate's, besides the serial number and the signature.
    var fields: [String: Told]
  }

  static func form(
    _ defect: String, _ form: String?, on name: String = "leaf", _ fields: [String: Told],
    _ more: [String: NamedUse.ParameterValue] = [:]
  ) -> Form {
    var parameters = more
    if let form { parameters["form"] = .text(form) }
    return Form(use: NamedUse(defect, parameters), on: name, fields: fields)
  }

  static func hex(_ text: String) -> String { text.utf8.map { String(format: "%02x", $0) }.joined() }

  static let host = hex("pinned.rogues.test")
  static let elsewhere = hex("elsewhere.test")
  static let company = "55040a=0c:Rogue test certificate, do not trust"

  @Test func `every form is wrong in one way, and signed by its issuer`() async throws {
    guard CertificateWalk.isInstalled else { try Test.cancel("there is no Python with cryptography") }
    let tests = DefectTests()
    let healthy = try Worlds.mint()
    let root = try #require(healthy.certificates["root"]).der
    let issuing = try #require(healthy.certificates["issuing"]).der
    var certificates = [
      (der: try #require(healthy.certificates["leaf"]).der, issuer: issuing), (der: issuing, issuer: root),
    ]
    for form in Self.all {
      let minted = try tests.mint(form.use, on: form.on)
      certificates.append((try #require(minted.certificates[form.on]).der, form.on == "leaf" ? issuing : root))
    }
    let walked = try CertificateWalk.fields(of: certificates)
    let origin = ["leaf": walked[0], "issuing": walked[1]]
    #expect(walked[0]["verifies"] == "yes")
    #expect(walked[1]["verifies"] == "yes")
    for (form, fields) in zip(Self.all, walked.dropFirst(2)) {
      let whole = try #require(origin[form.on])
      let names = Set(fields.keys).union(whole.keys)
      let changed = names.filter { fields[$0] != whole[$0] }.subtracting(["serial", "signature"])
      let expected = Set(form.fields.keys).subtracting(["serial"])
      #expect(changed == expected, "\(form.use) changes \(changed.sorted())")
      for (name, told) in form.fields where !told.holds(fields[name]) {
        Issue.record("\(form.use): \(name) is \(fields[name] ?? "not there"), not \(told)")
      }
      #expect(fields["verifies"] == "yes", "\(form.use)")
    }
  }

  @Test func `no form of any defect is left out`() throws {
    for descriptor in Defects.descriptors {
      guard let parameter = descriptor.parameters.first(where: { $0.name == "form" }) else { continue }
      let tested = Set(
        Self.all.filter { $0.use.name == descriptor.name }.compactMap { form -> String? in
          guard case .text(let word)? = form.use.parameters["form"] else { return nil }
          return word
        })
      #expect(Set(parameter.choices) == tested, "\(descriptor.name)")
    }
  }

  @Test func `unknown forms and numbers out of range are failures`() {
    for use in [
      NamedUse("wrong-time", ["form": .text("yesterday")]), NamedUse("wrong-time", ["field": .text("birthday")]),
      NamedUse("wrong-version", ["number": .integer(3)]), NamedUse("odd-ip-address", ["octets": .integer(4)]),
      NamedUse("odd-ip-address", ["octets": .integer(-1)]), NamedUse("unknown-extension", ["count": .integer(0)]),
      NamedUse("many-names", ["count": .integer(20_001)]), NamedUse("large-attribute", ["octets": .integer(64)]),
      NamedUse("large-object-identifier", ["octets": .integer(60_001)]),
    ] {
      #expect(throws: HarnessFailure.self, "\(use)") { try DefectTests().mint(use, on: "leaf") }
    }
  }

  static let all =
    names + subjects + constraints + usages + netscape + identifiers + policies + numbers + times + encodings + sizes
}
