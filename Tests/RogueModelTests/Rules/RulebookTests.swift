import RogueModel
import Testing

/// A replaced rule answers where it is meant to, and nowhere else.
@Suite struct RulebookTests {
  private static let isEven = Rule<Int, Bool>("is-even", "arithmetic") { $0.isMultiple(of: 2) }
  private static let isSmall = Rule<Int, Bool>("is-small", "arithmetic") { $0 < 10 }

  @Test func `rules that are not replaced give the right answer`() {
    var book = Rulebook()
    book.replace(Self.isSmall, by: "always") { _ in true }
    #expect(book(Self.isSmall, 99) && !Self.isSmall.answer(99))
    #expect(book(Self.isEven, 2) && !book(Self.isEven, 3))
    #expect(book.replaced == ["is-small"])
  }

  @Test func `a wrong form applies in its circumstance only`() {
    var book = Rulebook()
    book.replace(Self.isEven, by: "always", where: { $0 > 100 }) { _ in true }
    #expect(!book(Self.isEven, 99))
    #expect(book(Self.isEven, 101))
  }

  @Test func `two wrong forms of a rule hold in their circumstances`() {
    var book = Rulebook()
    book.replace(Self.isEven, by: "always", where: { $0 > 100 }) { _ in true }
    book.replace(Self.isEven, by: "never", where: { $0 < 10 }) { _ in false }
    #expect(book(Self.isEven, 101) && !book(Self.isEven, 2) && book(Self.isEven, 12) && !book(Self.isEven, 13))
  }

  @Test func `a part of a rulebook holds the replacements of one topic`() {
    let rule = Rule<Int, Bool>("numbers/is-odd", "arithmetic") { !$0.isMultiple(of: 2) }
    var book = Rulebook()
    book.replace(Self.isEven, by: "always") { _ in true }
    #expect(book.about("numbers") == Rulebook())
    book.replace(rule, by: "always") { _ in true }
    #expect(book.about("numbers").replaced == ["numbers/is-odd"] && book.about("numbers")(rule, 2))
  }

  @Test func `rulebooks are equal if the same forms replace the same rules`() {
    var (one, other) = (Rulebook(), Rulebook())
    #expect(one == other)
    one.replace(Self.isEven, by: "always") { _ in true }
    #expect(one != other)
    other.replace(Self.isEven, by: "never") { _ in false }
    #expect(one != other && Set([one, other]).count == 2)
  }
}
