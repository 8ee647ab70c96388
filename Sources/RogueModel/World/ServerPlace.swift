/// The connections of an attempt that are served alike, because the server has its own parts for them.
public enum ServerPlace: Hashable, Comparable, Sendable {
  /// Every connection at no other place.
  case usual
  /// The connection with this number, counted from 1.
  case connection(Int)
  /// Connections whose ClientHello names this host (RFC 6066, section 3): its full name, in the form for comparison.
  case host(String)

  /// The place of a connection. Its number takes precedence over the name in its ClientHello.
  ///
  /// - Parameters:
  ///   - serverName: nil if the ClientHello names no host, or if none came.
  ///   - has: whether the server has its own parts for a place.
  public static func of(
    connection number: Int, naming serverName: String?, among has: (ServerPlace) -> Bool
  ) -> ServerPlace {
    if has(.connection(number)) { return .connection(number) }
    guard let serverName else { return .usual }
    let host = ServerPlace.host(HostName.plain(serverName))
    return has(host) ? host : .usual
  }
}
