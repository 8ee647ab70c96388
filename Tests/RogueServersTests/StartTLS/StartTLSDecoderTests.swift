import RogueModel
import Testing

@testable import RogueEngines
@testable import RogueServers

@Suite struct StartTLSDecoderTests {
  private static func decode(_ language: StartTLSRecipe.Language, _ talk: (Side, String)...) -> StartTLSEvidence {
    StartTLSDecoder.decode(
      talk.enumerated().map { index, piece in
        WireTranscript.Chunk(from: piece.0, at: index, bytes: Array(piece.1.utf8))
      }, language)
  }

  @Test func `an honest upgrade holds an offer, a consent and no data`() {
    let seen = Self.decode(
      .smtp, (.server, "220 x ESMTP\r\n"), (.client, "EHLO y\r\n"), (.server, "250-x\r\n250-STAR"),
      (.server, "TTLS\r\n250 HELP\r\n"), (.client, "STARTTLS\r\n"), (.server, "220 go\r\n"))
    #expect(seen == StartTLSEvidence(offered: true, agreed: true, commands: ["EHLO y", "STARTTLS"]))
  }

  @Test func `a missing offer, a refusal and a greeting after login are distinguished`() {
    let missing = Self.decode(
      .smtp, (.server, "220 x\r\n"), (.client, "EHLO y\r\n"), (.server, "250-x\r\n250 HELP\r\n"))
    #expect(missing.offered == false && missing.agreed == nil)
    let refused = Self.decode(
      .imap, (.server, "* OK x\r\n"), (.client, "a CAPABILITY\r\n"),
      (.server, "* CAPABILITY IMAP4rev1 STARTTLS\r\na OK\r\n"), (.client, "b STARTTLS\r\n"), (.server, "b NO\r\n"))
    #expect(refused.offered == true && refused.agreed == false && !refused.isPreauthenticated)
    #expect(Self.decode(.imap, (.server, "* PREAUTH x\r\n")).isPreauthenticated)
    let database = StartTLSDecoder.decode(
      [
        .init(from: .client, at: 0, bytes: [0, 0, 0, 8, 4, 0xD2, 0x16, 0x2F]),
        .init(from: .server, at: 1, bytes: [UInt8(ascii: "N")]),
      ], .postgresql)
    #expect(database == StartTLSEvidence(agreed: false, commands: ["SSLRequest"]))
  }

  @Test func `every command of a client that pipelines has an answer`() {
    let mail = Self.decode(
      .smtp, (.server, "220 x\r\n"), (.client, "EHLO y\r\nNOOP\r\nSTARTTLS\r\n"),
      (.server, "250-x\r\n250-STARTTLS\r\n250 HELP\r\n"), (.server, "250 OK\r\n"), (.server, "220 go\r\nmore"))
    #expect(
      mail == StartTLSEvidence(offered: true, agreed: true, surplusBytes: 4, commands: ["EHLO y", "NOOP", "STARTTLS"]))
    let box = Self.decode(
      .imap, (.server, "* OK x\r\n"), (.client, "a NOOP\r\na CAPABILITY\r\nb STARTTLS\r\n"),
      (.server, "b BAD\r\na OK\r\n* CAPABILITY STARTTLS\r\na OK\r\n"))
    #expect(box.offered == true && box.agreed == false)
    let gss: [UInt8] = [0, 0, 0, 8, 4, 0xD2, 0x16, 0x30]
    let database = StartTLSDecoder.decode(
      [
        .init(from: .client, at: 0, bytes: gss + [0, 0, 0, 8, 4, 0xD2, 0x16, 0x2F]),
        .init(from: .server, at: 1, bytes: Array("NS".utf8)),
      ], .postgresql)
    #expect(database == StartTLSEvidence(agreed: true, commands: ["GSSENCRequest", "SSLRequest"]))
  }

  @Test func `a session in the clear is data to its last byte, however short its messages are`() {
    let startup: [UInt8] = [0, 0, 0, 9, 0, 3, 0, 0, 0]
    let seen = StartTLSDecoder.decode(
      [.init(from: .client, at: 3, bytes: startup), .init(from: .client, at: 4, bytes: [83, 0, 0, 0, 4])], .postgresql)
    #expect(seen.applicationBytes == 14 && seen.firstApplicationAt == 3)
  }

  @Test func `bytes after the consent are counted, in the same piece or later`() {
    let once = Self.decode(
      .smtp, (.server, "220 x\r\n"), (.client, "STARTTLS\r\n"), (.server, "220 go\r\n250 more\r\n"))
    #expect(once.surplusBytes == 10)
    let later = Self.decode(
      .imap, (.server, "* OK x\r\n"), (.client, "a STARTTLS\r\n"), (.server, "a OK\r\n"), (.server, "b OK\r\n"))
    #expect(later.surplusBytes == 6)
    let database = StartTLSDecoder.decode(
      [
        .init(from: .client, at: 0, bytes: [0, 0, 0, 8, 4, 0xD2, 0x16, 0x2F]),
        .init(from: .server, at: 1, bytes: [UInt8(ascii: "S"), 1, 2, 3]),
      ], .postgresql)
    #expect(database.agreed == true && database.surplusBytes == 3)
  }

  @Test func `whatever is more than asking for TLS is data`() {
    let mail = Self.decode(
      .smtp, (.server, "220 x\r\n"), (.client, "EHLO y\r\nAUTH PLAIN AGEAYg==\r\nQUIT\r\n"))
    #expect(mail.applicationBytes == 19 && mail.firstApplicationAt == 1)
    #expect(Self.decode(.imap, (.client, "a LOGIN b c\r\nd NOOP\r\ne LOGOUT\r\n")).applicationBytes == 11)
    // A ClientHello to a server that has not agreed proves nothing.
    #expect(Self.decode(.smtp, (.client, "\u{16}\u{3}\u{1}EHLO\r\n")).applicationBytes == 0)
    let startup: [UInt8] = [0, 0, 0, 9, 0, 3, 0, 0, 0]
    let database = StartTLSDecoder.decode([.init(from: .client, at: 7, bytes: startup)], .postgresql)
    #expect(database.applicationBytes == 9 && database.firstApplicationAt == 7)
    let goodbye = StartTLSDecoder.decode(
      [.init(from: .client, at: 0, bytes: [0, 0, 0, 8, 4, 0xD2, 0x16, 0x2F])], .postgresql)
    #expect(goodbye.applicationBytes == 0)
  }
}
