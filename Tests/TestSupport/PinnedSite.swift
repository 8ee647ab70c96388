/// A world as it stands in a catalogue: a host whose leaf and CA are pinned, and the impostors that the system trusts.
package enum PinnedSite {
  package static let yaml = """
    world: pinned-site
    title: One host under a two-tier CA, and the impostors that would like to be it
    domain: rogues.test
    certificates:
      root: {ca: true}
      issuing: {ca: true, issuer: root, path-length: 0}
      leaf: {issuer: issuing, hosts: [pinned], crl-url: true}
      rekeyed-leaf: {issuer: issuing, hosts: [pinned]}
      rogue-root: {ca: true}
      rogue-leaf: {issuer: rogue-root, hosts: [pinned]}
      client-root: {ca: true}
      client-leaf: {issuer: client-root, usage: client}
    keys: [backup]
    stores: {system: [root, rogue-root], user: []}
    host: pinned
    server: {present: [leaf, issuing]}
    policies:
      system: {}
      anchor: {anchors: [root]}
      leaf-spki: {pin-sets: [{host: pinned, any: [spki leaf, spki backup]}]}
      ca-spki: {pin-sets: [{host: pinned, any: [spki issuing @ca]}]}
      client: {identity: {form: pkcs12, leaf: client-leaf}}
    """
}
