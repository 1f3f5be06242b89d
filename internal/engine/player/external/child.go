package external

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"gammonlab/internal/process"
)

// maxLine is the maximal length in bytes of a line from a program.
const maxLine = 1 << 16

// waiting is the maximal number of unread lines of a program.
const waiting = 64

// line is a line from a program, or the error that ended its output.
type line struct {
	text string
	err  error
}

// child is a running program that communicates by lines.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.ReadCloser
	lines  chan line
	errOut process.Tail
	gone   chan struct{} // closed when no more lines are read
	ended  chan struct{} // closed when the process has ended
	once   sync.Once
}

// startChild starts a program.
func startChild(cmd *exec.Cmd) (*child, error) {
	c := &child{cmd: cmd, lines: make(chan line, waiting), gone: make(chan struct{}), ended: make(chan struct{})}
	cmd.Stderr = &c.errOut
	cmd.WaitDelay = process.WaitDelay
	process.Bind(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.in, c.out = in, out
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("cannot start it: %w", err)
	}
	go c.read(bufio.NewReader(out))
	return c, nil
}

// read sends lines to the channel until the program ends.
func (c *child) read(r *bufio.Reader) {
	defer close(c.ended)
	for {
		text, err := readLine(r)
		select {
		case c.lines <- line{text, err}:
		case <-c.gone:
			err = io.EOF
		}
		if err != nil {
			break
		}
	}
	process.Kill(c.cmd)
	_ = c.cmd.Wait() // its exit status does not matter
}

// errLongLine ends the reading of a program's output.
var errLongLine = fmt.Errorf("a line of more than %d bytes", maxLine)

func readLine(r *bufio.Reader) (string, error) {
	var text []byte
	for {
		part, err := r.ReadSlice('\n')
		text = append(text, part...)
		switch {
		case len(text) > maxLine:
			return string(text), errLongLine
		case err == nil:
			return strings.TrimRight(string(text), "\r\n"), nil
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case len(text) > 0: // the last line has no end
			return strings.TrimRight(string(text), "\r\n"), nil
		}
		return "", err
	}
}

// send writes lines.
func (c *child) send(text string) error {
	_, err := io.WriteString(c.in, text+"\n")
	return err
}

// receive returns the next line. It returns an error at the deadline and when
// ctx ends.
func (c *child) receive(ctx context.Context, deadline <-chan time.Time) (string, error) {
	select {
	case <-ctx.Done():
		return "", context.Cause(ctx)
	case l := <-c.lines:
		if errors.Is(l.err, io.EOF) {
			<-c.ended // soon, and then its last output is available
			return "", fmt.Errorf("it has ended%s", c.errOut.Words())
		}
		return l.text, l.err
	case <-deadline:
		return "", errTimeout
	}
}

// errTimeout is returned when a program does not answer in time.
var errTimeout = errors.New("no answer in time")

// forget discards unread output.
func (c *child) forget() {
	for {
		select {
		case l := <-c.lines:
			if l.err != nil {
				c.lines <- l // there is room: nothing follows it
				return
			}
		default:
			return
		}
	}
}

// kill ends the program and waits until it has ended. It does not wait for
// programs started by it that hold its output open.
func (c *child) kill() {
	c.once.Do(func() {
		close(c.gone)
		c.in.Close()
		select {
		case <-c.ended: // its process number may already belong to another process
		default:
			process.Kill(c.cmd)
		}
		c.out.Close()
	})
	<-c.ended
}
