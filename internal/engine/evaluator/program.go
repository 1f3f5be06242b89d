package evaluator

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"gammonlab/board"
	"gammonlab/internal/process"
	"gammonlab/nets"
)

// Settings are the limits of a program.
type Settings struct {
	Timeout  time.Duration // for one answer
	Startup  time.Duration // until the program has introduced itself
	Restarts int           // most restarts for one request
}

// DefaultSettings returns limits for nets on any machine.
func DefaultSettings() Settings {
	return Settings{Timeout: time.Minute, Startup: time.Minute, Restarts: 2}
}

// maxHello is the largest size of the line with which a program introduces itself.
const maxHello = 1 << 16

// Program is a running program. Any number of goroutines may ask it.
type Program struct {
	*format
	command string
	queue   chan *question
	stop    func()
}

// question is what an evaluator asks, and waits for.
type question struct {
	positions []*board.Position
	answers   [][nets.Outputs]float32 // as long
	done      chan error              // has room for one
}

// Start starts a program, given with its arguments as on a command line. It returns an error
// if the program does not introduce itself in time, or as [Hello] describes. The program ends
// with [Program.Close], when the Program is garbage-collected, or with this process.
func Start(command string, settings Settings) (*Program, error) {
	words, err := process.Split(command)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	c, err := start(ctx, words, settings)
	if err != nil {
		stop()
		return nil, fmt.Errorf("evaluator:%s: %w", command, err)
	}
	p := &Program{format: c.format, command: command, queue: make(chan *question, 256), stop: stop}
	b := &broker{name: p.String(), words: words, settings: settings, format: c.format, child: c, queue: p.queue}
	runtime.AddCleanup(p, func(stop context.CancelFunc) { stop() }, stop)
	go b.run(ctx)
	return p, nil
}

// Close ends the program. Questions after it fail.
func (p *Program) Close() { p.stop() }

// Model returns the model that the program computes.
func (p *Program) Model() *nets.Model { return nets.OfProgram(p, p.variant) }

// Digest implements [nets.Program] with the digest that the program tells.
func (p *Program) Digest() (string, error) {
	if p.Hello.Digest == "" {
		return "", fmt.Errorf("%v tells no digest, which is needed to keep its results in files", p)
	}
	return "evaluator " + p.Hello.Digest, nil
}

// Outputs implements [nets.Program].
func (p *Program) Outputs(ctx context.Context, dst [][nets.Outputs]float32, positions []*board.Position) error {
	defer runtime.KeepAlive(p)
	q := &question{positions: positions, answers: make([][nets.Outputs]float32, len(positions)), done: make(chan error, 1)}
	select {
	case p.queue <- q:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	select {
	case err := <-q.done:
		copy(dst, q.answers)
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// child is a process that has introduced itself.
type child struct {
	*format
	ctx    context.Context // ends the process
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	errOut process.Tail
	once   sync.Once
	buffer []byte
}

// start starts a process and reads its introduction.
func start(ctx context.Context, words []string, settings Settings) (*child, error) {
	c := &child{ctx: ctx, cmd: exec.Command(words[0], words[1:]...)}
	c.cmd.Stderr = &c.errOut
	c.cmd.WaitDelay = process.WaitDelay
	process.Bind(c.cmd)
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewReaderSize(out, 1<<16)
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("cannot start it: %w", err)
	}
	err = c.within(settings.Startup, func() (err error) {
		line, err := c.out.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			return fmt.Errorf("its first line has more than %d bytes, want JSON", maxHello)
		}
		if err != nil {
			return err
		}
		if c.format, err = parseHello(line); err != nil {
			return fmt.Errorf("its first line: %w", err)
		}
		return nil
	})
	if err != nil {
		c.end()
		return nil, err
	}
	return c, nil
}

// within does what takes at most the limit. Then, and when the context ends, it ends the
// process, so that do fails.
func (c *child) within(limit time.Duration, do func() error) error {
	ctx, cancel := context.WithTimeoutCause(c.ctx, limit, fmt.Errorf("no answer in %v", limit))
	defer cancel()
	stop := context.AfterFunc(ctx, func() { process.Kill(c.cmd) })
	err := do()
	if !stop() {
		return context.Cause(ctx)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		c.end()
		return fmt.Errorf("it has ended%s", c.errOut.Words())
	}
	return err
}

// exchange sends a frame and reads the answer.
func (c *child) exchange(f *frame, limit time.Duration) error {
	return c.within(limit, func() error {
		if _, err := c.in.Write(f.data); err != nil {
			return io.EOF // it does not listen: it has ended, or soon will
		}
		return c.readAnswer(c.out, f.answers, f.positions, &c.buffer)
	})
}

// end ends the process.
func (c *child) end() {
	c.once.Do(func() {
		c.in.Close()
		process.Kill(c.cmd)
		_ = c.cmd.Wait() // its exit status does not matter
	})
}

// String implements [nets.Program] with the text evaluator:COMMAND.
func (p *Program) String() string { return "evaluator:" + p.command }
