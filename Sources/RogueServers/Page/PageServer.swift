public import RogueModel
internal import RoguePlatform
internal import RogueTLS

/// What a page of this process answers.
public struct PageReply: Sendable, Hashable {
  var status: String
  var type: String?
  var body: [UInt8]
  var location: String?

  public static func found(_ type: String, _ body: [UInt8]) -> PageReply {
    PageReply(status: "200 OK", type: type, body: body)
  }

  public static let missing = PageReply(status: "404 Not Found", body: [])

  /// After a form: the page is asked for again.
  public static func back(to base: String) -> PageReply {
    PageReply(status: "303 See Other", body: [], location: base)
  }
}

/// A web page of this process, over plain HTTP at its own port, for the browser of whoever watches.
public final class PageServer: Sendable {
  /// Of the page, as a browser takes it.
  public let url: String
  public let base: String
  private let loop: EventLoop
  private let listener: TCPListener

  /// - Parameters:
  ///   - place: where it listens.
  ///   - base: the path that everything is below; begins and ends with a slash. Others cannot guess it.
  ///   - token: forms with it are answered, others refused; nil: nothing can be changed.
  ///   - answer: called on the page's own thread, which serves nothing meanwhile.
  public init(
    at place: ListenPlace, base: String, token: String?, answer: @escaping @Sendable (PageRequest) -> PageReply
  ) throws(HarnessFailure) {
    do throws(SystemError) {
      listener = try TCPListener(port: place.port, address: place.address)
      loop = try EventLoop()
    } catch {
      throw HarnessFailure(.network, "cannot open the port of the page at \(place.address)", underlying: "\(error)")
    }
    self.base = base
    url = "http://\(place.address):\(listener.port)\(base)"
    let names = place.isOpen ? [place.address] : [place.address, "localhost"]
    let port = listener.port
    let hosts = names.flatMap { port == 80 ? ["\($0):80", $0] : ["\($0):\(port)"] }
    let reader = PageRequestReader(hosts: Set(hosts), base: base, token: token)
    loop.submit { [listener] registry in
      registry.add(PagePort(listener: listener, reader: reader, answer: answer))
    }
  }

  deinit { shutDown() }

  /// Closes the port and ends the thread.
  public func shutDown() {
    loop.submit { [listener] registry in
      (registry.handler(of: listener.descriptor) as? PagePort)?.shutDown(registry)
    }
    loop.stop()
  }
}

extension PageReply {
  /// With what keeps a browser from taking it for anything else, and from showing it within another page.
  var whole: HTTPReply {
    var reply = HTTPReply(status: status, type: type, body: body, location: location)
    reply.fields = Self.fields
    return reply
  }

  private static let fields = [
    HeaderField(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; "
        + "frame-ancestors 'none'"),
    HeaderField("X-Content-Type-Options", "nosniff"), HeaderField("Referrer-Policy", "no-referrer"),
    HeaderField("Cross-Origin-Resource-Policy", "same-origin"), HeaderField("Cache-Control", "no-store"),
  ]
}
