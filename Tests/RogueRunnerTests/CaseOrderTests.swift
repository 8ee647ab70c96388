import RogueModel
import Testing

@testable import RogueRunner

/// The order in which an adapter is asked.
@Suite struct CaseOrderTests {
  private static func cases(_ count: Int, controls: Int) -> [(index: Int, control: Int?)] {
    (0..<count).map { (index: $0, control: $0 % 3 == 0 ? nil : $0 % controls) }
  }

  private static func order(seed: String, cases count: Int = 60, controls: Int = 7) -> [CaseOrder.Turn] {
    CaseOrder(
      cases: cases(count, controls: controls), controls: (0..<controls).map { "control:site-\($0)" }, seed: seed,
      name: { "a/case-\($0)[tls=1.3]" }
    ).order
  }

  @Test func `every case and every control runs once, each control before the cases that need it`() {
    for seed in ["a", "b", "c", "d"] {
      let order = Self.order(seed: seed)
      #expect(order.count == 67 && Set(order).count == 67)
      for item in Self.cases(60, controls: 7) {
        guard let control = item.control, let own = order.firstIndex(of: .item(item.index)),
          let before = order.firstIndex(of: .control(control))
        else { continue }
        #expect(before < own)
      }
    }
  }

  @Test func `the seed determines the order`() {
    #expect(Self.order(seed: "a") == Self.order(seed: "a"))
    #expect(Self.order(seed: "a") != Self.order(seed: "b"))
  }

  @Test func `cases that follow each other in the plan are spread over the run`() {
    // Of a random order of n one in n follows its predecessor; a fifth of them would be a pattern.
    for seed in ["a", "b", "c", "d"] {
      let items = Self.order(seed: seed).compactMap { turn in if case .item(let index) = turn { index } else { nil } }
      let followers = zip(items, items.dropFirst()).count { $1 == $0 + 1 }
      #expect(followers < 12, "\(items)")
    }
  }

  @Test func `controls are mixed with the cases`() {
    let isControl = Self.order(seed: "a", cases: 60, controls: 20).map { turn in
      if case .control = turn { true } else { false }
    }
    #expect(isControl.prefix(20).contains(false) && isControl.dropFirst(20).contains(true))
  }

  @Test func `a case that waits for its control occupies no slot`() async {
    let controls = AwaitedControls(1)
    async let early = controls.judgement(of: 0)
    controls.set(Judgement(.pass, ""), of: 0)
    #expect(await early?.verdict == .pass)
    #expect(await controls.judgement(of: 0)?.verdict == .pass)
  }
}
