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
        leaf-certificate: {pin-sets: [{host: service, any: [certificate leaf]}]}

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
          leaf-certificate: {disposition: cancel, reason: [pin-mismatch]}

      """)
  }

  /// A new repository.
  ///
  /// - Parameters:
  ///   - adapters: names or paths of those that 'rogues run' judges; empty: Swift tests do it all.
  ///   - files: of an adapter or of Swift tests.
  ///   - client: lines of the settings.
  ///   - owner: the account that has the releases; nil: the workflow needs the command on the PATH.
  static func repository(
    _ name: String, adapters: [String], files: [ScaffoldFile], owner: String?, client: String = ""
  ) -> [ScaffoldFile] {
    [settings(name, adapters, client)] + files
      + [
        world("\(name)-site"), scenario("\(name)/swapped-leaf", world: "\(name)-site"),
        gitHub(owner, inSwift: adapters.isEmpty), gitLab(inSwift: adapters.isEmpty),
      ]
  }

  private static func settings(_ name: String, _ adapters: [String], _ client: String) -> ScaffoldFile {
    let judged =
      adapters.isEmpty
      ? "# adapters: [NAME]                          # none: the validator is judged by Tests/RogueTests, with 'swift test'"
      : "adapters: [\(adapters.joined(separator: ", "))]"
    return ScaffoldFile(
      "rogues.yaml",
      """
      # What 'rogues run' does here; flags override it. docs/guides/own-repository.md
      \(judged)
      \(client)scenarios: [\(name), trust, names, time]    # or: profile: web
      skip: []                                    # patterns of what is left out
      baseline: rogues-known.yaml                 # failures that are known; docs/guides/baseline.md
      reports: {junit: rogues-results.xml}
      artifacts: rogues-evidence

      """)
  }

  private static let libraries = "libssl-dev libgnutls28-dev libyaml-dev"

  /// The lines of a shell that put a release on the PATH: a wheel, an archive or a package, or what the image has.
  private static func installing(into folder: String, as root: String, missing: String) -> [String] {
    [
      "case $ROGUES_RELEASE in",
      "  *.whl) python3 -m venv \"\(folder)\" && \"\(folder)/bin/pip\" install --quiet \"$ROGUES_RELEASE\" ;;",
      "  *.tar.gz) mkdir -p \"\(folder)\" && curl -fsSL \"$ROGUES_RELEASE\" | tar -xz --strip-components=1 -C \"\(folder)\" ;;",
      "  *.deb) curl -fsSLo rogues.deb \"$ROGUES_RELEASE\" && \(root)apt-get update && \(root)apt-get install -y ./rogues.deb ;;",
      // A run of what the image has instead would not be the run that was asked for.
      "  ?*) echo \"ROGUES_RELEASE is the URL of no .whl, .tar.gz or .deb: $ROGUES_RELEASE\"; false ;;",
      "esac || exit 69",
      "PATH=\"\(folder)/bin:$PATH\"",
      "command -v rogues || { echo \"\(missing)\"; exit 69; }",
    ]
  }

  private static func gitHub(_ owner: String?, inSwift: Bool) -> ScaffoldFile {
    let installation = owner.map {
      """
            # Puts 'rogues' on the PATH: the release that \($0) has. docs/guides/ci.md
            - uses: \($0)/rogues-gallery@v0.1.0
      """
    }
    let script = installing(
      into: "$RUNNER_TEMP/rogues", as: "sudo ",
      missing:
        "::error::'rogues' is not on the PATH: set the variable ROGUES_RELEASE of the repository to the URL of a wheel, "
        + "an archive or a package, or give the job a container that has it (docs/guides/ci.md)")
    let fetched = """
            # The URL of a wheel (.whl), an archive (.tar.gz) or a package (.deb) of rogues; empty: it is in the job's container.
            - name: Install rogues
              env:
                ROGUES_RELEASE: ${{ vars.ROGUES_RELEASE }}
              run: |
      \((script + ["echo \"$RUNNER_TEMP/rogues/bin\" >>\"$GITHUB_PATH\""]).map { "          \($0)" }.joined(separator: "\n"))
      """
    let judging =
      inSwift
      ? """
            - run: sudo apt-get install -y --no-install-recommends \(libraries)
            - run: swift test
      """
      : """
      \(installation ?? fetched)
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
      """
    return ScaffoldFile(
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
      \(judging)

      """)
  }

  private static func gitLab(inSwift: Bool) -> ScaffoldFile {
    let judging =
      inSwift
      ? """
        image: swift:6.2-bookworm
        script:
          - apt-get update && apt-get install -y --no-install-recommends \(libraries)
          - swift test
      """
      : """
        variables:
          ROGUES_RELEASE: ""          # the URL of a wheel, an archive (.tar.gz) or a package (.deb); empty: it is in the image
        before_script:
          - |
      \(installing(
        into: "$CI_PROJECT_DIR/.rogues", as: "",
        missing: "'rogues' is not on the PATH - set ROGUES_RELEASE, or an image that has it (docs/guides/ci.md)"
      ).map { "      \($0)" }.joined(separator: "\n"))
        script:
          - rogues lint
          - rogues run --report gitlab=rogues-results.xml
        artifacts:
          when: always
          paths: [rogues-results.xml, rogues-evidence]
          reports: {junit: rogues-results.xml}
      """
    return ScaffoldFile(
      ".gitlab/rogues.gitlab-ci.yml",
      """
      # Puts rogue TLS servers to the client. In .gitlab-ci.yml:
      #   include: .gitlab/rogues.gitlab-ci.yml
      rogues:
        stage: test
      \(judging)

      """)
  }
}
