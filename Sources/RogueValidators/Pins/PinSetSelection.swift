internal import RogueModel
internal import RogueTrust

/// Which pin sets a validator compares with the path of a host.
public enum PinSetSelection: Sendable, Hashable, CaseIterable {
  /// Those that are in force for the host; all of them have to be satisfied.
  case asConfigured
  /// As configured, but a set never includes sub-domains.
  case exactHostOnly
  /// As configured, but sub-domains are hosts that are one label longer.
  case oneLabelBelow
  /// As configured, but an address has no pins.
  case namesOnly
  /// As configured, but an empty set does not count.
  case setsWithPins
  /// As configured, but only the sets of the longest name that covers the host.
  case closestOnly
  /// As configured, but only the sets of the shortest name that covers the host.
  case widestOnly
  /// As configured, but a host in other letters is another host.
  case lettersAsWritten
  /// As configured, but a host with a final dot is another host.
  case dotAsWritten
  /// As configured, but with the pins of every host in each of them.
  case unionOfAllSets
  /// As configured, but one satisfied set is enough.
  case anySet
  /// As configured, but none after any set for the host has expired.
  case noneAfterAnEnd
  /// As configured, but a set ends as soon as its last day begins.
  case wholeDays
  /// As configured, but a set ends a day later.
  case oneDayMore
  /// As configured, but sub-domains are all hosts that end in the name, with or without a dot between.
  case withoutDot
  /// As configured, but a set that includes sub-domains does not cover the name itself.
  case belowOnly
  /// As configured, but sub-domains are hosts that are one or two labels longer.
  case twoLabelsBelow
  /// As configured, but a host with a final dot is no sub-domain.
  case dotIsNotBelow
  /// As configured, but a set that includes sub-domains covers the hosts above as well.
  case aboveToo
  /// As configured, but an expired set is in force as long as another for the host is.
  case expiredToo
  /// As configured, but of several sets for one name only the last counts.
  case lastOfName
  /// As configured, but only the last set of the policy counts, whichever host it is for.
  case lastOfAll
  /// As configured, but only the first set for the host counts.
  case firstOnly
  /// As configured, but sub-domains are all hosts that have the name in them, whatever follows it.
  case containedToo
  /// As configured, but none after any set has expired, whichever host it is for.
  case noneAfterAnyEnd
  /// As configured, but a set for exactly the host that has expired hides the sets of the domains above.
  case hiddenByExpired
  /// As configured, but a set of nothing but pins that cannot be read does not count.
  case setsWithReadablePins
  /// As configured, but a set lasts to the end of its last day, in UTC.
  case wholeLastDay
  /// As configured, but the nearest name above the host that has a set decides whether any set above applies.
  case nearestAbove
  /// As configured, but a set that has expired ends the list.
  case untilExpired
  /// As configured, but of the last labels of a sub-domain and of the name only the lengths are compared.
  case lastLabelByLength
  /// All sets, whichever host they are for.
  case everyHost
  /// As configured, but a set covers no sub-domain in other letters.
  case lettersBelowAsWritten

  func sets(_ sets: [AttemptPolicy.PinSet], for host: String, now: Int64) -> [AttemptPolicy.PinSet] {
    let named = sets.filter { covers($0, host) }
    let inForce = named.filter { set in
      guard let expires = set.expires?.secondsSince1970 else { return true }
      switch self {
      case .wholeDays: return now <= expires - 86_400
      case .oneDayMore: return now <= expires + 86_400
      case .wholeLastDay: return now / 86_400 <= expires / 86_400
      default: return now <= expires
      }
    }
    switch self {
    case .asConfigured, .exactHostOnly, .oneLabelBelow, .lettersAsWritten, .dotAsWritten, .anySet, .wholeDays,
      .oneDayMore, .withoutDot, .belowOnly, .twoLabelsBelow, .dotIsNotBelow, .aboveToo, .containedToo,
      .wholeLastDay, .lettersBelowAsWritten, .lastLabelByLength, .everyHost:
      return inForce
    case .untilExpired:
      return Array(named.prefix { set in set.expires.map { now <= $0.secondsSince1970 } ?? true })
    case .nearestAbove:
      let name = HostName.plain(host)
      let above = sets.filter { name.hasSuffix("." + HostName.plain($0.host)) }
      let nearest = above.map { HostName.plain($0.host).utf8.count }.max()
      let isOpen = above.contains { HostName.plain($0.host).utf8.count == nearest && $0.includeSubdomains }
      let isNamed = sets.contains { HostName.plain($0.host) == name }
      return isOpen || isNamed ? inForce : []
    case .setsWithReadablePins:
      return inForce.filter { set in
        set.any.isEmpty || set.any.contains { $0.kind == .spki || CertificateFacts(der: $0.der) != nil }
      }
    case .noneAfterAnyEnd:
      return sets.contains { ($0.expires?.secondsSince1970 ?? now) < now } ? [] : inForce
    case .hiddenByExpired:
      let name = HostName.plain(host)
      let isHidden =
        named.contains { HostName.plain($0.host) == name }
        && !inForce.contains { HostName.plain($0.host) == name }
      return isHidden ? [] : inForce
    case .expiredToo: return inForce.isEmpty ? [] : named
    case .firstOnly: return Array(inForce.prefix(1))
    case .lastOfAll: return sets.last.map { last in inForce.filter { $0 == last } } ?? []
    case .lastOfName:
      return inForce.indices.filter { place in
        !inForce[(place + 1)...].contains { HostName.plain($0.host) == HostName.plain(inForce[place].host) }
      }.map { inForce[$0] }
    case .namesOnly: return HostName.isAddress(host) ? [] : inForce
    case .setsWithPins: return inForce.filter { !$0.any.isEmpty }
    case .closestOnly, .widestOnly:
      let lengths = inForce.map { HostName.plain($0.host).utf8.count }
      let chosen = self == .closestOnly ? lengths.max() : lengths.min()
      return zip(inForce, lengths).filter { $0.1 == chosen }.map(\.0)
    case .noneAfterAnEnd: return inForce.count == named.count ? inForce : []
    case .unionOfAllSets:
      return inForce.map { set in
        var bag = set
        bag.any = sets.flatMap(\.any)
        return bag
      }
    }
  }

  private func covers(_ set: AttemptPolicy.PinSet, _ host: String) -> Bool {
    if self == .everyHost { return true }
    let name = spelling(of: host)
    let own = spelling(of: set.host)
    guard name != own else { return self != .belowOnly || !set.includeSubdomains }
    guard self != .exactHostOnly, set.includeSubdomains else { return false }
    if self == .aboveToo, own.hasSuffix("." + name) { return true }
    if self == .withoutDot { return name.hasSuffix(own) }
    if self == .lastLabelByLength {
      let (labels, ownLabels) = (name.split(separator: "."), own.split(separator: "."))
      return labels.count > ownLabels.count && labels.last?.count == ownLabels.last?.count
        && labels.dropLast().suffix(ownLabels.count - 1).elementsEqual(ownLabels.dropLast())
    }
    if self == .containedToo, "." + name + "." != "." + own + ".", ("." + name + ".").contains("." + own + ".") {
      return true
    }
    guard name.hasSuffix("." + own) else { return false }
    let labels = name.dropLast(own.count + 1).count { $0 == "." } + 1
    switch self {
    case .oneLabelBelow: return labels == 1
    case .twoLabelsBelow: return labels <= 2
    case .dotIsNotBelow: return !host.hasSuffix(".")
    case .lettersBelowAsWritten: return HostName.withoutFinalDot(host).hasSuffix(HostName.withoutFinalDot(set.host))
    default: return true
    }
  }

  /// What two names are compared by.
  private func spelling(of name: String) -> String {
    switch self {
    case .lettersAsWritten: HostName.withoutFinalDot(name)
    case .dotAsWritten: name.lowercased()
    default: HostName.plain(name)
    }
  }
}
