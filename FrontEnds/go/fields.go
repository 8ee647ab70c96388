package roguestest

import "strings"

// needing has the capabilities that each field of an attempt belongs to; one that ends with a dot stands for all that begin
// so (docs/reference/adapters.md, "What reaches the validator").
var needing = map[string]string{
	"connect.host": "", "connect.address": "", "connect.port": "", "connect.path": "",
	"policy.systemAnchors": "", "policy.userAnchors": "",
	"policy.anchors": "anchors", "policy.time": "clock", "learn": "tofu",
	"connect.proxy": "proxy", "connect.proxyHost": "proxy.tls", "policy.proxyAnchors": "proxy.anchors",
	"connect.starttls": "starttls.", "reuse": "resumption keep-alive",
	"policy.pinSets.host": "pin.spki. pin.certificate.", "policy.pinSets.any": "pin.spki. pin.certificate.",
	"policy.pinSets.any.position":      "pin.spki. pin.certificate.",
	"policy.pinSets.includeSubdomains": "pin.subdomains", "policy.pinSets.expires": "pin.expiry",
	"policy.revocation.mode": "revocation.require", "policy.revocation.network": "revocation.no-network",
	"policy.revocation.methods":   "revocation.crl revocation.crl-fetch revocation.ocsp-staple revocation.ocsp-fetch",
	"policy.transparency.require": "transparency.", "policy.transparency.logs": "transparency.",
	"policy.transparency.operators": "transparency.operators",
	"policy.identity":               "client-identity.pem client-identity.pkcs12",
	"policy.identity.others":        "client-identity.choice",
}

// ofClient is what a client has of its own, unless it connects with Attempt.TLSConfig.
var ofClient = []string{"tls.minimum", "tls.maximum", "tls.alpn"}

// fields are the fields that reach the client, and those that are fixed instead.
func fields(capabilities []string, hasConfig bool) (applies, fixed map[string]string) {
	applies, fixed = map[string]string{}, map[string]string{"policy.hostname": "always checked"}
	for field, words := range needing {
		if words == "" || declares(capabilities, strings.Fields(words)) {
			applies[field] = "handed to the client"
		}
	}
	for _, field := range ofClient {
		if hasConfig {
			applies[field] = "tls.Config"
		} else if field != "tls.minimum" {
			fixed[field] = "the client's own"
		}
	}
	return applies, fixed
}

func declares(capabilities, words []string) bool {
	for _, word := range words {
		for _, capability := range capabilities {
			if capability == word || strings.HasSuffix(word, ".") && strings.HasPrefix(capability, word) {
				return true
			}
		}
	}
	return false
}
