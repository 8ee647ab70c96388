import Testing

@testable import RoguesGallery

/// Names and paths of evidence.
@Suite struct EvidenceNameTests {
  @Test(arguments: [
    ("trust/unknown-ca[tls=1.3,policy=system]", "trust.unknown-ca.tls1.3.system"),
    ("a/b[tls=1.2,policy=p,key=rsa2048,engine=libssl]", "a.b.tls1.2.p.key-rsa2048.engine-libssl"),
    ("pin/table[kind=spki,tls=1.3,policy=table]", "pin.table.kind-spki.tls1.3.table"),
    ("../../etc[policy=..]", "_......etc..."),
  ])
  func `a case's folder is one plain component`(id: String, name: String) {
    #expect(EvidenceName.ofCase(id) == name)
  }

  @Test(arguments: [
    ("--cacert /dev/shm/rogues-12-34-aB3dE6/77f0/roots.pem x", "--cacert client/roots.pem x"),
    ("cd '/tmp/rogues-1-aB3dE6/home'", "cd 'TEMPORARY/home'"),
    ("/tmp/rogues-place/tmp/rogues-1-aB3dE6/77f0", "client"),
    ("/home/me/rogues-gallery/client.sh /tmp/other", "/home/me/rogues-gallery/client.sh /tmp/other"),
    ("https://host:1/77f0", "https://host:1/77f0"),
  ])
  func `temporary folders become the evidence folder, and nothing else changes`(said: String, shown: String) {
    #expect(TemporaryPaths.replaced(in: said, attempt: "77f0", with: "client") == shown)
  }
}
