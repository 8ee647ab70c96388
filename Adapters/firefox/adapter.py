"""An adapter for Firefox without a window, through the session door (docs/reference/adapters.md).

Two browsers for the whole run, driven by Marionette: one asks responders and the other does not, because a change of that
setting empties the cache of sessions. The certificates are changed for each attempt. The page is opened in a tab of a
container, as users have them: what Firefox keeps of servers (sessions, connections, answers of responders) it keeps for
each container alone, and each conversation has one of its own.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))

import atexit
import base64
import json
import socket
import subprocess
import tempfile
import time

import session

# The same words are in adapter.yaml.
CAPABILITIES = {
    "anchors", "revocation.ocsp-staple", "revocation.ocsp-fetch", "revocation.no-network", "client-identity.pkcs12", "tls1.2",
    "tls1.3", "resumption", "resumption.cache", "early-data", "keep-alive", "http2", "renegotiation", "post-handshake-auth",
    "redirects", "proxy", "proxy.tls", "same-process", "reason",
}

# No background requests, every name on loopback, and no prompt about pages on loopback.
PREFERENCES = {
    "marionette.port": 0, "network.dns.forceResolve": "127.0.0.1", "network.trr.mode": 5,
    "network.proxy.allow_hijacking_localhost": True, "network.lna.enabled": False, "network.lna.blocking": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "network.http.speculative-parallel-limit": 0, "network.prefetch-next": False, "network.dns.disablePrefetch": True,
    "network.http.http3.enable": False, "services.settings.server": "http://127.0.0.1:9", "app.normandy.enabled": False,
    "app.update.disabledForTesting": True, "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.server": "",
    "dom.push.connection.enabled": False, "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False, "extensions.update.enabled": False, "media.gmp-manager.updateEnabled": False,
    "browser.chrome.site_icons": False, "browser.startup.page": 0, "browser.startup.homepage": "about:blank",
    "browser.newtabpage.enabled": False, "browser.cache.disk.enable": False, "browser.cache.memory.enable": False,
    "browser.sessionstore.max_tabs_undo": 0, "privacy.userContext.enabled": True, "dom.ipc.processCount": 1,
    "security.ssl.enable_ocsp_stapling": True, "security.default_personal_cert": "Select Automatically", "security.tls.enable_post_handshake_auth": True,
}

VERSIONS = {"1.2": 3, "1.3": 4}

# What mozilla::pkix and NSS say, by the names that Firefox shows. Whatever else they say of a certificate is `other`.
REASONS = {
    "SEC_ERROR_UNKNOWN_ISSUER": "untrusted",
    "SEC_ERROR_UNTRUSTED_ISSUER": "untrusted",
    "SEC_ERROR_UNTRUSTED_CERT": "untrusted",
    "MOZILLA_PKIX_ERROR_SELF_SIGNED_CERT": "untrusted",
    "SEC_ERROR_EXPIRED_CERTIFICATE": "expired",
    "SEC_ERROR_EXPIRED_ISSUER_CERTIFICATE": "expired",
    "MOZILLA_PKIX_ERROR_NOT_YET_VALID_CERTIFICATE": "not-yet-valid",
    "MOZILLA_PKIX_ERROR_NOT_YET_VALID_ISSUER_CERTIFICATE": "not-yet-valid",
    "SSL_ERROR_BAD_CERT_DOMAIN": "name-mismatch",
    "SEC_ERROR_REVOKED_CERTIFICATE": "revoked",
    "MOZILLA_PKIX_ERROR_OCSP_RESPONSE_FOR_CERT_MISSING": "revocation-unknown",
    "SEC_ERROR_BAD_SIGNATURE": "bad-signature",
    "SEC_ERROR_CA_CERT_INVALID": "not-a-ca",
    "MOZILLA_PKIX_ERROR_V1_CERT_USED_AS_CA": "not-a-ca",
    "SEC_ERROR_PATH_LEN_CONSTRAINT_INVALID": "path-length",
    "SEC_ERROR_CERT_NOT_IN_NAME_SPACE": "name-constraint",
    "SEC_ERROR_INADEQUATE_KEY_USAGE": "key-usage",
    "SEC_ERROR_INADEQUATE_CERT_TYPE": "key-usage",
    "SEC_ERROR_UNKNOWN_CRITICAL_EXTENSION": "extension",
    "MOZILLA_PKIX_ERROR_REQUIRED_TLS_FEATURE_MISSING": "extension",
    "SEC_ERROR_CERT_SIGNATURE_ALGORITHM_DISABLED": "weak-crypto",
    "MOZILLA_PKIX_ERROR_INADEQUATE_KEY_SIZE": "weak-crypto",
    "SSL_ERROR_WEAK_SERVER_CERT_KEY": "weak-crypto",
    "SSL_ERROR_WEAK_SERVER_EPHEMERAL_DH_KEY": "weak-crypto",
    "SEC_ERROR_BAD_DER": "malformed",
    "SEC_ERROR_EXTENSION_VALUE_INVALID": "malformed",
    "SEC_ERROR_INVALID_TIME": "malformed",
    # NSS's error for an unreadable certificate; it has no narrower one.
    "SEC_ERROR_LIBRARY_FAILURE": "malformed",
    "SEC_ERROR_INVALID_ARGS": "malformed",
    "MOZILLA_PKIX_ERROR_INVALID_INTEGER_ENCODING": "malformed",
    "MOZILLA_PKIX_ERROR_EMPTY_ISSUER_NAME": "malformed",
    "SSL_ERROR_INCORRECT_SIGNATURE_ALGORITHM": "proof-of-possession",
    "SSL_ERROR_UNSUPPORTED_SIGNATURE_ALGORITHM": "proof-of-possession",
    "SSL_ERROR_UNSUPPORTED_VERSION": "version",
    "SEC_ERROR_CERTIFICATE_COMPRESSION_ALGORITHM_NOT_SUPPORTED": "protocol",
}

# What is no decision of Firefox.
FAILURES = {"PR_END_OF_FILE_ERROR": "server", "SSL_ERROR_HANDSHAKE_FAILED": "server", "PR_CONNECT_RESET_ERROR": "network"}

# In the browser's own context: its settings, its certificates, and a tab of the container.
PREPARE = """
const [roots, bundle, password, preferences, container] = arguments;
for (const [name, value] of Object.entries(preferences)) {
  if (typeof value == "boolean") Services.prefs.setBoolPref(name, value);
  else if (typeof value == "number") Services.prefs.setIntPref(name, value);
  else Services.prefs.setStringPref(name, value);
}
const database = Cc["@mozilla.org/security/x509certdb;1"].getService(Ci.nsIX509CertDB);
for (const one of database.getCerts()) {
  if (!one.isBuiltInRoot) database.deleteCertificate(one);
}
for (const root of roots) {
  try { database.addCertFromBase64(root, "CP,,"); } catch (error) { return ["anchor", String(error)]; }
}
if (bundle) {
  const file = Cc["@mozilla.org/file/local;1"].createInstance(Ci.nsIFile);
  file.initWithPath(bundle);
  const status = database.importPKCS12File(file, password);
  if (status) return ["identity", "importPKCS12File: " + status];
}
const old = gBrowser.selectedTab, tab = gBrowser.addTrustedTab("about:blank", {userContextId: container});
gBrowser.selectedTab = tab;
gBrowser.removeTab(old, {animate: false});
const {waitForInitialNavigationCompleted} = ChromeUtils.importESModule("chrome://remote/content/shared/Navigate.sys.mjs");
return waitForInitialNavigationCompleted(tab.linkedBrowser.browsingContext.webProgress).then(() => null);
"""

# In the page or its error page: the URL, the name of the error, the status and the text.
PAGE = """
const where = document.documentURI;
if (where.startsWith("about:") && where.includes("error?")) {
  const code = window.docShell.failedChannel?.securityInfo?.errorCodeString;
  return code || !where.includes("e=nss") ? [where, code] : null;
}
if (where == "about:blank" || document.readyState != "complete") return null;
return [where, performance.getEntriesByType("navigation")[0].responseStatus, document.body.textContent];
"""


class Fault(Exception):
    """What Marionette answers to a command that fails."""

    def __init__(self, error):
        super().__init__(f"{error['error']}: {error['message']}")
        self.kind = error["error"]


class Browser:
    def __init__(self, asks_responders):
        profile = tempfile.mkdtemp(prefix="profile")  # in TMPDIR, which is removed
        with open(os.path.join(profile, "user.js"), "w", encoding="utf-8") as file:
            for name, value in (PREFERENCES | {"security.OCSP.enabled": 1 if asks_responders else 0}).items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", profile],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(self.process.kill)
        self.profile = profile

    def connect(self):
        said = os.path.join(self.profile, "MarionetteActivePort")
        while not os.path.exists(said) or not os.path.getsize(said):
            if self.process.poll() is not None:
                raise RuntimeError(f"firefox-esr ended with {self.process.returncode}")
            time.sleep(0.05)
        with open(said, encoding="ascii") as file:
            self.socket = socket.create_connection(("127.0.0.1", int(file.read())))
        self.stream, self.number = self.socket.makefile("rb"), 0
        self.message()
        self.do("WebDriver:NewSession", {"acceptInsecureCerts": False})

    def message(self):
        length = b""
        while not length.endswith(b":"):
            octet = self.stream.read(1)
            if not octet:
                raise RuntimeError("firefox-esr has gone")
            length += octet
        return json.loads(self.stream.read(int(length[:-1])))

    def do(self, command, parameters):
        self.number += 1
        text = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.message()
        if error:
            raise Fault(error)
        return result

    def script(self, context, text, *arguments):
        self.do("Marionette:SetContext", {"value": context})
        try:
            return self.do("WebDriver:ExecuteScript", {"script": text, "args": arguments, "sandbox": "system"})["value"]
        finally:
            self.do("Marionette:SetContext", {"value": "content"})


class Containers:
    """Numbers of containers: one for what may reuse something, and a new one for what may not."""

    def __init__(self):
        self.last, self.of = 0, {}

    def choose(self, attempt):
        conversation = attempt.message["conversation"]
        if conversation not in self.of or attempt.message["reuse"] == "none":
            self.last += 1
            self.of[conversation] = self.last
        return self.of[conversation]


def settings(attempt):
    chosen = {
        "security.tls.version.min": VERSIONS[attempt.minimum], "security.tls.version.max": VERSIONS[attempt.maximum],
        "network.http.http2.enabled": "h2" in attempt.alpn, "network.dns.forceResolve": attempt.address,
        "network.proxy.type": 0,
    }
    if "proxy" in attempt.needs:
        host, port = attempt.to["proxy"].rsplit(":", 1)
        way = f"HTTPS {attempt.to['proxyHost']}:{port}" if attempt.to["proxyHost"] else f"PROXY {host}:{port}"
        text = f'function FindProxyForURL(url, host) {{ return "{way}"; }}'
        chosen["network.proxy.type"] = 2
        chosen["network.proxy.autoconfig_url"] = (
            "data:application/x-ns-proxy-autoconfig;base64," + base64.b64encode(text.encode("ascii")).decode("ascii"))
    return chosen


def request(attempt):
    revocation = attempt.policy["revocation"]
    asks = revocation["mode"] != "off" and revocation["network"] and "ocsp-fetch" in revocation["methods"]
    browser = browsers[asks]
    roots = [base64.b64encode(der).decode("ascii") for der in session.pem_certificates(attempt.roots)]
    identity = attempt.identity
    refused = browser.script(
        "chrome", PREPARE, roots, attempt.file(identity["pkcs12"]) if identity else None,
        identity["password"] if identity else "", settings(attempt), containers.choose(attempt))
    if refused:
        reason = {"anchor": "configuration", "identity": "client-identity"}[refused[0]]
        raise session.Cancel(reason, refused[1], "configuration")
    [handle] = browser.do("WebDriver:GetWindowHandles", {})
    browser.do("WebDriver:SwitchToWindow", {"handle": handle})
    browser.do("WebDriver:SetTimeouts", {"pageLoad": int(attempt.remaining() * 1000)})
    try:
        browser.do("WebDriver:Navigate", {"url": f"https://{attempt.host}:{attempt.port}{attempt.path}"})
    except Fault as fault:
        # Unless it is a timeout, the page has the reason.
        print(fault, file=sys.stderr)
        if fault.kind == "timeout":
            raise session.Failed("timeout", fault) from fault
    where, *shown = page(browser, attempt)
    if where.startswith("about:"):
        raise meaning(where, *shown)
    return session.nonce_of_body(shown[0], shown[1].encode("utf-8"))


def page(browser, attempt):
    """What the tab shows; not the empty page with which it began."""
    while True:
        try:
            shown = browser.script("content", PAGE)
            if shown:
                return shown
        except Fault as fault:
            # The document was replaced during the call.
            print(fault, file=sys.stderr)
        if attempt.remaining() < 0.1:
            raise session.Failed("timeout", "the tab has stayed empty")
        time.sleep(0.01)


def meaning(page, code):
    """What an error's page and the name of the error say."""
    detail = f"{code} ({page.split('&')[0]})"
    if code in FAILURES:
        return session.Failed(FAILURES[code], detail)
    if code and code.endswith("_ALERT"):
        return session.Failed("server", detail)
    if code in REASONS:
        return session.Cancel(REASONS[code], detail)
    if code and code.startswith("SEC_ERROR_OCSP_"):
        return session.Cancel("revocation-unknown", detail)
    if code and code.startswith("SSL_ERROR_"):
        return session.Cancel("protocol", detail)
    if page.startswith("about:certerror") or code and code.startswith(("SEC_ERROR_", "MOZILLA_PKIX_ERROR_")):
        return session.Cancel("other", detail)
    if page.startswith("about:neterror") and not code:
        return session.Failed("network", detail)
    return RuntimeError(f"without a meaning: {detail}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--version"]:
        os.execvp("firefox-esr", ["firefox-esr", "--version"])
    said = subprocess.run(["firefox-esr", "--version"], capture_output=True, text=True, check=True).stdout
    browsers, containers = {asks: Browser(asks) for asks in (False, True)}, Containers()
    for browser in browsers.values():
        browser.connect()
    session.serve("firefox", "Firefox", said.split()[-1], CAPABILITIES, request)
