package cliutil

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	pool "gammonlab/internal/workers"
)

// MaxLine is the maximal length of a line of standard input, so that a wrong file cannot
// use up the memory.
const MaxLine = 4096

// lineInput reads lines, as many at a time as are available.
type lineInput struct {
	in     io.Reader
	buffer []byte // begins with the bytes that were read and not returned yet
	filled int
	number int   // number of the last returned line
	long   bool  // the input is within a line that is too long and was returned already
	err    error // error of the last read

	held *InputLine // has a position ID of gnubg's two lines; the match ID may follow
}

// InputLine is a line without leading and trailing blanks. It is not empty and not a
// comment.
type InputLine struct {
	Number int
	Text   string
	Err    error // instead of the text
}

func newLineInput(in io.Reader) *lineInput {
	return &lineInput{in: in, buffer: make([]byte, 1<<16)}
}

// next appends lines to dst: at least one, unless the input ends or only blank lines and
// comments are available. The error is io.EOF at the end.
func (l *lineInput) next(dst []InputLine) ([]InputLine, error) {
	if l.err != nil {
		return dst, l.err
	}
	n, err := l.in.Read(l.buffer[l.filled:])
	l.filled += n
	l.err = err
	rest := l.buffer[:l.filled]
	for {
		line, more, whole := bytes.Cut(rest, []byte("\n"))
		if !whole {
			break
		}
		dst, rest = l.add(dst, line), more
		l.long = false
	}
	if len(rest) > MaxLine || err != nil && len(rest) > 0 {
		dst = l.add(dst, rest)
		l.long, rest = true, nil
	}
	l.filled = copy(l.buffer, rest)
	if err != nil {
		dst = l.release(dst)
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("standard input, line %d: %w", l.number+1, err)
		l.err = err
	}
	return dst, err
}

// add appends a line, unless it is blank or a comment.
func (l *lineInput) add(dst []InputLine, line []byte) []InputLine {
	if l.long {
		return dst
	}
	l.number++
	if len(line) > MaxLine {
		return append(l.release(dst), InputLine{Number: l.number, Err: fmt.Errorf("longer than %d bytes", MaxLine)})
	}
	if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
		return dst
	}
	text := string(line)
	if l.held != nil && labelled(text, "match id") {
		l.held.Text += " " + text
		return l.release(dst)
	}
	dst = l.release(dst)
	if labelled(text, "position id") && !labelled(text, "match id") {
		l.held = &InputLine{Number: l.number, Text: text}
		return dst
	}
	return append(dst, InputLine{Number: l.number, Text: text})
}

// release appends the line that was held back for its match ID.
func (l *lineInput) release(dst []InputLine) []InputLine {
	if l.held != nil {
		dst = append(dst, *l.held)
		l.held = nil
	}
	return dst
}

// labelled reports whether the text has a label, given in lower case.
func labelled(text, label string) bool {
	return strings.Contains(text, " ") && strings.Contains(strings.ToLower(text), label)
}

// refusals reports lines that cannot be answered, and counts them.
type refusals struct {
	c       *cli.Context
	lines   int // lines of standard input
	refused int
}

// mostReported is the maximal number of lines that are reported one by one: a wrong file
// may have millions.
const mostReported = 100

func (r *refusals) report(number int, err error) {
	r.refused++
	switch {
	case r.refused <= mostReported:
		Note(r.c, "standard input, line %d: %v", number, err)
	case r.refused == mostReported+1:
		Note(r.c, "standard input: further invalid lines are only counted")
	}
}

// err returns an error if the command could not answer all lines.
func (r *refusals) err() error {
	if r.refused == 0 {
		return nil
	}
	return fmt.Errorf("standard input: %d of %d lines could not be answered", r.refused, r.lines)
}

// eachLine calls do for each line of standard input, and flushes out whenever no more
// input is available. It reports an error of do with the line, and continues with the
// next line.
func eachLine(c *cli.Context, out *RowWriter, do func(text string) error) error {
	in, bad := newLineInput(c.App.Reader), &refusals{c: c}
	var lines []InputLine
	for {
		var readErr error
		lines, readErr = in.next(lines[:0])
		for _, line := range lines {
			if c.Context.Err() != nil {
				return ErrInterrupted
			}
			bad.lines++
			err := line.Err
			if err == nil {
				err = do(line.Text)
			}
			switch {
			case out.failed != nil:
				return out.failed
			case c.Context.Err() != nil:
				return ErrInterrupted
			case err != nil:
				bad.report(line.Number, err)
			}
		}
		if err := out.flush(); err != nil {
			return err
		}
		if readErr == io.EOF {
			return bad.err()
		}
		if readErr != nil {
			return readErr
		}
	}
}

// A LineWorker answers lines. Each goroutine has its own.
type LineWorker interface {
	// Answer appends the answers to the lines, or the reasons why there is none. It
	// returns an error only if ctx ends.
	Answer(ctx context.Context, lines []InputLine, to *LineAnswers) error
}

// LineAnswers are the answers to some lines, in the order of the lines.
type LineAnswers struct {
	Text []byte
	ends []int // end of each answer in the text
	Bad  []InputLine
}

// Refuse records why a line cannot be answered.
func (a *LineAnswers) Refuse(number int, err error) {
	a.Bad = append(a.Bad, InputLine{Number: number, Err: err})
}

// End ends an answer; its text must have been appended before.
func (a *LineAnswers) End() { a.ends = append(a.ends, len(a.Text)) }

// LineAnswerer distributes lines to workers and writes the answers in the order of the
// lines.
type LineAnswerer struct {
	Workers []LineWorker
	Alone   LineWorker // used if there are fewer lines than workers; it may use all cores
	Piece   int        // number of lines that a worker answers at a time
	Out     *RowWriter
	bad     refusals

	lines  []InputLine
	pieces []LineAnswers // buffers for answers
}

// Run answers the lines of standard input. It reports lines that cannot be answered, and
// answers the others.
func (a *LineAnswerer) Run(c *cli.Context) error {
	in := newLineInput(c.App.Reader)
	a.bad = refusals{c: c}
	for {
		var readErr error
		a.lines, readErr = in.next(a.lines[:0])
		a.bad.lines += len(a.lines)
		if err := a.block(c.Context); err != nil {
			return err
		}
		if readErr == io.EOF {
			return a.bad.err()
		}
		if readErr != nil {
			return readErr
		}
	}
}

// block answers the available lines.
func (a *LineAnswerer) block(ctx context.Context) error {
	n := (len(a.lines) + a.Piece - 1) / a.Piece
	for len(a.pieces) < n {
		a.pieces = append(a.pieces, LineAnswers{})
	}
	crew := a.Workers
	if len(a.lines) < len(crew) {
		crew = []LineWorker{a.Alone}
	}
	err := pool.Ordered(ctx, crew, pool.Numbers(0, n), a.answer, func(_ int, p *LineAnswers) error { return a.write(p) })
	if ctx.Err() != nil {
		return errors.Join(ErrInterrupted, a.Out.flush())
	}
	if err != nil {
		return err
	}
	return a.Out.flush()
}

// answer answers one piece of the lines.
func (a *LineAnswerer) answer(ctx context.Context, w LineWorker, i int) (*LineAnswers, error) {
	p := &a.pieces[i]
	p.Text, p.ends, p.Bad = p.Text[:0], p.ends[:0], p.Bad[:0]
	return p, w.Answer(ctx, a.lines[i*a.Piece:min((i+1)*a.Piece, len(a.lines))], p)
}

// write writes the answers of a piece and reports the lines without an answer.
func (a *LineAnswerer) write(p *LineAnswers) error {
	from := 0
	for _, end := range p.ends {
		if err := a.Out.Answer(p.Text[from:end]); err != nil {
			return err
		}
		from = end
	}
	for _, line := range p.Bad {
		a.bad.report(line.Number, line.Err)
	}
	if a.Piece == 1 {
		return a.Out.flush() // flush now, because answers take long
	}
	return nil
}
