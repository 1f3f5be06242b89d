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
	*process.Child
	lines chan line
	gone  chan struct{} // closed when no more lines are read
	once  sync.Once
}

// startChild starts a program.
func startChild(cmd *exec.Cmd) (*child, error) {
	running, err := process.Start(cmd)
	if err != nil {
		return nil, err
	}
	c := &child{Child: running, lines: make(chan line, waiting), gone: make(chan struct{})}
	go c.read(bufio.NewReader(running.Out))
	return c, nil
}

// read sends lines to the channel until the program ends.
func (c *child) read(r *bufio.Reader) {
	defer c.End()
	for {
		text, err := readLine(r)
		select {
		case c.lines <- line{text, err}:
		case <-c.gone:
			return
		}
		if err != nil {
			return
		}
	}
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
	_, err := io.WriteString(c.In, text+"\n")
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
			return "", c.HasEnded() // soon
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
		c.In.Close()
		c.Kill()
		c.Out.Close()
	})
	<-c.Ended()
}
