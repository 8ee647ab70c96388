package roguestest

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// One case instead of six.
var short = []string{"--axes", "tls=1.3,policy=system", "--timeout", "2s"}

func get(a *Attempt, config *tls.Config) (string, error) {
	ctx, cancel := a.Context()
	defer cancel()
	client := http.Client{Transport: &http.Transport{
		DialContext: a.DialContext, TLSClientConfig: config, DisableKeepAlives: true}}
	request, err := http.NewRequestWithContext(ctx, "GET", a.URL(), nil)
	if err != nil {
		return "", err
	}
	reply, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	return string(body), err
}

func careful(a *Attempt) (string, error) { return get(a, a.TLSConfig()) }

func nameless(a *Attempt) (string, error) {
	config := a.TLSConfig()
	config.InsecureSkipVerify = true
	config.VerifyConnection = func(state tls.ConnectionState) error {
		between := x509.NewCertPool()
		for _, certificate := range state.PeerCertificates[1:] {
			between.AddCert(certificate)
		}
		_, err := state.PeerCertificates[0].Verify(x509.VerifyOptions{Roots: config.RootCAs, Intermediates: between})
		return err
	}
	return get(a, config)
}

func pinning(a *Attempt) (string, error) {
	config := a.TLSConfig()
	config.VerifyConnection = func(state tls.ConnectionState) error {
		for _, set := range a.PinSets() {
			if !matches(set, sha256.Sum256(state.PeerCertificates[0].RawSubjectPublicKeyInfo)) {
				return &Refusal{Reason: "pin-mismatch", Err: errors.New("no pin matches")}
			}
		}
		return nil
	}
	return get(a, config)
}

func matches(set []Pin, digest [32]byte) bool {
	for _, pin := range set {
		if pin.Digest() == digest {
			return true
		}
	}
	return false
}

// child runs a test of TestChild with this program, and says what it printed.
func child(t *testing.T, name string, environment ...string) (isGreen bool, output string) {
	t.Helper()
	t.Parallel()
	run := exec.Command(os.Args[0], "-test.v", "-test.run", "^TestChild$/^"+name+"$")
	run.Env = append(append(os.Environ(), "ROGUES_CHILD=1"), environment...)
	text, err := run.CombinedOutput()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		t.Fatal(err)
	}
	return err == nil, string(text)
}

// TestChild is what the other tests start: a test of each kind that somebody may write.
func TestChild(t *testing.T) {
	if os.Getenv("ROGUES_CHILD") == "" {
		t.Skip("for the other tests")
	}
	does := func(do func(*Attempt) (string, error)) Client { return Client{Do: do, TLSConfig: true, Options: short} }
	run := func(name string, client Client, patterns ...string) {
		t.Run(name, func(t *testing.T) { Run(t, client, patterns...) })
	}
	fails := func(err error) Client {
		return Client{Do: func(*Attempt) (string, error) { return "", err }, Options: short}
	}
	run("careful", does(careful), "trust/unknown-ca", "names/wrong-host")
	several := does(careful)
	several.Parallel = true
	run("parallel", several, "names/wrong-host", "trust/unknown-ca", "time/intermediate-expired")
	run("nameless", does(nameless), "trust/unknown-ca", "names/wrong-host")
	pinned := Client{Do: pinning, TLSConfig: true, Capabilities: []string{"pin.spki.leaf"}}
	run("pinning", pinned, "trust/rogue-ca-in-system-store")
	run("no-scenario", does(careful), "trust/no-such-*")
	run("no-pattern", does(careful))
	run("no-do", Client{}, "trust/unknown-ca")
	run("unsupported", does(careful), "names/wrong-ipv6")
	profiled := does(careful)
	profiled.Profile = "no-such-profile"
	run("no-profile", profiled)

	run("empty-body", does(func(a *Attempt) (string, error) { a.TLSConfig(); return "", nil }), "trust/unknown-ca")
	run("swallows", does(func(a *Attempt) (string, error) {
		body, _ := careful(a)
		return body, nil
	}), "trust/unknown-ca")
	run("wrong-nonce", does(func(a *Attempt) (string, error) {
		_, _ = careful(a)
		return strings.Repeat("0", 32), nil
	}), "trust/unknown-ca")
	run("no-config", Client{TLSConfig: true, Options: short, Do: func(a *Attempt) (string, error) {
		return get(a, &tls.Config{RootCAs: a.Roots()})
	}}, "trust/unknown-ca")
	run("refuses-everything", fails(x509.UnknownAuthorityError{}), "trust/unknown-ca")
	run("own-error", fails(errors.New("no such key in the map")), "trust/unknown-ca")
	run("no-reason", fails(&Refusal{Reason: "moody", Err: errors.New("no")}), "trust/unknown-ca")
	run("panics", does(func(*Attempt) (string, error) { panic("a mistake") }), "trust/unknown-ca")
	run("ends", does(func(*Attempt) (string, error) { runtime.Goexit(); return "", nil }), "trust/unknown-ca")
	hanging := does(func(*Attempt) (string, error) { time.Sleep(time.Hour); return "", nil })
	hanging.Options = []string{"--axes", "tls=1.3,policy=system", "--timeout", "500ms"}
	run("hangs", hanging, "trust/unknown-ca")
}

func TestGreen(t *testing.T) {
	for _, name := range []string{"careful", "parallel", "pinning"} {
		name := name
		t.Run(name, func(t *testing.T) {
			isGreen, output := child(t, name)
			if !isGreen || !strings.Contains(output, "--- PASS: TestChild/"+name+"/trust/") || strings.Contains(output, "SKIP") {
				t.Error(output)
			}
		})
	}
}

func TestSelectionByName(t *testing.T) {
	isGreen, output := child(t, "careful$/^names$/^wrong-host")
	if !isGreen || !strings.Contains(output, "--- PASS: TestChild/careful/names/wrong-host") || strings.Contains(output, "unknown-ca") {
		t.Error(output)
	}
}

func TestFalseAcceptShowsItsBlock(t *testing.T) {
	isGreen, output := child(t, "nameless")
	holds := func(text string) bool { return strings.Contains(output, text) }
	if isGreen || !holds("FALSE-ACCEPT  names/wrong-host") || !holds("  fix ") || !holds("--- PASS: TestChild/nameless/trust/unknown-ca") ||
		holds("\n  again") || holds("\n  command") || holds("covers 1") || holds("FALSE-ACCEPT (1)") {
		t.Error(output)
	}
}

func TestNeverGreen(t *testing.T) {
	for name, said := range map[string]string{
		"no-scenario": "no scenario", "no-pattern": "name scenarios", "no-do": "the client has no Do",
		"unsupported": "nothing was judged", "no-profile": "no-such-profile", "empty-body": "inconclusive", "swallows": "",
		"wrong-nonce": "! error", "no-config": "did not call Attempt.TLSConfig", "refuses-everything": "", "own-error": "no such key",
		"no-reason": `"moody" is no reason`, "panics": "Do panicked: a mistake", "ends": "has ended its goroutine", "hangs": "",
		"careful$/^nothing": "nothing was judged",
	} {
		name, said := name, said
		t.Run(name, func(t *testing.T) {
			isGreen, output := child(t, name)
			if isGreen || !strings.Contains(output, said) || !strings.Contains(output, "--- FAIL: TestChild/") {
				t.Error(output)
			}
		})
	}
}

func TestCommandIsMissing(t *testing.T) {
	isGreen, output := child(t, "careful", "ROGUES=", "PATH=/nonexistent")
	if isGreen || !strings.Contains(output, "the command 'rogues' is not in PATH: install it") {
		t.Error(output)
	}
}

// What takes the command's place judges nothing.
func TestFakeCommands(t *testing.T) {
	bye := `echo '{"type":"bye"}'`
	for name, body := range map[string]string{
		"silent": "exit 0", "bye": bye, "four": bye + "; exit 4", "signal": "kill -9 $$", "words": "echo words",
		"torn":     `echo '{"type":"case","case":"a","verdict":"pass"' > "$log"; ` + bye,
		"uncalled": `echo '{"type":"case","case":"a","verdict":"pass"}' > "$log"; ` + bye,
		"unheard":  `echo '{"type":"what"}'`,
	} {
		name, body := name, body
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "rogues")
			script := "#!/bin/sh\n[ $1 != list ] || exec echo trust/unknown-ca\n" +
				`while [ "$1" != --log ]; do shift; done; log=$2` + "\n" + body + "\n"
			if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			if isGreen, output := child(t, "careful", "ROGUES="+program); isGreen {
				t.Error(output)
			}
		})
	}
}

func TestErrorsOfTheHandshakeAreKnown(t *testing.T) {
	for _, known := range []struct {
		err         error
		disposition string
		word        string
	}{
		{x509.HostnameError{Certificate: &x509.Certificate{}}, "reason", "name-mismatch"},
		{x509.CertificateInvalidError{Reason: x509.TooManyIntermediates}, "reason", "path-length"},
		{tls.RecordHeaderError{Msg: "no record"}, "reason", "protocol"},
		{io.ErrUnexpectedEOF, "cause", "network"},
		{&Failure{"server", errors.New("421")}, "cause", "server"},
		{&Unsupported{"anchors"}, "capability", "anchors"},
	} {
		said, err := statement(known.err, nil)
		if err != nil || said[known.disposition] != known.word {
			t.Errorf("%v: %v, %v", known.err, said, err)
		}
	}
	for _, err := range []error{errors.New("no"), os.ErrNotExist, &Failure{"fate", io.EOF}} {
		if said, mistake := statement(err, nil); mistake == nil {
			t.Errorf("%v: %v", err, said)
		}
	}
}
