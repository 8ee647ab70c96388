// An adapter for Go's standard library (crypto/tls, crypto/x509), through the session door (docs/reference/adapters.md).
//
// Attempts run concurrently; each has a separate configuration. Unknown input ends the process: an
// adapter error, never a refusal. With the argument VerifyPeerCertificate the pins are compared there, for the adapter
// go-peer-certificate.
package main

import (
	"bufio"
	"context"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

var capabilities = []string{
	"anchors", "host.ipv6", "pin.spki.leaf", "pin.spki.ca", "pin.spki.chain", "pin.certificate.leaf", "pin.certificate.ca",
	"pin.certificate.chain", "pin.expiry", "pin.subdomains", "pin.none", "pin.digest",
	"client-identity.pem", "client-identity.choice", "tls1.2", "tls1.3", "resumption", "resumption.cache",
	"keep-alive", "http2", "renegotiation", "same-process", "concurrency", "clock", "reason", "proxy", "proxy.tls",
}

// Pins are compared in VerifyPeerCertificate, as programs do that are older than VerifyConnection.
var isOlder = len(os.Args) > 1 && os.Args[1] == "VerifyPeerCertificate"

func name() string {
	if isOlder {
		return "go-peer-certificate"
	}
	return "go-tls"
}

// What can be done beside comparing pins in VerifyPeerCertificate: not proxies, whose pins would be the server's.
func able() []string {
	if !isOlder {
		return capabilities
	}
	return capabilities[:len(capabilities)-2]
}

type pin struct {
	Kind, Position, SHA256 string
}

type pinSet struct {
	Host              string
	IncludeSubdomains bool
	Expires           *time.Time
	Any               []pin
}

type identity struct {
	Certificate, Intermediates, Key *string
}

type attempt struct {
	Type, ID, Conversation, Reuse, Directory, State string
	Needs                                           []string
	DeadlineMilliseconds                            int
	Connect                                         struct {
		Host, Address, Path string
		Port                int
		Proxy, ProxyHost    *string
	}
	TLS struct {
		Minimum, Maximum string
		ALPN             []string
	}
	Policy struct {
		SystemAnchors, UserAnchors, Anchors, Hostname *string
		PinSets                                       []pinSet
		Identity                                      *struct {
			identity
			Others []identity
		}
		Time *time.Time
	}
}

type members map[string]any

// A refusal of ours, in the contract's words.
type refusal struct{ reason, phase, detail string }

func (r refusal) Error() string { return r.detail }

func main() {
	var output sync.Mutex
	say := func(message members) {
		line, err := json.Marshal(message)
		if err != nil {
			panic(err)
		}
		output.Lock()
		defer output.Unlock()
		os.Stdout.Write(append(line, '\n'))
	}
	input := bufio.NewReader(os.Stdin)
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		var message attempt
		if err := json.Unmarshal(line, &message); err != nil {
			panic(err)
		}
		switch message.Type {
		case "hello":
			say(members{
				"type": "ready", "protocol": 1, "adapter": name(), "capabilities": able(), "maxInFlight": 4,
				"library": members{"name": "Go crypto/tls", "version": strings.TrimPrefix(runtime.Version(), "go")},
			})
		case "attempt":
			go func() {
				answer := message.answer()
				answer["id"] = message.ID
				say(answer)
			}()
		case "bye":
			return
		default:
			panic("an unknown message: " + message.Type)
		}
	}
}

func (a *attempt) answer() members {
	for _, need := range a.Needs {
		if !contains(able(), need) {
			return members{"type": "unsupported", "capability": need}
		}
	}
	nonce, path, err := a.request()
	if err == nil {
		return members{"type": "statement", "disposition": "accept", "nonce": nonce, "path": path}
	}
	return judged(err)
}

// What an error means, by its type where it has one.
func judged(err error) members {
	var own refusal
	if errors.As(err, &own) {
		return cancel(own.reason, own.phase, own.detail)
	}
	var authority x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var name x509.HostnameError
	var critical x509.UnhandledCriticalExtension
	var insecure x509.InsecureAlgorithmError
	var timeout net.Error
	var operation *net.OpError
	switch {
	case errors.As(err, &authority):
		return cancel("untrusted", "handshake", err.Error())
	case errors.As(err, &name):
		return cancel("name-mismatch", "handshake", err.Error())
	case errors.As(err, &critical):
		return cancel("extension", "handshake", err.Error())
	case errors.As(err, &insecure):
		return cancel("weak-crypto", "handshake", err.Error())
	case errors.As(err, &invalid):
		return cancel(reason(invalid), "handshake", err.Error())
	case errors.Is(err, rsa.ErrVerification) || strings.Contains(err.Error(), "invalid signature by the server"):
		return cancel("proof-of-possession", "handshake", err.Error())
	case strings.HasPrefix(err.Error(), "tls: server selected unsupported protocol version"):
		return cancel("version", "handshake", err.Error())
	case errors.As(err, &operation) && operation.Op == "remote error":
		return members{"type": "failed", "cause": "server", "detail": err.Error()}
	case errors.As(err, &operation) && operation.Op == "local error":
		// For some faults the alert to the server is its only message.
		return cancel("protocol", "handshake", err.Error())
	case strings.HasSuffix(err.Error(), "Forbidden"):
		// The proxy refused the tunnel; net/http has no type for that.
		return members{"type": "failed", "cause": "server", "detail": err.Error()}
	case errors.As(err, &timeout) && timeout.Timeout():
		return members{"type": "failed", "cause": "timeout", "detail": err.Error()}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET),
		errors.Is(err, syscall.EPIPE), errors.Is(err, syscall.ECONNREFUSED):
		return members{"type": "failed", "cause": "network", "detail": err.Error()}
	case strings.Contains(err.Error(), "parse certificate"), strings.Contains(err.Error(), "x509: malformed"):
		return cancel("malformed", "handshake", err.Error())
	case strings.HasPrefix(err.Error(), "x509: "):
		return cancel("other", "handshake", err.Error())
	case strings.HasPrefix(err.Error(), "tls: "):
		return cancel("protocol", "handshake", err.Error())
	default:
		panic(err)
	}
}

func reason(err x509.CertificateInvalidError) string {
	switch err.Reason {
	case x509.NotAuthorizedToSign:
		return "not-a-ca"
	case x509.Expired:
		// The same reason for both ends of the validity.
		if strings.Contains(err.Error(), "is before") {
			return "not-yet-valid"
		}
		return "expired"
	case x509.CANotAuthorizedForThisName, x509.NameConstraintsWithoutSANs, x509.UnconstrainedName,
		x509.TooManyConstraints:
		return "name-constraint"
	case x509.TooManyIntermediates:
		return "path-length"
	case x509.IncompatibleUsage, x509.CANotAuthorizedForExtKeyUsage:
		return "key-usage"
	case x509.NameMismatch:
		return "untrusted"
	default:
		return "other"
	}
}

// -- The connection

// Session caches of conversations; one session is all that a step can resume.
var caches sync.Map

// The folders of conversations, which last as long as these, and how many attempts there were.
var (
	folders  sync.Map
	attempts atomic.Int64
)

// Hundreds of conversations may come and go while one waits.
func forgetConversationsThatEnded() {
	folders.Range(func(conversation, folder any) bool {
		if _, err := os.Stat(folder.(string)); err != nil {
			folders.Delete(conversation)
			caches.Delete(conversation)
			if old, found := transports.LoadAndDelete(conversation); found {
				old.(transport).CloseIdleConnections()
			}
		}
		return true
	})
}

// Transports of conversations by configuration: a transport keeps connections, and has one configuration.
var transports sync.Map

type transport struct {
	madeFrom string
	*http.Transport
}

func (a *attempt) request() (string, []string, error) {
	folders.Store(a.Conversation, filepath.Join(a.Directory, a.State))
	if attempts.Add(1)%64 == 0 {
		forgetConversationsThatEnded()
	}
	configuration, err := a.configuration()
	if err != nil {
		return "", nil, err
	}
	deadline := time.Now().Add(time.Duration(a.DeadlineMilliseconds) * time.Millisecond * 8 / 10)
	if contains(a.Needs, "proxy") {
		return a.requestThroughProxy(configuration, deadline)
	}
	if contains(a.Needs, "keep-alive") || contains(a.Needs, "http2") {
		return a.requestWith(a.transport(configuration), deadline)
	}
	dialer := net.Dialer{Deadline: deadline}
	plain, err := dialer.Dial("tcp", fmt.Sprintf("%s:%d", a.Connect.Address, a.Connect.Port))
	if err != nil {
		return "", nil, err
	}
	defer plain.Close()
	plain.SetDeadline(deadline)
	connection := tls.Client(plain, configuration)
	if err := connection.Handshake(); err != nil {
		return "", nil, err
	}
	fmt.Fprintf(connection, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", a.Connect.Path, a.authority())
	reply, err := io.ReadAll(io.LimitReader(connection, 65536))
	if err != nil {
		return "", nil, err
	}
	found := regexp.MustCompile(`(?s)^HTTP/1\.[01] 200 .*?\r\n\r\n([0-9a-fA-F]{32})\r?\n?$`).FindSubmatch(reply)
	if found == nil {
		return "", nil, fmt.Errorf("the reply holds no nonce: %w", io.ErrUnexpectedEOF)
	}
	return string(found[1]), a.fingerprints(connection.ConnectionState()), nil
}

func (a *attempt) fingerprints(state tls.ConnectionState) []string {
	var path []string
	if len(state.VerifiedChains) > 0 {
		for _, certificate := range a.matching(state.VerifiedChains) {
			sum := sha256.Sum256(certificate.Raw)
			path = append(path, hex.EncodeToString(sum[:]))
		}
	}
	return path
}

// The transport of an earlier step where nothing about the policy has changed, else a new one: this is how a Go program
// says that a request is made under other rules.
func (a *attempt) transport(configuration *tls.Config) *http.Transport {
	madeFrom := a.madeFrom()
	if old, found := transports.LoadAndDelete(a.Conversation); found {
		if old.(transport).madeFrom == madeFrom && a.Reuse == "connection" {
			transports.Store(a.Conversation, old)
			return old.(transport).Transport
		}
		old.(transport).CloseIdleConnections()
	}
	address := fmt.Sprintf("%s:%d", a.Connect.Address, a.Connect.Port)
	made := &http.Transport{
		TLSClientConfig: configuration, ForceAttemptHTTP2: contains(a.TLS.ALPN, "h2"),
		DialContext: func(context context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(context, network, address)
		},
	}
	// The host is the request's.
	configuration.ServerName = ""
	transports.Store(a.Conversation, transport{madeFrom, made})
	return made
}

// Everything about the policy, files by their content.
func (a *attempt) madeFrom() string {
	policy, err := json.Marshal(a.Policy)
	if err != nil {
		panic(err)
	}
	parts := []string{string(policy), a.TLS.Minimum, a.TLS.Maximum}
	names := []*string{a.Policy.Anchors, a.Policy.SystemAnchors, a.Policy.UserAnchors}
	for _, identity := range a.identities() {
		names = append(names, identity.Certificate, identity.Intermediates, identity.Key)
	}
	for _, name := range names {
		if name != nil {
			parts = append(parts, string(a.read(*name)))
		}
	}
	return strings.Join(parts, "\x00")
}

// identities are the client's own certificates, its first one first.
func (a *attempt) identities() []identity {
	if a.Policy.Identity == nil {
		return nil
	}
	return append([]identity{a.Policy.Identity.identity}, a.Policy.Identity.Others...)
}

func (a *attempt) requestWith(transport *http.Transport, deadline time.Time) (string, []string, error) {
	limited, done := context.WithDeadline(context.Background(), deadline)
	defer done()
	url := fmt.Sprintf("https://%s%s", a.authority(), a.Connect.Path)
	request, err := http.NewRequestWithContext(limited, "GET", url, nil)
	if err != nil {
		return "", nil, err
	}
	reply, err := transport.RoundTrip(request)
	if err != nil {
		return "", nil, err
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(io.LimitReader(reply.Body, 65536))
	if err != nil {
		return "", nil, err
	}
	nonce := strings.TrimSpace(string(body))
	if reply.StatusCode != 200 || !regexp.MustCompile(`^[0-9a-fA-F]{32}$`).MatchString(nonce) {
		return "", nil, fmt.Errorf("the reply holds no nonce: %w", io.ErrUnexpectedEOF)
	}
	return nonce, a.fingerprints(*reply.TLS), nil
}

// Through a proxy, with net/http, as usual: one configuration serves both handshakes.
func (a *attempt) requestThroughProxy(configuration *tls.Config, deadline time.Time) (string, []string, error) {
	proxy := url.URL{Scheme: "http", Host: *a.Connect.Proxy}
	if a.Connect.ProxyHost != nil {
		_, port, _ := net.SplitHostPort(*a.Connect.Proxy)
		proxy = url.URL{Scheme: "https", Host: net.JoinHostPort(*a.Connect.ProxyHost, port)}
		// Sessions are kept, as programs do that make more than one request.
		configuration.ClientSessionCache = tls.NewLRUClientSessionCache(4)
		verify := configuration.VerifyConnection
		configuration.VerifyConnection = func(state tls.ConnectionState) error {
			// The pins are the server's.
			if state.ServerName == *a.Connect.ProxyHost {
				return nil
			}
			return verify(state)
		}
	}
	// net/http sets it for each of the two.
	configuration.ServerName = ""
	transport := &http.Transport{
		Proxy: http.ProxyURL(&proxy), TLSClientConfig: configuration, DisableKeepAlives: true,
		ForceAttemptHTTP2: contains(a.TLS.ALPN, "h2"),
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			dialer := net.Dialer{Deadline: deadline}
			return dialer.DialContext(ctx, network, *a.Connect.Proxy)
		},
	}
	return a.requestWith(transport, deadline)
}

func (a *attempt) configuration() (*tls.Config, error) {
	versions := map[string]uint16{"1.2": tls.VersionTLS12, "1.3": tls.VersionTLS13}
	roots := x509.NewCertPool()
	stores := []*string{a.Policy.Anchors}
	if a.Policy.Anchors == nil {
		stores = []*string{a.Policy.SystemAnchors, a.Policy.UserAnchors}
	}
	for _, store := range stores {
		if store != nil {
			roots.AppendCertsFromPEM(a.read(*store))
		}
	}
	cache, _ := caches.LoadOrStore(a.Conversation, tls.NewLRUClientSessionCache(1))
	configuration := &tls.Config{
		RootCAs: roots, MinVersion: versions[a.TLS.Minimum], MaxVersion: versions[a.TLS.Maximum],
		ServerName: a.Connect.Host, NextProtos: a.TLS.ALPN, Time: a.now,
	}
	if a.Reuse != "none" || contains(a.Needs, "resumption") {
		configuration.ClientSessionCache = cache.(tls.ClientSessionCache)
	}
	if contains(a.Needs, "renegotiation") {
		configuration.Renegotiation = tls.RenegotiateOnceAsClient
	}
	// Within the handshake, before the client's certificate is sent; a resumed handshake has the first one's chains.
	configuration.VerifyConnection = func(state tls.ConnectionState) error {
		if a.matching(state.VerifiedChains) == nil && len(a.applying()) > 0 {
			return refusal{"pin-mismatch", "handshake", "no pin matches a verified chain"}
		}
		return nil
	}
	if isOlder {
		// Not called for a session that is resumed.
		configuration.VerifyConnection = nil
		configuration.VerifyPeerCertificate = func(_ [][]byte, chains [][]*x509.Certificate) error {
			if a.matching(chains) == nil && len(a.applying()) > 0 {
				return refusal{"pin-mismatch", "handshake", "no pin matches a verified chain"}
			}
			return nil
		}
	}
	if a.Policy.Hostname == nil {
		configuration.VerifyPeerCertificate = nil
		// Go checks the name with the chain or not at all: without a name the chain is verified by hand.
		configuration.InsecureSkipVerify = true
		configuration.VerifyConnection = func(state tls.ConnectionState) error { return a.verifyWithoutName(state, roots) }
	}
	// Where a CertificateRequest comes, crypto/tls shows the first of them that it admits.
	for _, identity := range a.identities() {
		chain := a.read(*identity.Certificate)
		if identity.Intermediates != nil {
			chain = append(chain, a.read(*identity.Intermediates)...)
		}
		pair, err := tls.X509KeyPair(chain, a.read(*identity.Key))
		if err != nil {
			return nil, refusal{"client-identity", "configuration", err.Error()}
		}
		configuration.Certificates = append(configuration.Certificates, pair)
	}
	return configuration, nil
}

func (a *attempt) verifyWithoutName(state tls.ConnectionState, roots *x509.CertPool) error {
	between := x509.NewCertPool()
	for _, certificate := range state.PeerCertificates[1:] {
		between.AddCert(certificate)
	}
	chains, err := state.PeerCertificates[0].Verify(
		x509.VerifyOptions{Roots: roots, Intermediates: between, CurrentTime: a.now()})
	if err != nil {
		return err
	}
	if a.matching(chains) == nil && len(a.applying()) > 0 {
		return refusal{"pin-mismatch", "handshake", "no pin matches a verified chain"}
	}
	return nil
}

func (a *attempt) now() time.Time {
	if a.Policy.Time != nil {
		return *a.Policy.Time
	}
	return time.Now()
}

func (a *attempt) read(name string) []byte {
	bytes, err := os.ReadFile(filepath.Join(a.Directory, name))
	if err != nil {
		panic(err)
	}
	return bytes
}

// -- Pins

// The sets for this host that have not run out; every one of them has to match.
func (a *attempt) applying() [][]pin {
	var sets [][]pin
	host := normal(a.Connect.Host)
	for _, set := range a.Policy.PinSets {
		own := normal(set.Host)
		covers := host == own || set.IncludeSubdomains && strings.HasSuffix(host, "."+own)
		if covers && (set.Expires == nil || !a.now().After(*set.Expires)) {
			sets = append(sets, set.Any)
		}
	}
	return sets
}

// The first chain that every set is content with; nil where there is none.
func (a *attempt) matching(chains [][]*x509.Certificate) []*x509.Certificate {
	for _, chain := range chains {
		matches := true
		for _, set := range a.applying() {
			found := false
			for _, pin := range set {
				found = found || pin.matches(chain)
			}
			matches = matches && found
		}
		if matches {
			return chain
		}
	}
	return nil
}

func (p pin) matches(chain []*x509.Certificate) bool {
	part := map[string][]*x509.Certificate{"leaf": chain[:1], "ca": chain[1:], "chain": chain}[p.Position]
	for _, certificate := range part {
		bytes := certificate.Raw
		if p.Kind == "spki" {
			bytes = certificate.RawSubjectPublicKeyInfo
		}
		sum := sha256.Sum256(bytes)
		if base64.StdEncoding.EncodeToString(sum[:]) == p.SHA256 {
			return true
		}
	}
	return false
}

// Host and port, an IPv6 address in brackets.
func (a *attempt) authority() string {
	return net.JoinHostPort(a.Connect.Host, fmt.Sprint(a.Connect.Port))
}

// A host as it is compared: an IPv6 address has many texts.
func normal(host string) string {
	if address := net.ParseIP(host); address != nil {
		return address.String()
	}
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

func contains(words []string, word string) bool {
	for _, candidate := range words {
		if candidate == word {
			return true
		}
	}
	return false
}

func cancel(reason, phase, detail string) members {
	return members{"type": "statement", "disposition": "cancel", "reason": reason, "phase": phase, "detail": detail}
}
