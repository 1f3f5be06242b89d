package process

import (
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"

	"gammonlab/internal/plaintext"
	"gammonlab/internal/setting"
)

// Limits are the time limits and restarts of a program that answers questions.
type Limits struct {
	Timeout  time.Duration `json:"timeout"`  // for one answer
	Startup  time.Duration `json:"startup"`  // until the program is ready
	Restarts int           `json:"restarts"` // maximal number of restarts for one question; five times as many in all
}

// Validate returns an error for a number of restarts out of range.
func (l *Limits) Validate() error {
	return setting.Check("restarts", l.Restarts >= 0 && l.Restarts <= 100, "is %d, want 0 to 100", l.Restarts)
}

// Child is a running program. It ends with this process.
type Child struct {
	In  io.WriteCloser
	Out io.ReadCloser

	cmd    *exec.Cmd
	errOut tail
	end    sync.Once
	ended  chan struct{}
}

// waitDelay is the time to wait for the last output of a program that has ended: other
// processes may hold its output open.
const waitDelay = 200 * time.Millisecond

// Start starts a program.
func Start(cmd *exec.Cmd) (*Child, error) {
	c := &Child{cmd: cmd, ended: make(chan struct{})}
	cmd.Stderr, cmd.WaitDelay = &c.errOut, waitDelay
	bind(cmd)
	var err error
	if c.In, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if c.Out, err = cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("cannot start it: %w", err)
	}
	return c, nil
}

// Kill ends the program and the programs started by it. Without [Child.End] the program is
// not waited for.
func (c *Child) Kill() {
	select {
	case <-c.ended: // its process number may already belong to another process
	default:
		kill(c.cmd)
	}
}

// End ends the program, waits until it has ended, and closes its input and output.
func (c *Child) End() {
	c.end.Do(func() {
		defer close(c.ended)
		c.In.Close()
		kill(c.cmd)
		_ = c.cmd.Wait() // its exit status does not matter
	})
}

// Ended returns a channel that is closed after [Child.End].
func (c *Child) Ended() <-chan struct{} { return c.ended }

// Said returns what the program wrote last to its error output, as the end of an error
// message, "" for nothing.
func (c *Child) Said() string { return c.errOut.words() }

// HasEnded returns the error of a program that has ended. It waits for [Child.End].
func (c *Child) HasEnded() error {
	<-c.ended
	return fmt.Errorf("it has ended%s", c.Said())
}

// tail keeps the end of the text written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write implements [io.Writer].
func (t *tail) Write(p []byte) (int, error) {
	const most = 400
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - most; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

func (t *tail) words() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := plaintext.OneLine(string(t.text))
	if text == "" {
		return ""
	}
	return ", saying " + text
}
