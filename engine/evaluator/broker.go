package evaluator

import (
	"context"
	"errors"
	"fmt"

	"gammonlab/board"
	"gammonlab/internal/process"
	"gammonlab/nets"
)

// broker asks a process the questions of all evaluators.
type broker struct {
	name   string
	words  []string
	limits Limits
	*process.Restarts
	*format
	child *child
	queue chan *question
	err   error // why no process runs any more
}

// frame is a request with its parts.
type frame struct {
	data      []byte
	values    []float32
	positions []*board.Position
	answers   [][nets.Outputs]float32
	parts     []part
}

// part is the share of a question in a frame.
type part struct {
	of       *question
	from, to int  // of the question
	last     bool // the question ends with it
}

// errClosed is the answer after [Program.Close].
var errClosed = errors.New("the program is closed")

// run answers questions until ctx ends. While the process computes a frame, the next one is
// collected.
func (b *broker) run(ctx context.Context) {
	full, empty := make(chan *frame), make(chan *frame, 2)
	for range cap(empty) {
		f := new(frame)
		if b.set != nil {
			f.values = make([]float32, b.set.Len())
		}
		empty <- f
	}
	go func() {
		b.collect(ctx, full, empty)
		close(full) // not after a panic
	}()
	for f := range full {
		if b.err == nil {
			b.err = b.answer(ctx, f)
		}
		f.settle(b.err)
		empty <- f
	}
	b.child.End()
	for {
		select {
		case q := <-b.queue:
			q.done <- errClosed
		default:
			return
		}
	}
}

// collect makes frames of the questions: all that wait, up to the largest batch.
func (b *broker) collect(ctx context.Context, full chan<- *frame, empty <-chan *frame) {
	var rest part // the part of a question that did not fit
	for {
		if rest.of == nil {
			select {
			case q := <-b.queue:
				rest = part{of: q}
			case <-ctx.Done():
				return
			}
		}
		f := <-empty
		f.parts, f.positions = f.parts[:0], f.positions[:0]
		rest = f.add(rest, b.Batch)
	waiting:
		for rest.of == nil && len(f.positions) < b.Batch {
			select {
			case q := <-b.queue:
				rest = f.add(part{of: q}, b.Batch)
			default:
				break waiting
			}
		}
		f.data = b.request(f.data, f.positions, f.values)
		select {
		case full <- f:
		case <-ctx.Done():
			f.settle(errClosed)
			if rest.of != nil {
				rest.of.done <- errClosed
			}
			return
		}
	}
}

// add adds as much of a question as fits, and returns the rest.
func (f *frame) add(p part, most int) part {
	whole := len(p.of.positions)
	p.to = min(whole, p.from+most-len(f.positions))
	p.last = p.to == whole
	f.positions = append(f.positions, p.of.positions[p.from:p.to]...)
	f.parts = append(f.parts, p)
	if p.last {
		return part{}
	}
	return part{of: p.of, from: p.to}
}

// settle copies the answers to the questions and ends those whose last part is in the frame,
// or all after an error.
func (f *frame) settle(err error) {
	at := 0
	for _, p := range f.parts {
		if err == nil {
			at += copy(p.of.answers[p.from:p.to], f.answers[at:])
		}
		if p.last {
			p.of.done <- err
		}
	}
}

// answer asks the process about a frame. It restarts the process after an error.
func (b *broker) answer(ctx context.Context, f *frame) error {
	if n := len(f.positions); cap(f.answers) < n {
		f.answers = make([][nets.Outputs]float32, n)
	}
	f.answers = f.answers[:len(f.positions)]
	err := b.child.exchange(f, b.limits.Timeout)
	for tried := 1; err != nil; tried++ {
		b.child.End()
		if ctx.Err() != nil {
			return errClosed
		}
		if err := b.Next(ctx, b.name, tried, err); err != nil {
			return fmt.Errorf("%s, asked about %d positions, the first %s: %w", b.name, len(f.positions), f.positions[0].ID(), err)
		}
		if err = b.restart(ctx); err == nil {
			err = b.child.exchange(f, b.limits.Timeout)
		}
	}
	return nil
}

// restart starts the process again. Its introduction must be the same.
func (b *broker) restart(ctx context.Context) error {
	c, err := start(ctx, b.words, b.limits)
	if err != nil {
		return err
	}
	if was, is := string(b.line()), string(c.line()); was != is {
		c.End()
		return fmt.Errorf("it was %s and is now %s", was, is)
	}
	b.child = c
	return nil
}
