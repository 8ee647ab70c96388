package roguestest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// An Attempt is one request that the client is to make.
type Attempt struct {
	// Host is the name that the client asks for: in the URL, in SNI, and for the choice of pins.
	Host string
	// Address and Port are where it is to be reached.
	Address string
	Port    int
	// Path is the path of the URL.
	Path string
	// Deadline is when the client should have given up.
	Deadline time.Time
	// Needs has the capabilities of which the attempt makes use.
	Needs []string
	// Message is the whole attempt (docs/reference/adapters.md, "The attempt").
	Message json.RawMessage

	said          message
	hasMadeConfig bool
}

// A Pin is the SHA-256 of a key or a certificate.
type Pin struct {
	// Kind is "spki" or "certificate".
	Kind string
	// Position is what has to match in the verified path: the "leaf", a "ca", or anything in the "chain".
	Position string
	// SHA256 is the digest, in base64.
	SHA256 string
}

type identity struct {
	Certificate, Intermediates, Key *string
}

type message struct {
	Type, ID, Directory  string
	Needs                []string
	DeadlineMilliseconds int
	Connect              struct {
		Host, Address, Path string
		Port                int
	}
	TLS struct {
		Minimum, Maximum string
		ALPN             []string
	}
	Policy struct {
		SystemAnchors, UserAnchors, Anchors *string
		PinSets                             []struct {
			Host              string
			IncludeSubdomains bool
			Expires           *time.Time
			Any               []Pin
		}
		Identity *identity
		Time     *time.Time
	}
}

func newAttempt(line []byte, said message) *Attempt {
	// The answer takes a part of the time, too.
	patience := time.Duration(said.DeadlineMilliseconds) * time.Millisecond * 8 / 10
	return &Attempt{
		Host: said.Connect.Host, Address: said.Connect.Address, Port: said.Connect.Port, Path: said.Connect.Path,
		Deadline: time.Now().Add(patience), Needs: said.Needs, Message: line, said: said,
	}
}

// Authority is host and port, as in the URL and in the header Host.
func (a *Attempt) Authority() string { return net.JoinHostPort(a.Host, strconv.Itoa(a.Port)) }

// URL is what the client is to get.
func (a *Attempt) URL() string { return "https://" + a.Authority() + a.Path }

// Context ends at the attempt's deadline.
func (a *Attempt) Context() (context.Context, context.CancelFunc) {
	return context.WithDeadline(context.Background(), a.Deadline)
}

// DialContext connects to the attempt's server, whatever address is asked for: the names of scenarios are in no DNS. For
// http.Transport.
func (a *Attempt) DialContext(ctx context.Context, network, _ string) (net.Conn, error) {
	dialer := net.Dialer{Deadline: a.Deadline}
	return dialer.DialContext(ctx, "tcp", net.JoinHostPort(a.Address, strconv.Itoa(a.Port)))
}

// RootsPEM has the CAs to trust, and no others; empty if nothing is trusted.
func (a *Attempt) RootsPEM() []byte {
	policy := a.said.Policy
	stores := []*string{policy.Anchors}
	if policy.Anchors == nil {
		stores = []*string{policy.SystemAnchors, policy.UserAnchors}
	}
	var pem []byte
	for _, store := range stores {
		if store != nil {
			pem = append(pem, a.Read(*store)...)
		}
	}
	return pem
}

// Roots has the same, for tls.Config.RootCAs.
func (a *Attempt) Roots() *x509.CertPool {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(a.RootsPEM())
	return roots
}

// TLSConfig has everything that a configuration can be told. Pins are the client's own, in VerifyConnection.
func (a *Attempt) TLSConfig() *tls.Config {
	a.hasMadeConfig = true
	versions := map[string]uint16{"1.2": tls.VersionTLS12, "1.3": tls.VersionTLS13}
	config := &tls.Config{
		RootCAs: a.Roots(), ServerName: a.Host, NextProtos: a.said.TLS.ALPN,
		MinVersion: versions[a.said.TLS.Minimum], MaxVersion: versions[a.said.TLS.Maximum],
	}
	if fixed := a.said.Policy.Time; fixed != nil {
		config.Time = func() time.Time { return *fixed }
	}
	if own := a.said.Policy.Identity; own != nil {
		pair, err := a.certificate(own)
		if err != nil {
			panic(&Refusal{"client-identity", "configuration", err})
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config
}

func (a *Attempt) certificate(own *identity) (tls.Certificate, error) {
	chain := a.Read(*own.Certificate)
	if own.Intermediates != nil {
		chain = append(chain, a.Read(*own.Intermediates)...)
	}
	return tls.X509KeyPair(chain, a.Read(*own.Key))
}

// PinSets are the sets of pins that hold for the host: of each, one pin has to match the verified path. None: the host has
// no pins.
func (a *Attempt) PinSets() [][]Pin {
	var sets [][]Pin
	host := plain(a.Host)
	for _, set := range a.said.Policy.PinSets {
		own := plain(set.Host)
		covers := host == own || set.IncludeSubdomains && strings.HasSuffix(host, "."+own)
		if covers && (set.Expires == nil || !a.now().After(*set.Expires)) {
			sets = append(sets, set.Any)
		}
	}
	return sets
}

func (a *Attempt) now() time.Time {
	if a.said.Policy.Time != nil {
		return *a.said.Policy.Time
	}
	return time.Now()
}

// Digest is the pin's SHA-256.
func (p Pin) Digest() (digest [32]byte) {
	bytes, err := base64.StdEncoding.DecodeString(p.SHA256)
	if err != nil || len(bytes) != len(digest) {
		panic("rogues: a pin is no SHA-256: " + p.SHA256)
	}
	copy(digest[:], bytes)
	return digest
}

// Read is the content of one of the attempt's files.
func (a *Attempt) Read(name string) []byte {
	bytes, err := os.ReadFile(filepath.Join(a.said.Directory, name))
	if err != nil {
		panic(err)
	}
	return bytes
}

func plain(host string) string { return strings.TrimSuffix(strings.ToLower(host), ".") }
