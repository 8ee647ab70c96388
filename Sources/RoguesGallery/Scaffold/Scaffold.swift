/// A file to start from.
struct ScaffoldFile {
  var path: String
  var text: String
  var isProgram: Bool

  init(_ path: String, _ text: String, isProgram: Bool = false) {
    self.path = path
    self.text = text
    self.isProgram = isProgram
  }
}

/// The files of a new repository, or of one new part of it.
enum Scaffold {
  static func world(_ name: String) -> ScaffoldFile {
    ScaffoldFile(
      "Certs/worlds/\(name).yaml",
      """
      # A healthy setting: certificates, stores, a server, and what a client is configured with. docs/reference/scenarios.md
      world: \(name)
      title: Our service, under our own CA
      domain: rogues.test                         # every relative host name is under it
      certificates:
        root:     {ca: true}
        issuing:  {ca: true, issuer: root, path-length: 0}
        leaf:     {issuer: issuing, hosts: [service]}
        new-leaf: {issuer: issuing, hosts: [service]}     # the same CA, another key
      stores: {system: [root]}
      host: service
      server: {present: [leaf, issuing]}
      policies:
        system:    {}
        leaf-spki: {pin-sets: [{host: service, any: [spki leaf]}]}

      """)
  }

  static func scenario(_ id: String, world: String) -> ScaffoldFile {
    ScaffoldFile(
      "Scenarios/\(id).yaml",
      """
      # One change to a healthy world, and what is right then. docs/reference/scenarios.md
      scenario: \(id)
      title: The service presents a certificate with a key that is not pinned
      why: The CA is the right one and the name fits, so only the pin shows that this is another server.
      level: must
      severity: high
      references: ["RFC 7469, section 2.6"]
      world: \(world)
      mutate: {server.present: [new-leaf, issuing]}
      expect:
        by-policy:
          system:    {disposition: accept}
          leaf-spki: {disposition: cancel, reason: [pin-mismatch]}

      """)
  }

  /// - Parameter name: of the team or the client; files and families are called so.
  static func repository(_ name: String, door: AdapterSkeleton.Door) -> [ScaffoldFile] {
    let skeleton = AdapterSkeleton(name: name, door: door)
    return [settings(name, door)] + skeleton.files
      + [world("\(name)-site"), scenario("\(name)/swapped-leaf", world: "\(name)-site"), gitHub, gitLab]
  }

  private static func settings(_ name: String, _ door: AdapterSkeleton.Door) -> ScaffoldFile {
    let adapters = door == .swift ? "[reference]                      # your own is in Tests/RogueTests" : "[\(name)]"
    return ScaffoldFile(
      "rogues.yaml",
      """
      # What 'rogues run' does here; flags override it. docs/guides/own-repository.md
      adapters: \(adapters)
      scenarios: [\(name), trust, names, time]    # or: profile: web
      skip: []                                    # patterns of what is left out
      baseline: rogues-known.yaml                 # failures that are known; docs/guides/baseline.md
      reports: {junit: rogues-results.xml}
      artifacts: rogues-evidence

      """)
  }

  private static let gitHub = ScaffoldFile(
    ".github/workflows/rogues.yml",
    """
    # Puts rogue TLS servers to the client.
    name: rogues
    on: [push, pull_request]
    jobs:
      rogues:
        runs-on: ubuntu-latest
        steps:
          - uses: actions/checkout@v4
          # Puts 'rogues' on the PATH. OWNER has the release (docs/guides/ci.md); not needed if the runner's image has the command.
          - uses: OWNER/rogues-gallery@v0.1.0
          - run: rogues lint
          - run: >-
              rogues run
              --report junit=rogues-results.xml
              --report github="$GITHUB_STEP_SUMMARY"
              --report annotations=-
          - uses: actions/upload-artifact@v4
            if: always()
            with:
              name: rogues
              path: |
                rogues-results.xml
                rogues-evidence

    """)

  private static let gitLab = ScaffoldFile(
    ".gitlab/rogues.gitlab-ci.yml",
    """
    # Puts rogue TLS servers to the client. 'rogues' has to be on the PATH. In .gitlab-ci.yml:
    #   include: .gitlab/rogues.gitlab-ci.yml
    rogues:
      stage: test
      script:
        - rogues lint
        - rogues run --report gitlab=rogues-results.xml
      artifacts:
        when: always
        paths: [rogues-results.xml, rogues-evidence]
        reports: {junit: rogues-results.xml}

    """)
}
