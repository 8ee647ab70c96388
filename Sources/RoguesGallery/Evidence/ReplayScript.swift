internal import RogueModel
internal import RogueReports
internal import RogueStimuli

/// A shell script that serves again what a rogue server served, with OpenSSL alone; where that cannot be done, one that
/// says why.
struct ReplayScript {
  let text: String
  /// Empty: `openssl s_server` can serve it.
  let limits: [String]

  init(material: StepMaterial, caseID: String) {
    limits = ReplayLimits.reasons(material)
    let title = "# \(caseID.visible(keepsLines: false))\n"
    guard limits.isEmpty else {
      text = "#!/bin/sh\n" + title + Self.refusal(limits)
      return
    }
    let served = material.served
    var flags = [served.version == .tls13 ? "-tls1_3" : "-tls1_2"]
    let protocols = material.world.server[ApplicationProtocols.self]
    if !protocols.isEmpty { flags += ["-alpn", protocols.joined(separator: ",")] }
    var setting = "host=\(ShellQuoting.quote(material.attempt.connect.host))\n"
    setting += "path=\(ShellQuoting.quote(material.attempt.connect.path))\n"
    setting += "flags=\(ShellQuoting.quote(flags.joined(separator: " ")))\n"
    setting += "staple=\(served.presentation.staple == nil ? "" : "staple.der")\n"
    text = "#!/bin/sh\n" + title + Self.usage + setting + Self.body
  }

  private static func refusal(_ limits: [String]) -> String {
    var text = "# OpenSSL's s_server cannot serve this fault, so this script serves nothing.\n"
    text += "cat >&2 <<'END'\nopenssl s_server cannot\n"
    for limit in limits { text += "  - \(limit)\n" }
    text += "wire.pcapng has the bytes of the run; README.md says how to read them, and how to run the case again.\n"
    text += "END\n"
    return text + "exit 3\n"
  }

  private static let usage = #"""
    # Serves what the rogue server served, with OpenSSL (1.1.1 or later) alone, on this machine's loopback.
    #
    #   ./replay.sh [PORT]                 serves until Ctrl-C; PORT is 4433 if none is given
    #   ./replay.sh PORT COMMAND [ARG …]   runs a client against it, which finds ROGUE_URL, ROGUE_HOST, ROGUE_PORT,
    #                                      ROGUE_ADDRESS and ROGUE_TRUST (a PEM file) in its environment
    #
    # Exit status with COMMAND: 1 its request reached the server (it accepted the server), 0 it connected, but no
    # request came; 2 it never connected, or this OpenSSL cannot serve the same certificates.
    set -eu

    """#

  private static let body = #"""

    here=$(cd "$(dirname "$0")" && pwd)
    port=${1:-4433}
    [ $# -eq 0 ] || shift
    work=$(mktemp -d)
    server=
    trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || :; fi; rm -rf "$work"' EXIT
    trap 'exit 130' INT TERM

    certificates() { sed -n '/-----BEGIN CERTIFICATE-----/,/-----END CERTIFICATE-----/p' "$@"; }
    certificates "$here/presented.pem" >"$work/presented.pem"
    awk -v out="$work/rest.pem" '/BEGIN/ { number++ } number > 1 { print > out }' "$work/presented.pem"
    mkdir -p "$work/www"
    echo accepted >"$work/www/index.html"
    echo accepted >"$work/www$path"
    set -- "$port" "$@"

    arguments="-accept 127.0.0.1:$port -WWW -state $flags -cipher DEFAULT:@SECLEVEL=0"
    [ ! -s "$work/rest.pem" ] || arguments="$arguments -cert_chain $work/rest.pem"
    [ -z "$staple" ] || { cp "$here/$staple" "$work/staple.der"; arguments="$arguments -status_file $work/staple.der"; }
    (
      cd "$work/www"
      # shellcheck disable=SC2086
      exec openssl s_server $arguments -cert "$work/presented.pem" -key "$here/server.key" >"$work/log" 2>&1
    ) &
    server=$!

    tries=0
    while :; do
      openssl s_client -connect "127.0.0.1:$port" -servername "$host" -showcerts -cipher DEFAULT:@SECLEVEL=0 \
        </dev/null >"$work/seen" 2>/dev/null || :
      certificates "$work/seen" >"$work/seen.pem"
      if kill -0 "$server" 2>/dev/null && cmp -s "$work/seen.pem" "$work/presented.pem"; then break; fi
      tries=$((tries + 1))
      if [ $tries -ge 50 ] || ! kill -0 "$server" 2>/dev/null; then
        echo "this OpenSSL ($(openssl version)) cannot serve the certificates of presented.pem on port $port:" >&2
        cat "$work/log" >&2
        exit 2
      fi
      sleep 0.1
    done
    openssl x509 -in "$work/presented.pem" -noout -checkend 0 >/dev/null 2>&1 ||
      echo "note: by this machine's clock the certificate has expired; a client may refuse it for that alone" >&2

    ROGUE_URL="https://$host:$port$path" ROGUE_HOST=$host ROGUE_PORT=$port ROGUE_ADDRESS=127.0.0.1
    ROGUE_TRUST="$here/trust.pem"
    export ROGUE_URL ROGUE_HOST ROGUE_PORT ROGUE_ADDRESS ROGUE_TRUST
    shift
    connections() { grep -c 'SSL_accept:before' "$work/log" || :; }
    own=$(connections)
    if [ $# -gt 0 ]; then
      "$@" || :
      sleep 0.2
      if grep -q '^FILE:' "$work/log"; then
        echo "ACCEPTED: the client's request reached the rogue server"
        exit 1
      fi
      if [ "$own" -gt 0 ] && [ "$(connections)" -eq "$own" ]; then
        echo "the client never connected to 127.0.0.1:$port, so nothing follows" >&2
        exit 2
      fi
      echo "no request reached the rogue server"
      exit 0
    fi

    echo "$ROGUE_URL is up on 127.0.0.1:$port, with the certificates of presented.pem. For example:"
    echo "  curl --cacert trust.pem --connect-to $host:$port:127.0.0.1:$port $ROGUE_URL"
    seen=0
    while kill -0 "$server" 2>/dev/null; do
      now=$(grep -c '^FILE:' "$work/log" || :)
      if [ "$now" -gt "$seen" ]; then
        echo "a request arrived: the client accepted this server"
        seen=$now
      fi
      sleep 1
    done

    """#
}
