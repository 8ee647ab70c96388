/// The connections of an attempt that are served alike, because the server has something of its own for them.
public enum ServerPlace: Hashable, Comparable, Sendable {
  /// Every connection that is at no other place.
  case usual
  /// The connection with this number, counted from 1.
  case connection(Int)
  /// Connections whose ClientHello names this host (RFC 6066, section 3): its full name, as names are compared.
  case host(String)

  /// Where a connection is. Its number comes before the name in its ClientHello.
  ///
  /// - Parameters:
  ///   - serverName: nil where the ClientHello names nobody, or none came.
  ///   - has: Whether a server has anything of its own at a place.
  public static func of(
    connection number: Int, naming serverName: String?, among has: (ServerPlace) -> Bool
  ) -> ServerPlace {
    if has(.connection(number)) { return .connection(number) }
    guard let serverName else { return .usual }
    let host = ServerPlace.host(HostName.plain(serverName))
    return has(host) ? host : .usual
  }
}
