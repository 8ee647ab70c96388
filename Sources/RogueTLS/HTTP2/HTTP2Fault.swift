/// Why a connection of HTTP/2 cannot continue (RFC 9113, section 5.4.1).
package struct HTTP2Fault: Error, Hashable {
  /// RFC 9113, section 7.
  package enum Code: UInt32, Sendable, Hashable {
    case none = 0
    case protocolError = 1
    case flowControl = 3
    case streamClosed = 5
    case frameSize = 6
    case compression = 9
    case calmDown = 11
  }

  package var code: Code
  package var why: String

  package init(_ code: Code, _ why: String) {
    self.code = code
    self.why = why
  }
}
