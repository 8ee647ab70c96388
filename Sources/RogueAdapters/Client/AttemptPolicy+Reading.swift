package import RogueModel
internal import RoguePlatform

extension AttemptPolicy {
  /// The moment at which certificates and pins are judged: the policy's, or now.
  package var secondsSince1970: Int64 { time?.secondsSince1970 ?? WallClock.secondsSince1970 }
}

extension AttemptPolicy.PinSet {
  /// Its own host, whatever the case, a final dot and the form of its labels, or one below it where subdomains are
  /// included.
  package func applies(to host: String) -> Bool {
    let (own, asked) = (HostName.ascii(self.host), HostName.ascii(host))
    return own == asked || includeSubdomains && asked.hasSuffix(".\(own)")
  }
}
