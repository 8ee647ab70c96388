/// A field of a request or an answer in HTTP/2 (RFC 9113, section 8.2).
package struct HeaderField: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String = "") {
    self.name = name
    self.value = value
  }

  /// Its size in a table (RFC 7541, section 4.1), in bytes.
  var size: Int { name.utf8.count + value.utf8.count + 32 }

  /// RFC 7541, appendix A.
  static let known: [HeaderField] = [
    HeaderField(":authority"), HeaderField(":method", "GET"), HeaderField(":method", "POST"), HeaderField(":path", "/"),
    HeaderField(":path", "/index.html"), HeaderField(":scheme", "http"), HeaderField(":scheme", "https"),
    HeaderField(":status", "200"), HeaderField(":status", "204"), HeaderField(":status", "206"),
    HeaderField(":status", "304"), HeaderField(":status", "400"), HeaderField(":status", "404"),
    HeaderField(":status", "500"), HeaderField("accept-charset"), HeaderField("accept-encoding", "gzip, deflate"),
    HeaderField("accept-language"), HeaderField("accept-ranges"), HeaderField("accept"),
    HeaderField("access-control-allow-origin"), HeaderField("age"), HeaderField("allow"), HeaderField("authorization"),
    HeaderField("cache-control"), HeaderField("content-disposition"), HeaderField("content-encoding"),
    HeaderField("content-language"), HeaderField("content-length"), HeaderField("content-location"),
    HeaderField("content-range"), HeaderField("content-type"), HeaderField("cookie"), HeaderField("date"),
    HeaderField("etag"), HeaderField("expect"), HeaderField("expires"), HeaderField("from"), HeaderField("host"),
    HeaderField("if-match"), HeaderField("if-modified-since"), HeaderField("if-none-match"), HeaderField("if-range"),
    HeaderField("if-unmodified-since"), HeaderField("last-modified"), HeaderField("link"), HeaderField("location"),
    HeaderField("max-forwards"), HeaderField("proxy-authenticate"), HeaderField("proxy-authorization"),
    HeaderField("range"), HeaderField("referer"), HeaderField("refresh"), HeaderField("retry-after"),
    HeaderField("server"), HeaderField("set-cookie"), HeaderField("strict-transport-security"),
    HeaderField("transfer-encoding"), HeaderField("user-agent"), HeaderField("vary"), HeaderField("via"),
    HeaderField("www-authenticate"),
  ]
}

extension [HeaderField] {
  /// The fields as literals without indexing (RFC 7541, section 6.2.2), which every reader understands.
  package var literals: [UInt8] {
    var block: [UInt8] = []
    for field in self {
      block.append(0)
      for text in [field.name, field.value] {
        Self.append(text.utf8.count, to: &block)
        block.append(contentsOf: text.utf8)
      }
    }
    return block
  }

  package subscript(name: String) -> String? { first { $0.name == name }?.value }

  /// A length with a prefix of seven bits (section 5.1).
  private static func append(_ length: Int, to block: inout [UInt8]) {
    guard length >= 127 else { return block.append(UInt8(length)) }
    block.append(127)
    var rest = length - 127
    while rest >= 128 {
      block.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    block.append(UInt8(rest))
  }
}
