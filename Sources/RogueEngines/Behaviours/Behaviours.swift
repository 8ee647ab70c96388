public import RogueModel

/// The named behaviours that servers can have, one file each.
public enum Behaviours {
  /// In the order of the documentation.
  static let all: [any Behaviour.Type] = [
    CorruptFinished.self, BadHandshakeSignature.self, OmitMessage.self, RepeatMessage.self, Stall.self,
    HTTPInsteadOfTLS.self, TCPResetInsteadOfTLS.self, SlowBytes.self, SwapMessages.self, WrongServerHello.self,
    WrongSignatureScheme.self, DowngradeSentinel.self, UnsolicitedExtension.self, EarlyChangeCipherSpec.self,
    BrokenCertificateList.self, WrongCertificateLength.self, CertificateRequestContext.self, TrailingBytes.self,
    EmptyRecords.self, FragmentedRecords.self, UnrecognizedName.self,
    EarlyFinished.self, ApplicationDataBeforeFinished.self, WrongHelloRetryRequest.self,
    BadKeyShare.self, BadServerKeyExchange.self, OverlongRecords.self, OversizedCertificateList.self, Flood.self,
    BrokenCertificateRequest.self,
    WrongALPN.self, SNIResponse.self, WithoutExtendedMasterSecret.self, LateFlood.self,
    EarlyDataResponse.self, TicketLifetime.self, ForgedHandshakeSignature.self,
    UnofferedPSK.self, WrongResumptionSecret.self, OldVersion.self, WeakCipherSuite.self, RSAKeyExchange.self,
    DHEKeys.self, ExportRSAKey.self, CompressedCertificateMessage.self, RawPublicKey.self,
    RenegotiationInfo.self,
  ]

  /// The declarations for the loader's check of names and parameters.
  public static let descriptors: [NamedDescriptor] = all.map { $0.descriptor }

  /// Throws if an attempt names a behaviour that does not exist: without it, a fault would look like a control.
  static func make(_ use: NamedUse) throws(HarnessFailure) -> any Behaviour {
    guard let behaviour = all.first(where: { $0.descriptor.name == use.name }) else {
      let question = NearMiss.question(for: use.name, among: descriptors.map(\.name))
      throw HarnessFailure(.badData, "no engine has the behaviour '\(use.name)'", underlying: question)
    }
    let known = Set(behaviour.descriptor.parameters.map(\.name))
    if let unknown = use.parameters.keys.sorted().first(where: { !known.contains($0) }) {
      throw HarnessFailure(.badData, "the behaviour \(use.name) has no parameter \(unknown)")
    }
    return try behaviour.init(UseParameters(use.parameters))
  }
}
