import RogueModel
import Testing

@testable import RogueReports

@Suite struct TimelineTests {
  @Test func `every event of the server is listed in order`() {
    #expect(
      Timeline(SampleRun.admitted).lines == [
        "0.4 ms  ClientHello sni=pinned.rogues.test alpn=http/1.1 requests a staple",
        "0.4 ms  TLS 1.3 AES_256_GCM_SHA384",
        "1.1 ms  certificate flight, 2 entries, stapled OCSP response, SCTs",
        "1.5 ms  OCSP query about leaf by GET: 200 OK, good",
        "2.2 ms  client Finished",
        "2.3 ms  91 application bytes from the client: GET /a3f9 HTTP/1.1",
        "2.4 ms  nonce sent",
        "3.9 ms  close_notify from the server",
        "4.0 ms  close_notify from the client",
        "4.1 ms  closed cleanly by the server",
      ])
  }

  @Test func `a refusal names its alert and its sender`() {
    #expect(
      Timeline(SampleRun.refused).lines == [
        "0.3 ms  ClientHello without SNI",
        "0.3 ms  TLS 1.2 ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "1.1 ms  certificate flight, 2 entries, requests the client's certificate",
        "1.5 ms  client sent its certificate list, 1 entry",
        "1.5 ms  client Finished",
        "1.9 ms  alert unknown_ca from the client",
        "1.9 ms  closed after the alert, by the client",
      ])
  }

  @Test func `missing evidence is reported, and faults of the harness too`() {
    #expect(Timeline(Observation()).lines == ["no connection came"])
    #expect(
      Timeline(Observation(faults: ["lost"])).lines == ["no connection came", "fault of the harness: lost"])
  }

  @Test func `several connections are numbered`() {
    var second = SampleRun.refused.connections[0]
    second.index = 2
    let lines = Timeline(Observation(connections: SampleRun.refused.connections + [second])).lines
    #expect(lines[0] == "0.3 ms  connection 1: ClientHello without SNI")
    #expect(lines.contains("0.3 ms  connection 2: ClientHello without SNI"))
  }

  @Test func `a client cannot write to the terminal through its request`() {
    var observation = SampleRun.admitted
    observation.connections[0].request = "GET \u{1b}]0;owned\u{7}"
    #expect(Timeline(observation).lines.allSatisfy { line in !line.unicodeScalars.contains { $0.value < 0x20 } })
  }
}
