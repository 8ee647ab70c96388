#!/usr/bin/env python3
# An adapter that drives a running Chromium with WebDriver. Copy it, and change the three lines below; browser.md starts the
# browser and chromedriver.
import json, os, re, sys, urllib.error, urllib.request

DRIVER, BROWSER = "http://127.0.0.1:9515", "127.0.0.1:9222"   # chromedriver, and the browser's --remote-debugging-port
CONNECTIONS = "pid-file /tmp/rogues-browser.pid"              # its network process descends from that one
CAN = ["anchors", "system-anchors", "tls1.2", "tls1.3", "redirects"]

# What net_error_list.h of Chromium calls its decisions; it has one error for most faults of a certificate.
REFUSALS = {"CERT_AUTHORITY_INVALID": "untrusted", "CERT_COMMON_NAME_INVALID": "name-mismatch", "CERT_REVOKED": "revoked",
    "CERT_WEAK_KEY": "weak-crypto", "SSL_PROTOCOL_ERROR": "protocol", "SSL_SERVER_CERT_BAD_FORMAT": "malformed",
    "SSL_KEY_USAGE_INCOMPATIBLE": "key-usage", "TLS13_DOWNGRADE_DETECTED": "protocol",
    "SSL_PINNED_KEY_NOT_IN_CERT_CHAIN": "pin-mismatch", "SSL_VERSION_OR_CIPHER_MISMATCH": "other"}
SERVER = ("BAD_SSL_CLIENT_AUTH_CERT", "CONNECTION_CLOSED", "EMPTY_RESPONSE", "HTTP_RESPONSE_CODE_FAILURE")

class Failure(Exception): pass

def call(method, path, body=None, seconds=20):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(DRIVER + path, data, {"Content-Type": "application/json"}, method=method)
    # Not through a proxy: chromedriver is on this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=seconds) as reply: return json.load(reply)["value"]
    except urllib.error.HTTPError as error:
        raise Failure(json.load(error)["value"]["message"].split("\n")[0])
    except (OSError, ValueError) as error:
        raise Failure(f"chromedriver: {error}")

def session():
    options = {"debuggerAddress": BROWSER}
    always = {"browserName": "chrome", "acceptInsecureCerts": False, "goog:chromeOptions": options}
    made = call("POST", "/session", {"capabilities": {"alwaysMatch": always}})
    if made["capabilities"].get("acceptInsecureCerts"): raise Failure("this browser accepts every certificate")
    return made

def main():
    if os.environ.get("ROGUES_HELLO"):
        try: made = session()
        except Failure as failure: sys.exit(print(f"no browser is open: {failure}", file=sys.stderr) or 69)
        call("DELETE", f"/session/{made['sessionId']}")
        library = {"name": "Chromium", "version": made["capabilities"]["browserVersion"]}
        return print(json.dumps({"type": "ready", "protocol": 1, "adapter": "browser-app", "library": library, "startup": 10000,
            "connections": CONNECTIONS, "capabilities": CAN}))
    attempt = json.load(sys.stdin)
    for word in attempt["needs"]:
        if word not in CAN: return print("UNSUPPORTED", word)
    seconds = max(1, attempt["deadlineMilliseconds"] / 1000 - 2)
    identity = None
    try:
        identity = session()["sessionId"]
        path = f"/session/{identity}"
        call("POST", path + "/timeouts", {"pageLoad": int(seconds * 1000)})
        call("POST", path + "/url", {"url": os.environ["ROGUES_URL"]}, seconds + 1)
        script = "return [location.href, document.body.textContent]"
        place, text = call("POST", path + "/execute/sync", {"script": script, "args": []})
        # The page that it shows in the place of a server that it refuses: no server can be at this address.
        if place.startswith("chrome-error:"):
            raise Failure(" ".join(re.findall(r"\b(?:NET::)?ERR_[A-Z0-9_]+", text)[:1]) or f"an error page: {text[:200]}")
        words = text.split()
        # The body of an answer that has the nonce is nothing else.
        print(*["ACCEPT", words[0]] if len(words) == 1 else ["FAILED server the page is no nonce:", *words[:20]])
    except Failure as failure:
        error = re.search(r"\bERR_([A-Z0-9_]+)", str(failure))
        name = error.group(1) if error else ""
        if name in REFUSALS or name.startswith("CERT_"): print("CANCEL", REFUSALS.get(name, "other"), name)
        elif name in SERVER: print("FAILED server", name)
        else: print("FAILED", "timeout" if "timeout" in str(failure) else "network", failure)
    finally:
        try:
            if identity:
                # Nothing of this attempt is open when the next one begins.
                call("POST", f"/session/{identity}/url", {"url": "about:blank"})
                call("DELETE", f"/session/{identity}")
        except Failure as failure: print(failure, file=sys.stderr)

main()
