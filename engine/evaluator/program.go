package evaluator

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"time"

	"gammonlab/board"
	"gammonlab/internal/process"
	"gammonlab/nets"
)

// Limits are the time limits and restarts of a program.
type Limits struct {
	Timeout  time.Duration // for one answer
	Startup  time.Duration // until the program introduces itself
	Restarts int           // maximal number of restarts for one question, 0 to 100; five times as many in all
}

// DefaultLimits returns limits for nets on any machine.
func DefaultLimits() Limits {
	return Limits{Timeout: time.Minute, Startup: time.Minute, Restarts: 2}
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
// with [Program.Close], when the Program is garbage-collected, or with this process, not with
// the context.
func Start(ctx context.Context, command string, limits Limits) (*Program, error) {
	words, err := process.Split(command)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	c, err := start(ctx, words, limits)
	if err != nil {
		stop()
		return nil, fmt.Errorf("evaluator:%s: %w", command, err)
	}
	p := &Program{format: c.format, command: command, queue: make(chan *question, 256), stop: stop}
	b := &broker{name: p.String(), words: words, limits: limits, Restarts: (*process.Limits)(&limits).NewRestarts(), format: c.format, child: c, queue: p.queue}
	runtime.AddCleanup(p, func(stop context.CancelFunc) { stop() }, stop)
	go b.run(ctx)
	return p, nil
}

// Close ends the program. Questions after it fail.
func (p *Program) Close() { p.stop() }

// Digest returns the digest that the program tells, which identifies everything that its
// answers depend on. It returns an error if the program tells none.
func (p *Program) Digest() (string, error) {
	if p.Hello.Digest == "" {
		return "", fmt.Errorf("%v tells no digest, which is needed to keep its results in files", p)
	}
	return "evaluator " + p.Hello.Digest, nil
}

// outputs sets dst[i] to the outputs for positions[i], of games that are not over. It returns
// an error when the program fails or ctx ends. Several goroutines call it.
func (p *Program) outputs(ctx context.Context, dst [][nets.Outputs]float32, positions []*board.Position) error {
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
	*process.Child
	ctx    context.Context // ends the process
	out    *bufio.Reader
	buffer []byte
}

// start starts a process and reads its introduction.
func start(ctx context.Context, words []string, limits Limits) (*child, error) {
	running, err := process.Start(exec.Command(words[0], words[1:]...))
	if err != nil {
		return nil, err
	}
	c := &child{Child: running, ctx: ctx, out: bufio.NewReaderSize(running.Out, maxHello)}
	err = c.within(limits.Startup, func() (err error) {
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
		c.End()
		return nil, err
	}
	return c, nil
}

// within does what takes at most the limit. Then, and when the context ends, it ends the
// process, so that do fails.
func (c *child) within(limit time.Duration, do func() error) error {
	ctx, cancel := context.WithTimeoutCause(c.ctx, limit, fmt.Errorf("no answer in %v", limit))
	defer cancel()
	stop := context.AfterFunc(ctx, c.Kill)
	err := do()
	if !stop() {
		return context.Cause(ctx)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		c.End()
		return c.HasEnded()
	}
	return err
}

// exchange sends a frame and reads the answer.
func (c *child) exchange(f *frame, limit time.Duration) error {
	return c.within(limit, func() error {
		if _, err := c.In.Write(f.data); err != nil {
			return io.EOF // it does not listen: it has ended, or soon will
		}
		return c.readAnswer(c.out, f.answers, f.positions, &c.buffer)
	})
}

// String returns the text evaluator:COMMAND, which names the program where models have names.
func (p *Program) String() string { return "evaluator:" + p.command }
