internal import RogueModel
internal import RogueOpenSSL

// MARK: - Certificate transparency logs

extension AttemptFiles {
  /// The known logs as JSON: id and key in base64, operator, and since when the log is retired.
  func logs(_ transparency: AttemptPolicy.Transparency) throws(HarnessFailure) -> String {
    try file("ct-logs.json") {
      let logs = transparency.logs.map { log -> JSON in
        [
          "name": .string(log.name),
          "id": .string(Base64.encode(Digest.sha256.hash(log.spki))),
          "key": .string(Base64.encode(log.spki)),
          "operator": .string(log.operatorName),
          "retired": JSON(log.retired?.description),
        ]
      }
      return Array((["logs": .array(logs)] as JSON).pretty.utf8)
    }
  }

  /// The known logs that are in use, as OpenSSL's `-ctlogfile` has them: its lists know no retired ones.
  func opensslLogs(_ transparency: AttemptPolicy.Transparency) throws(HarnessFailure) -> String {
    try file("ct-logs.cnf") {
      let logs = transparency.logs.filter { $0.retired == nil }
      var text = "enabled_logs = \(logs.map(\.name).joined(separator: ","))\n"
      for log in logs { text += "\n[\(log.name)]\ndescription = \(log.name)\nkey = \(Base64.encode(log.spki))\n" }
      return Array(text.utf8)
    }
  }
}
