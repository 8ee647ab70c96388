import RoguesGallery

extension Verb {
  /// Pins of apps, as worlds and in other forms.
  static let pins = Verb(
    name: "pins",
    summary: "Read the pins of an app's configuration: as a world to run against, or in another form",
    discussion: """
      'import' writes a world whose policy 'pinned' has the hosts, subdomains, expiry dates and numbers of pins of FILE,
      with fresh test keys and with impostors. With --folder it writes the world into that repository, and the scenarios that
      every pinned app wants. 'export' writes FILE in the form of another platform. Both report on standard error what the
      result cannot express. Forms: android (network-security-config), trustkit, ats (NSPinnedDomains), okhttp (CertificatePinner),
      curl (--pinnedpubkey), source (TrustKit in Swift or Objective-C, Alamofire, packages of React Native and Flutter).
      """,
    examples: [
      Example(
        command: "rogues pins import res/xml/network_security_config.xml --folder .",
        effect: "Certs/worlds/app-pins.yaml and Scenarios/app-pins"),
      Example(
        command: "rogues pins import Net.kt --value API_HOST=api.example.com --folder .",
        effect: "with a name of BuildConfig"),
      Example(command: "rogues pins export Info.plist --to android", effect: "the same pins for the other platform"),
      Example(
        command: "rogues pins import pins.txt --from curl --host api.example.com", effect: "a list without a host"),
    ],
    flags: [
      .pinsFrom, .pinsTo, .host, .position, .world.with("The name of the world (default: app-pins)"),
      .pinsValue,
      .folder.with("Write the world and its scenarios into the repository DIR (default: the world to standard output)"),
    ],
    operand: Operand(usage: "import|export FILE", kind: .actions(["import", "export"]), maximum: 2, minimum: 2),
    run: { (invocation) async throws(UsageError) in
      let (action, file) = (invocation.operands[0], invocation.operands[1])
      guard ["import", "export"].contains(action) else {
        throw UsageError(
          "'pins' does not know '\(action)'", help: "such as: rogues pins import FILE", verb: "pins")
      }
      let to = invocation.value(.pinsTo)
      guard (action == "export") == (to != nil) else {
        throw UsageError(
          action == "export" ? "'pins export' needs --to FORM" : "'pins import' writes a world: --to belongs to export",
          verb: "pins")
      }
      guard action == "import" || !invocation.has(.folder) else {
        throw UsageError("'pins export' writes to standard output: --folder belongs to import", verb: "pins")
      }
      let request = PinsRequest(
        file: file, from: invocation.value(.pinsFrom), to: to, host: invocation.value(.host),
        position: invocation.value(.position),
        world: invocation.value(.world) ?? "app-pins", values: invocation.values(.pinsValue),
        folder: invocation.value(.folder))
      return Gallery.pins(request).rawValue
    })
}
