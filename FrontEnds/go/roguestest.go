// Package roguestest judges a TLS client in a Go test: rogue servers that it must refuse, and healthy ones that it must
// accept (docs/guides/go.md). It starts the command rogues, and the test's own process is the client.
package roguestest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
)

// A Client is what a test says about the client that it judges.
type Client struct {
	// Do makes one request, as the attempt says, and returns the body of the response. It refuses by its error.
	Do func(*Attempt) (body string, err error)

	// Capabilities are what the client can be told beside trusted CAs, such as "pin.spki.leaf"
	// (docs/reference/adapters.md, "Capabilities").
	Capabilities []string

	// TLSConfig says that Do connects with Attempt.TLSConfig. So the client can also be told TLS versions, ALPN, the time,
	// and its own certificate.
	TLSConfig bool

	// Reason says what an error of the client's own means: a word of docs/reference/adapters.md, "Reasons", or "" for an
	// error that it does not know. Those of crypto/tls and crypto/x509 are known.
	Reason func(error) string

	// Profile, if it is not empty, limits the scenarios to those of a profile, such as "core".
	Profile string

	// Catalogue, if it is not empty, is a folder with scenarios of your own.
	Catalogue string

	// Options are further flags of rogues run, such as "--strict".
	Options []string

	// Parallel says that several requests may be made at once.
	Parallel bool
}

// always is what a client can be told that takes a pool of CAs.
var always = []string{"anchors", "tls1.2", "tls1.3", "reason"}

// ofConfig is what Attempt.TLSConfig can be told besides.
var ofConfig = []string{"clock", "client-identity.pem"}

// Run judges the client with each scenario that matches one of the patterns, in a subtest of the scenario's name. The test
// fails if nothing was judged.
func Run(t *testing.T, client Client, patterns ...string) {
	t.Helper()
	scenarios, err := client.scenarios(patterns)
	if err != nil {
		t.Fatalf("rogues: %v", err)
	}
	var judged atomic.Int64
	// After the last subtest, the parallel ones included.
	t.Cleanup(func() {
		if judged.Load() == 0 {
			t.Errorf("rogues: nothing was judged: of %d scenarios, each was left out by -run or needs what the client lacks", len(scenarios))
		}
	})
	for _, scenario := range scenarios {
		scenario := scenario
		t.Run(scenario, func(t *testing.T) {
			if client.Parallel {
				t.Parallel()
			}
			ending, err := client.judge(scenario)
			if err != nil {
				judged.Add(1)
				t.Fatalf("rogues: %v", err)
			}
			if ending.isSkipped() {
				t.Skip("rogues: the client lacks what the scenario needs: " + ending.verdicts["unsupported"])
			}
			judged.Add(1)
			if complaint := ending.complaint(); complaint != "" {
				t.Fatal(complaint)
			}
		})
	}
}

func (c Client) scenarios(patterns []string) ([]string, error) {
	if c.Do == nil {
		return nil, errors.New("the client has no Do: it makes the request")
	}
	if len(patterns) == 0 && c.Profile == "" {
		return nil, errors.New(`name scenarios, such as "trust/*", or a profile, such as Profile: "core"`)
	}
	program, err := command()
	if err != nil {
		return nil, err
	}
	var complaint strings.Builder
	list := exec.Command(program, append(append([]string{"list", "--ids"}, c.selection()...), patterns...)...)
	list.Stderr = &complaint
	ids, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", list, err, strings.TrimSpace(complaint.String()))
	}
	scenarios := strings.Fields(string(ids))
	if len(scenarios) == 0 {
		return nil, fmt.Errorf("no scenario matches %q", patterns)
	}
	return scenarios, nil
}

func (c Client) selection() []string {
	var arguments []string
	if c.Profile != "" {
		arguments = append(arguments, "--profile", c.Profile)
	}
	if c.Catalogue != "" {
		arguments = append(arguments, "--catalogue", c.Catalogue)
	}
	return arguments
}

// command is the path of the command rogues.
func command() (string, error) {
	if named := os.Getenv("ROGUES"); named != "" {
		program, err := exec.LookPath(named)
		if err != nil {
			return "", fmt.Errorf("the variable ROGUES names %q, which is no program: %w", named, err)
		}
		return program, nil
	}
	program, err := exec.LookPath("rogues")
	if err != nil {
		return "", errors.New("the command 'rogues' is not in PATH: install it (make install in its repository), or name it in the variable ROGUES")
	}
	return program, nil
}
