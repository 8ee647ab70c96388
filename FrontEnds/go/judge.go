package roguestest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// ending is how a run of the command ended: its status, what it said to people, the verdicts, each with an explanation, and
// how often Do was called.
type ending struct {
	status   int
	text     string
	verdicts map[string]string
	calls    int64
}

// patience is how long Do may take to return once the command is gone.
const patience = 2 * time.Second

// Verdicts about a case that the client was never asked about, or whose fault it never met.
var unjudged = words("unsupported unexercised inconclusive harness-error not-run")

// isSkipped says that the client lacks what every case of the scenario needs.
func (e ending) isSkipped() bool {
	for verdict := range e.verdicts {
		if verdict != "unsupported" && verdict != "unexercised" {
			return false
		}
	}
	return len(e.verdicts) > 0 && (e.status == 4 || e.status == 0)
}

func (e ending) isJudged() bool {
	for verdict := range e.verdicts {
		if !unjudged[verdict] {
			return e.calls > 0
		}
	}
	return false
}

// complaint is why the test fails; empty if it passes.
func (e ending) complaint() string {
	switch {
	case e.status == 0 && e.isJudged():
		return ""
	case e.status == 0:
		return "rogues: nothing was judged\n" + e.text
	case e.status == 1:
		return "\n" + e.block()
	case e.status == 2:
		return "rogues: inconclusive, which proves nothing\n" + e.block()
	default:
		return fmt.Sprintf("rogues run: exit status %d\n%s", e.status, e.text)
	}
}

var (
	sums     = regexp.MustCompile(`(?s)\n\n([A-Za-z-]+ \(\d+\): |deadlines |\d+ deadlines |total time|covers ).*`)
	commands = regexp.MustCompile(`\n  (command|again) .*(\n    .*)*`)
)

// block is what is said about the failure, without the sums of a run that has one scenario, and without commands, which
// nobody can repeat by hand: the client is in this process.
func (e ending) block() string {
	return commands.ReplaceAllString(sums.ReplaceAllString(e.text, ""), "")
}

// judge has the client make the requests of one scenario. An error is a mistake of the test, or of the command.
func (c Client) judge(scenario string) (ending, error) {
	program, err := command()
	if err != nil {
		return ending{}, err
	}
	folder, err := os.MkdirTemp("", "rogues-go-")
	if err != nil {
		return ending{}, err
	}
	defer os.RemoveAll(folder)
	log := filepath.Join(folder, "log.jsonl")
	// The settings of a repository are for its own adapters.
	arguments := []string{
		"run", "--adapter", "-", "--config", "none", "--progress", "none", "--color", "never", "--log", log}
	arguments = append(append(arguments, c.selection()...), c.Options...)
	run := exec.Command(program, append(arguments, scenario)...)
	var text bytes.Buffer
	run.Stderr = &text
	input, err := run.StdinPipe()
	if err != nil {
		return ending{}, err
	}
	output, err := run.StdoutPipe()
	if err != nil {
		return ending{}, err
	}
	if err := run.Start(); err != nil {
		return ending{}, err
	}
	work := newWorker(c)
	mistake := work.converse(input, output)
	input.Close()
	if mistake != nil {
		run.Process.Kill()
	}
	// Wait closes the pipe, so that everything is read first.
	io.Copy(io.Discard, output)
	failure := run.Wait()
	isDone := work.finish()
	if mistake != nil {
		return ending{}, mistake
	}
	var status *exec.ExitError
	if failure != nil && !errors.As(failure, &status) {
		return ending{}, failure
	}
	said := strings.TrimSpace(text.String())
	if !isDone {
		return ending{}, fmt.Errorf("Do has not returned, and the command is gone\n%s", ending{text: said}.block())
	}
	verdicts, err := verdictsOf(log)
	return ending{run.ProcessState.ExitCode(), said, verdicts, work.calls.Load()}, err
}

// verdictsOf reads the event log; one that is not there has none.
func verdictsOf(log string) (map[string]string, error) {
	text, err := os.ReadFile(log)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	type event struct{ Type, Case, Verdict, Explanation string }
	cases, verdicts := map[string]event{}, map[string]string{}
	for _, line := range bytes.SplitAfter(text, []byte("\n")) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			continue
		}
		var read event
		if err := json.Unmarshal(line, &read); err != nil {
			return nil, fmt.Errorf("the event log: %w", err)
		}
		if read.Type == "case" {
			// A case that was judged anew counts as it was judged last.
			cases[read.Case] = read
		}
	}
	for _, last := range cases {
		verdicts[last.Verdict] = last.Explanation
	}
	return verdicts, nil
}

// worker calls Do, each time in a goroutine of its own: one that hangs ends its test, and not all of them.
type worker struct {
	client   Client
	answers  chan answer
	mistakes chan error
	stopped  chan struct{}
	calls    atomic.Int64
	running  sync.WaitGroup
}

func newWorker(client Client) *worker {
	return &worker{client: client, answers: make(chan answer), mistakes: make(chan error), stopped: make(chan struct{})}
}

// finish says whether Do has returned.
func (w *worker) finish() bool {
	done := make(chan struct{})
	go func() {
		w.running.Wait()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-time.After(patience):
		return false
	}
}

func (w *worker) work(attempt *Attempt) {
	defer w.running.Done()
	hasReturned := false
	defer func() {
		if hasReturned {
			return
		}
		switch panicked := recover().(type) {
		case nil:
			w.err(errors.New("Do has ended its goroutine: it must return an error, and not end the test"))
		case *Refusal:
			// Of TLSConfig: the client cannot be configured.
			w.say(attempt, panicked)
		default:
			w.err(fmt.Errorf("Do panicked: %v\n%s", panicked, debug.Stack()))
		}
	}()
	w.calls.Add(1)
	body, err := w.client.Do(attempt)
	hasReturned = true
	switch {
	case w.client.TLSConfig && !attempt.hasMadeConfig:
		w.err(errors.New("the client says TLSConfig, and Do did not call Attempt.TLSConfig"))
	case err == nil:
		w.answer(attempt, accepted(body))
	default:
		w.say(attempt, err)
	}
}

func (w *worker) say(attempt *Attempt, err error) {
	said, mistake := statement(err, w.client.Reason)
	if mistake != nil {
		w.err(mistake)
		return
	}
	w.answer(attempt, said)
}

func (w *worker) answer(attempt *Attempt, said answer) {
	said["id"] = attempt.said.ID
	select {
	case w.answers <- said:
	case <-w.stopped:
	}
}

func (w *worker) err(mistake error) {
	select {
	case w.mistakes <- mistake:
	case <-w.stopped:
	}
}

var nonce = regexp.MustCompile(`^([0-9a-fA-F]{32})\r?\n?$`)

// accepted is what to answer for a body: the nonce, or that there is none in it.
func accepted(body string) answer {
	if found := nonce.FindStringSubmatch(body); found != nil {
		return answer{"type": "statement", "disposition": "accept", "nonce": found[1]}
	}
	if len(body) > 100 {
		body = body[:100]
	}
	return answer{"type": "failed", "cause": "server", "detail": fmt.Sprintf("Do returned no error, and no nonce: %q", body)}
}

// converse answers the command's lines until it says bye or is gone, or until there is a mistake.
func (w *worker) converse(input io.Writer, output io.Reader) error {
	lines := make(chan []byte)
	defer close(w.stopped)
	go func() {
		defer close(lines)
		reader := bufio.NewReader(output)
		for {
			line, err := reader.ReadBytes('\n')
			if err != nil {
				return
			}
			select {
			case lines <- line:
			case <-w.stopped:
				return
			}
		}
	}()
	for {
		var said answer
		select {
		case line, isOpen := <-lines:
			if !isOpen {
				return nil
			}
			var err error
			if said, err = w.read(line); err != nil || said["type"] == bye["type"] {
				return err
			}
		case said = <-w.answers:
		case mistake := <-w.mistakes:
			return mistake
		}
		if said == nil {
			continue
		}
		text, err := json.Marshal(said)
		if err != nil {
			return err
		}
		// The command may be gone; its status says why.
		input.Write(append(text, '\n'))
	}
}

var bye = answer{"type": "bye"}

// read is what to answer at once to a line of the command; nil if Do is asked first, and bye at the end.
func (w *worker) read(line []byte) (answer, error) {
	var said message
	if err := json.Unmarshal(line, &said); err != nil {
		return nil, fmt.Errorf("the command wrote what is not of the contract: %w: %q", err, line)
	}
	switch said.Type {
	case "hello":
		return w.client.ready(), nil
	case "bye":
		return bye, nil
	case "attempt":
		for _, need := range said.Needs {
			if !contains(w.client.capabilities(), need) {
				return answer{"type": "unsupported", "id": said.ID, "capability": need}, nil
			}
		}
		w.running.Add(1)
		go w.work(newAttempt(line, said))
		return nil, nil
	default:
		return nil, fmt.Errorf("the command wrote a message of an unknown type: %q", line)
	}
}

func (c Client) capabilities() []string {
	capabilities := append(append([]string{}, always...), c.Capabilities...)
	if c.TLSConfig {
		capabilities = append(capabilities, ofConfig...)
	}
	return capabilities
}

func (c Client) ready() answer {
	version := strings.TrimPrefix(runtime.Version(), "go")
	applies, fixed := fields(c.capabilities(), c.TLSConfig)
	return answer{
		"type": "ready", "protocol": 1, "adapter": "go", "maxInFlight": 1, "capabilities": c.capabilities(),
		"applies": applies, "fixed": fixed,
		"library": answer{"name": "Go crypto/tls", "version": version, "stacks": answer{"go": version}},
	}
}

func contains(words []string, word string) bool {
	for _, candidate := range words {
		if candidate == word {
			return true
		}
	}
	return false
}
