internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// The state that a handshake of either version shares with the engine after each message.
class HandshakeState {
  let settings: SwiftSettings
  let presentation: SwiftPresentation
  let wire: ServerWire
  var outbox = FlightOutbox()
  /// Set when a behaviour leaves the handshake unfinished: nothing more is sent or read.
  var stop: FlightStop?
  /// The connection's purpose by the ClientHello.
  var purpose = ConnectionOrigin()
  /// How far this one has come; nil before the first ClientHello.
  var now: HandshakeMoment?
  private var secrets: [WireTranscript.Secret] = []

  init(_ settings: SwiftSettings, _ presentation: SwiftPresentation, _ wire: ServerWire) {
    self.settings = settings
    self.presentation = presentation
    self.wire = wire
  }

  /// Adds a line to the key log.
  func log(_ label: String, _ clientRandom: [UInt8], _ secret: [UInt8]) {
    secrets.append(WireTranscript.Secret(label: label, clientRandom: clientRandom, secret: secret))
  }

  /// Takes the key log's lines since the last call.
  func takeSecrets() -> [WireTranscript.Secret] {
    defer { secrets = [] }
    return secrets
  }
}
