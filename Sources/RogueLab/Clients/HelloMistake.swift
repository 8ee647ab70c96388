package import RogueTLS

/// One thing that a client can get wrong in its ClientHello; a client with one of them is right everywhere else.
package enum HelloMistake: String, CaseIterable, Hashable, Sendable {
  case withoutServerName = "server-name"
  case address = "server-name-without-addresses"
  case trailingDot = "server-name-without-trailing-dot"
  case withoutStatusRequest = "status-request"
  case withoutProtocols = "alpn-offer"
  case oldVersions = "oldest-version"

  /// The client's mistake, as a clause.
  package var mistake: String {
    switch self {
    case .withoutServerName: "sends no server_name"
    case .address: "sends a literal address as server_name"
    case .trailingDot: "sends a server_name with the trailing dot that the application has written"
    case .withoutStatusRequest: "sends no status_request"
    case .withoutProtocols: "sends no ALPN extension"
    case .oldVersions: "offers TLS 1.1 and TLS 1.0 as well"
    }
  }

  /// - Parameter host: as the application has written it.
  package func make(in settings: inout ClientSettings, host: String) {
    switch self {
    case .withoutServerName: settings.host = nil
    case .address: settings.host = settings.host ?? host
    case .trailingDot: if settings.host != nil { settings.host = host }
    case .withoutStatusRequest: settings.requestsStaple = false
    case .withoutProtocols: settings.applicationProtocols = []
    case .oldVersions: settings.olderVersions = [0x0302, 0x0301]
    }
  }
}
