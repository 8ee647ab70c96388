import RogueModel
import RogueScenarios
import RogueStimuli
import TestSupport
import Testing

@testable import RoguesGallery

/// CAs that somebody may install can speak for the test's names, and for nothing else.
@Suite struct TestCAsTests {
  private static func anchors(_ world: World) -> Set<String> {
    Set(world.stores.system + world.stores.user + world.policies.flatMap { $0.anchors ?? [] })
  }

  @Test func `every anchor of every world ends within days, and is constrained`() throws {
    var seen = 0
    for world in try ShippedCatalogue.load(.known).worlds {
      let limited = TestCAs.constrained(world)
      for name in Self.anchors(world) {
        let (before, after) = (try #require(world.certificate(name)), try #require(limited.certificate(name)))
        guard before[IsCA.self] else { continue }
        seen += 1
        #expect(
          after[NotAfter.self] <= 7 * 86_400 && after[NotAfter.self] <= before[NotAfter.self], "\(world.id) \(name)")
        let limits = try #require(after[NameConstraints.self], "\(world.id) \(name)")
        #expect(before[NameConstraints.self] == nil || before[NameConstraints.self] == limits)
        #expect(limits.isCritical || before[NameConstraints.self] != nil)
        guard before[NameConstraints.self] == nil else { continue }
        #expect(limits.permitted.contains { $0.kind == .dns && $0.base == "\(world.domain)." })
      }
      // Nothing else changes.
      var restored = limited
      restored.certificates = world.certificates
      #expect(restored == world)
    }
    #expect(seen > 20)
  }

  @Test func `no name or address of a world is outside of the constraints that it gets`() throws {
    for world in try ShippedCatalogue.load(.known).worlds {
      let limited = TestCAs.constrained(world)
      for name in Self.anchors(world) where world.certificate(name)?[NameConstraints.self] == nil {
        guard let limits = limited.certificate(name)?[NameConstraints.self] else { continue }
        let bases = limits.permitted.filter { $0.kind == .dns }.map { String($0.base.dropLast()) }
        let networks = limits.permitted.filter { $0.kind == .address }.map(\.base)
        for certificate in world.certificates {
          for host in certificate[DNSNames.self] {
            var full = world.fullName(of: host)
            if full.hasPrefix("*.") { full.removeFirst(2) }
            #expect(full.isEmpty || bases.contains { full == $0 || full.hasSuffix(".\($0)") }, "\(world.id): \(full)")
          }
          for address in certificate[IPAddresses.self] {
            #expect(networks.contains { $0.hasPrefix("\(address)/") }, "\(world.id): \(address)")
          }
        }
        #expect(networks.isEmpty != limits.excluded.isEmpty, "addresses are listed, or all excluded")
      }
    }
  }
}
