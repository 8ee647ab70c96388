public import RogueModel

/// Sessions allow requests in early data, and those are answered (RFC 8446, section 2.3).
public enum EarlyData: ServerSetting {
  public static let written = SettingParser<Bool>.flag

  public static let stimulus = Stimulus<ServerRecipe>(
    "early-data",
    "sessions allow a request in early data, and it is answered (RFC 8446, section 2.3); needs resumption; default"
      + " false",
    evidence: .setting, text: { String($0[EarlyData.self]) }
  )
  .found(by: "early_data", "0-RTT", "PSK", "pre_shared_key")
  .limited { world, serving in
    guard world.server[EarlyData.self] else { return nil }
    if let library = serving.library { return "\(library) takes no early data here" }
    if serving.version == .tls12 { return "there is no early data in TLS 1.2" }
    return world.server.speaksHTTP2 ? "there is no HTTP/2 in early data here" : nil
  }
  .ofHTTP { $0[EarlyData.self] }

  public static func complete(_ owner: inout ServerRecipe, with value: Bool) throws(ParsingProblem) {
    guard !value || owner[Resumption.self].givesTickets else {
      throw ParsingProblem("early data needs a session that allows it", help: "resumption: true")
    }
  }
}
