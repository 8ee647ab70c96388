/// The files of a new adapter: it passes `rogues doctor` unchanged, and comments mark the parts to replace.
struct AdapterSkeleton {
  /// How the harness talks to the new adapter.
  enum Door: String, CaseIterable, Sendable { case exec, session, recipe, swift }

  var name: String
  var door: Door

  /// The line of a description that is nobody's client yet.
  static let mark =
    "template: true                              # a run fails as long as this line is here: remove it with your client in place"

  var files: [ScaffoldFile] {
    let folder = "Adapters/\(name)"
    return switch door {
    case .exec:
      [
        ScaffoldFile("\(folder)/adapter.yaml", execManifest),
        ScaffoldFile("\(folder)/\(name).sh", shell, isProgram: true),
      ]
    case .session:
      [ScaffoldFile("\(folder)/adapter.yaml", sessionManifest), ScaffoldFile("\(folder)/\(name).py", python)]
    case .recipe: [ScaffoldFile("\(folder)/adapter.yaml", recipe)]
    case .swift: [ScaffoldFile("Tests/RogueTests/\(typeName)Tests.swift", swift)]
    }
  }

  private var typeName: String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private var execManifest: String {
    """
    # The adapter '\(name)': how the harness starts your client. docs/reference/adapters.md explains every key.
    # TODO: say what your client is, which library validates, and how its version is found out.
    adapter: \(name)
    \(Self.mark)
    summary: curl, called by a shell script
    library: libcurl
    programs: [sh]
    packages: [curl]
    version: {arguments: [-c, "curl --version"], after: "curl "}
    capabilities: [pin.spki.leaf, tls1.2, tls1.3]   # add what your client can be configured with
    door: exec
    arguments: [\(name).sh]                     # a path relative to this folder

    """
  }

  private var shell: String {
    #"""
    #!/bin/sh
    # One attempt: configure the client, make one request, say what it decided. TODO replace curl by your client.
    for need in $ROGUES_NEEDS; do                       # if it lacks a capability, it says so and does not connect
      case $need in tls1.2 | tls1.3 | pin.spki.leaf) ;; *) echo "UNSUPPORTED $need"; exit ;; esac
    done
    cat system.pem user.pem >roots.pem 2>/dev/null      # the attempt's CAs; the second file may be missing
    # The attempt is a JSON object on standard input; the pins of this host:
    pins=$(awk -v RS='{' -v host="\"host\":\"$ROGUES_HOST\"" '{ gsub(/[ \n]/, "") } /"includeSubdomains"/ { mine = index($0, host) }
      mine && match($0, /"sha256":"[^"]*"/) { printf ";sha256//%s", substr($0, RSTART + 10, RLENGTH - 11) }')
    if [ "$pins" ]; then set -- --pinnedpubkey "${pins#;}"; fi
    nonce=$(curl --disable --silent --show-error --fail --noproxy '*' --max-time 4 --tlsv1.2 --http1.1 \
      --connect-to "$ROGUES_HOST:$ROGUES_PORT:$ROGUES_ADDRESS:$ROGUES_PORT" --cacert roots.pem \
      "$@" "$ROGUES_URL" 2>error.txt)
    case $? in
      0)  echo "ACCEPT $nonce" ;;
      60) echo "CANCEL other $(head -c 200 error.txt | tr '\n' ' ')" ;;
      90) echo "CANCEL pin-mismatch@after-handshake" ;;
      35) echo "CANCEL protocol" ;;
      22) echo "FAILED server" ;;                       # another status than 200
      *)  echo "FAILED network" ;;
    esac

    """#
  }

  private var sessionManifest: String {
    """
    # The adapter '\(name)': a program that is started once and gets every attempt. docs/reference/adapters.md explains every key.
    # TODO: say what your client is, which library validates, and how its version is found out.
    adapter: \(name)
    \(Self.mark)
    summary: Python's ssl module, in one process for all attempts
    library: Python ssl
    programs: [python3]
    packages: [python3]
    version: {arguments: [-c, "import ssl; print(ssl.OPENSSL_VERSION)"], after: "OpenSSL "}
    startup: 500                                # milliseconds, added to the twenty seconds that a start may take
    capabilities: [anchors, pin.certificate.leaf, tls1.2, tls1.3]   # as the program's ready object
    door: session
    arguments: [-B, \(name).py]                 # a path relative to this folder

    """
  }

  private var python: String {
    #"""
    #!/usr/bin/env python3
    # Reads attempts, answers each in one line. TODO replace the ssl module by your client.
    IMPORT base64, hashlib, json, os, socket, ssl, sys

    CAN = ["anchors", "pin.certificate.leaf", "tls1.2", "tls1.3"]


    def answer(attempt):
        for word in attempt["needs"]:
            if word not in CAN:
                return {"type": "unsupported", "capability": word}
        to, policy = attempt["connect"], attempt["policy"]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        anchors = [policy["anchors"]] if policy["anchors"] else [policy["systemAnchors"], policy["userAnchors"]]
        if attempt["tls"]["alpn"]:
            context.set_alpn_protocols(attempt["tls"]["alpn"])
        try:
            for name in anchors:
                path = name and os.path.join(attempt["directory"], name)
                if path and os.path.getsize(path):
                    context.load_verify_locations(path)
            with socket.create_connection((to["address"], to["port"]), 4) as connection:
                with context.wrap_socket(connection, server_hostname=to["host"]) as tls:
                    leaf = base64.b64encode(hashlib.sha256(tls.getpeercert(True)).digest()).decode()
                    for pins in policy["pinSets"]:
                        if pins["host"] == to["host"] and leaf not in [pin["sha256"] for pin in pins["any"]]:
                            return {"type": "statement", "disposition": "cancel", "reason": "pin-mismatch", "phase": "after-handshake"}
                    tls.sendall(f"GET {to['path']} HTTP/1.1\r\nHost: {to['host']}:{to['port']}\r\n\r\n".encode())
                    words = tls.makefile().read().split()
                    if words[1:2] != ["200"]:
                        return {"type": "failed", "cause": "server", "detail": " ".join(words[:3])}
                    return {"type": "statement", "disposition": "accept", "nonce": words[-1]}
        except ssl.SSLCertVerificationError as error:
            return {"type": "statement", "disposition": "cancel", "reason": "other", "detail": str(error)}
        except ssl.SSLError as error:
            if "ALERT" in str(error) or "EOF" in str(error):    # the server ended it
                return {"type": "failed", "cause": "server", "detail": str(error)}
            return {"type": "statement", "disposition": "cancel", "reason": "protocol", "detail": str(error)}
        except OSError as error:
            return {"type": "failed", "cause": "network", "detail": str(error)}


    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            library = {"name": "Python ssl", "version": ssl.OPENSSL_VERSION}
            reply = {"type": "ready", "protocol": 1, "adapter": "NAME", "library": library, "capabilities": CAN}
        elif message["type"] == "attempt":
            reply = {**answer(message), "id": message["id"]}
        else:
            break
        print(json.dumps(reply), flush=True)

    """#.replacing("NAME", with: name).replacing("IMPORT", with: "import")
  }

  private var recipe: String {
    """
    # The adapter '\(name)': a command-line client, without code. docs/reference/adapters.md explains every key.
    # TODO: say what your client is, which library validates, and how its version is found out.
    adapter: \(name)
    \(Self.mark)
    summary: curl with the fewest options that make it a client
    library: libcurl
    programs: [curl]
    packages: [curl]
    version: {arguments: [--version], after: "curl "}
    names: connect-to
    capabilities: [anchors, pin.spki.leaf, tls1.2, tls1.3]
    door: recipe
    arguments:                                  # groups in order; each is added if its condition holds
      - always: [--disable, --silent, --show-error, --fail, --noproxy, "*", --max-time, "4", --tlsv1.2, --http1.1]
      - always: [--connect-to, "{host}:{port}:{address}:{port}"]
      - always: [--cacert, "{roots}", --capath, "{dir}/none"]
      - pins.spki: [--pinnedpubkey, {each: "sha256//{base64}", join: ";"}]
      - last: ["{url}"]
    outcomes:                                   # the first that fits decides; if none fits, it is an adapter error
      - {exit: 60, cancel: other}
      - {exit: 90, cancel: pin-mismatch, phase: after-handshake}
      - {exit: 35, cancel: protocol}
      - {exit: 77, cancel: configuration, phase: configuration}   # a file of CAs without any
      - {exit: 22, failed: server}                # another status than 200
      - {exit: 7, failed: network}

    """
  }

  private var swift: String {
    """
    \("import") RogueTesting
    \("import") Testing

    /// Puts rogue TLS servers to a validator of this package; docs/guides/testing.md explains the call.
    @Test func `\(name) refuses rogues`() async throws {
      Issue.record("this judges the template: put your own handler in its place, and remove this line")
      try await expectConformance(to: "trust/*", "names/*", "time/*", capabilities: []) { policy in
        \(typeName)()
      }
    }

    /// TODO replace this by your own handler.
    private struct \(typeName): ChallengeHandler {
      func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
        guard let trust = challenge.space.serverTrust else { return completion(.performDefaultHandling) }
        let isGood = (try? trust.evaluate().isSuccess) ?? false
        if isGood { completion(.useCredential, .trust(trust)) } else { completion(.cancel) }
      }
    }

    """
  }
}
