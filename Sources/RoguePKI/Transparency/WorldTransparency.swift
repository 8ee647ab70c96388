internal import RogueModel

/// Signs SCTs of one minted world's logs about its certificates as they are served.
struct WorldTransparency: TransparencySigner {
  let logs: WorldLogs
  let certificates: [String: MintedCertificate]

  func key(ofLog name: String) throws(HarnessFailure) -> [UInt8] { try logs.key(name).material.spki }

  func sctList(_ list: SCTListRecipe, about certificate: String) throws(HarnessFailure) -> [UInt8] {
    try logs.list(list) { (recipe) throws(HarnessFailure) in
      guard let der = certificates[recipe.about ?? certificate]?.der else {
        throw HarnessFailure(.minting, "there is no certificate named \(recipe.about ?? certificate) to log")
      }
      return .certificate(der)
    }
  }
}
