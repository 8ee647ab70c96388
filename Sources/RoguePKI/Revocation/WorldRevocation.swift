internal import RogueModel
internal import RogueOpenSSL
internal import Synchronization

/// Signs CRLs and OCSP responses of one minted world, when somebody asks for them.
final class WorldRevocation: RevocationSigner {
  let clock: Timestamp
  let issued: [String: HierarchyBuilder.Issued]

  init(clock: Timestamp, issued: [String: HierarchyBuilder.Issued]) {
    self.clock = clock
    self.issued = issued
  }

  func crl(of issuer: String) throws(HarnessFailure) -> [UInt8] { [] }
  func ocspResponse(about certificate: String, request: [UInt8]?, recipe: OCSPRecipe?) throws(HarnessFailure) -> [UInt8]
  { [] }
}
