package roguestest

import (
	"context"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
)

type answer map[string]any

// A Refusal is an error that says why the client refuses.
type Refusal struct {
	// Reason is a word of docs/reference/adapters.md, "Reasons"; empty, if the client does not say.
	Reason string
	// Phase is "configuration", "handshake" or "after-handshake".
	Phase string
	// Err is the client's own error.
	Err error
}

func (r *Refusal) Error() string { return fmt.Sprintf("refused (%s): %v", r.Reason, r.Err) }

// Unwrap is the client's own error.
func (r *Refusal) Unwrap() error { return r.Err }

// A Failure is an error by which the client decides nothing; the cause is "network", "server" or "timeout".
type Failure struct {
	Cause string
	Err   error
}

func (f *Failure) Error() string { return fmt.Sprintf("failed (%s): %v", f.Cause, f.Err) }

// Unwrap is the client's own error.
func (f *Failure) Unwrap() error { return f.Err }

// An Unsupported is an error that names a capability that the client lacks after all.
type Unsupported struct{ Capability string }

func (u *Unsupported) Error() string { return "the client lacks " + u.Capability }

var reasons = words(`untrusted expired not-yet-valid name-mismatch revoked revocation-unknown pin-mismatch bad-signature
	proof-of-possession not-a-ca path-length name-constraint key-usage extension weak-crypto transparency malformed
	client-identity version protocol configuration other`)

func words(text string) map[string]bool {
	found := map[string]bool{}
	for _, word := range strings.Fields(text) {
		found[word] = true
	}
	return found
}

// statement is what to answer for an error of the client; nil if nothing is known about it.
func statement(err error, own func(error) string) (answer, error) {
	var refusal *Refusal
	var failure *Failure
	var unsupported *Unsupported
	switch {
	case errors.As(err, &refusal):
		return refused(refusal.Reason, refusal.Phase, err)
	case errors.As(err, &unsupported):
		return answer{"type": "unsupported", "capability": unsupported.Capability}, nil
	case errors.As(err, &failure):
		if failure.Cause != "network" && failure.Cause != "server" && failure.Cause != "timeout" {
			return nil, fmt.Errorf("%q is no cause of a failure; they are network, server and timeout: %w", failure.Cause, err)
		}
		return failed(failure.Cause, err)
	}
	if own != nil {
		if reason := own(err); reason != "" {
			return refused(reason, "", err)
		}
	}
	if reason := ofCertificate(err); reason != "" {
		return refused(reason, "handshake", err)
	}
	return ofHandshake(err)
}

func refused(reason, phase string, err error) (answer, error) {
	said := answer{"type": "statement", "disposition": "cancel", "detail": detail(err)}
	if reason != "" {
		if !reasons[reason] {
			return nil, fmt.Errorf("%q is no reason to refuse (docs/reference/adapters.md, \"Reasons\"); the client's error: %w", reason, err)
		}
		said["reason"] = reason
	}
	if phase != "" {
		said["phase"] = phase
	}
	return said, nil
}

func failed(cause string, err error) (answer, error) {
	return answer{"type": "failed", "cause": cause, "detail": detail(err)}, nil
}

func ofCertificate(err error) string {
	var authority x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var name x509.HostnameError
	var critical x509.UnhandledCriticalExtension
	var insecure x509.InsecureAlgorithmError
	switch {
	case errors.As(err, &authority):
		return "untrusted"
	case errors.As(err, &name):
		return "name-mismatch"
	case errors.As(err, &critical):
		return "extension"
	case errors.As(err, &insecure):
		return "weak-crypto"
	case errors.As(err, &invalid):
		return ofInvalid(invalid)
	default:
		return ""
	}
}

func ofInvalid(err x509.CertificateInvalidError) string {
	switch err.Reason {
	case x509.NotAuthorizedToSign:
		return "not-a-ca"
	case x509.Expired:
		// The same reason for both ends of the validity.
		if strings.Contains(err.Error(), "is before") {
			return "not-yet-valid"
		}
		return "expired"
	case x509.CANotAuthorizedForThisName, x509.NameConstraintsWithoutSANs, x509.UnconstrainedName, x509.TooManyConstraints:
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

// ofHandshake finds which end ended the handshake, and if there was one. Nothing is known of other errors: not a refusal.
func ofHandshake(err error) (answer, error) {
	var operation *net.OpError
	var timeout net.Error
	var record tls.RecordHeaderError
	says := func(text string) bool { return strings.HasPrefix(innermost(err).Error(), text) }
	holds := func(text string) bool { return strings.Contains(err.Error(), text) }
	switch {
	case errors.Is(err, rsa.ErrVerification), holds("invalid signature by the server"):
		return refused("proof-of-possession", "handshake", err)
	case says("tls: server selected unsupported protocol version"):
		return refused("version", "handshake", err)
	case errors.As(err, &operation) && operation.Op == "remote error":
		return failed("server", err)
	case errors.As(err, &operation) && operation.Op == "local error":
		// For some faults the alert to the server is its only message.
		return refused("protocol", "handshake", err)
	case errors.As(err, &record), holds("server gave HTTP response to HTTPS client"):
		return refused("protocol", "handshake", err)
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return failed("timeout", err)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET),
		errors.Is(err, syscall.EPIPE), errors.Is(err, syscall.ECONNREFUSED):
		return failed("network", err)
	case holds("parse certificate"), holds("x509: malformed"):
		return refused("malformed", "handshake", err)
	case says("x509: "):
		return refused("other", "handshake", err)
	case says("tls: "):
		return refused("protocol", "handshake", err)
	default:
		return nil, fmt.Errorf("the client's error is neither a refusal nor a failure that is known: %w\n"+
			"If the client refuses by it, say why: Client.Reason, or return &roguestest.Refusal{Reason: \"pin-mismatch\", Err: err}", err)
	}
}

func innermost(err error) error {
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return err
}

func detail(err error) string {
	text := strings.Join(strings.Fields(err.Error()), " ")
	if len(text) > 1000 {
		text = strings.ToValidUTF8(text[:1000], "")
	}
	return text
}
