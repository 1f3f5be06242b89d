package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// maxLine is the maximal length of a line in bytes.
const maxLine = 1 << 14

// errLongLine is returned by [readLine] after a line that was too long.
var errLongLine = errors.New("line too long")

// readLine returns the next line without its end, and skips the rest of a long
// one. At the end of input it may return a last line without line end, and then
// io.EOF.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > maxLine {
			long = true
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && len(line) == 0 && !long:
			return "", err
		case long:
			return "", errLongLine
		}
		return strings.TrimRight(string(line), "\r\n"), nil
	}
}

// input is a line to be answered, or the error of reading it.
type input struct {
	line string
	ctx  context.Context // cancelled by "stop"
	err  error
}

// silence is the time without a line after "ubgi" after which the controller is
// taken for one of draft 0.01, which waits for "readyok".
const silence = time.Second

// ServeUBGI answers the lines of in until "quit" or the end, and then returns
// nil. It answers all lines before that. A "stop" cancels the current
// computation; then fallback, if not nil, answers instead of the decider, without
// look-ahead.
func ServeUBGI(ctx context.Context, in io.Reader, out io.Writer, u *UBGI, fallback *Decider) error {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	inputs := make(chan input, 64)
	go readUBGI(ctx, in, inputs)
	for quit := false; !quit; {
		var i input
		var quiet <-chan time.Time
		if u.unready {
			quiet = time.After(silence)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case i = <-inputs:
		case <-quiet:
			if err := writeLines(out, u.ready()); err != nil {
				return err
			}
			continue
		}
		switch {
		case errors.Is(i.err, io.EOF):
			i.line = "quit"
		case errors.Is(i.err, errLongLine):
			i.line = errLongLine.Error() // the answer will be "sorry"
		case i.err != nil:
			return fmt.Errorf("reading UBGI: %w", i.err)
		}
		var answer []string
		if answer, quit = u.answer(ctx, i, fallback); !quit && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := writeLines(out, answer); err != nil {
			return err
		}
	}
	return nil
}

func writeLines(out io.Writer, lines []string) error {
	for _, line := range lines {
		if _, err := io.WriteString(out, line+"\n"); err != nil {
			return fmt.Errorf("writing UBGI: %w", err)
		}
	}
	return nil
}

// answer answers an input. If the computation was cancelled, the fallback decider
// answers, unless ctx has ended.
func (u *UBGI) answer(ctx context.Context, i input, fallback *Decider) ([]string, bool) {
	if limit := moveTime(i.line); limit > 0 {
		limited, cancel := context.WithTimeout(i.ctx, limit)
		defer cancel()
		i.ctx = limited
	}
	answer, quit := u.Line(i.ctx, i.line)
	if i.ctx.Err() == nil || fallback == nil || quit {
		return answer, quit
	}
	thorough := u.Decider
	u.Decider = fallback
	defer func() { u.Decider = thorough }()
	return u.Line(ctx, i.line)
}

// stoppable is a context that can be cancelled and renewed.
type stoppable struct {
	context.Context
	stop context.CancelFunc
}

func newStoppable(parent context.Context) stoppable {
	ctx, stop := context.WithCancel(parent)
	return stoppable{ctx, stop}
}

// readUBGI sends the lines to inputs. A "stop" cancels the contexts of all
// earlier lines.
func readUBGI(ctx context.Context, in io.Reader, inputs chan<- input) {
	r := bufio.NewReader(in)
	questions := newStoppable(ctx)
	for {
		line, err := readLine(r)
		if strings.TrimSpace(line) == "stop" {
			questions.stop()
			questions = newStoppable(ctx)
			continue
		}
		select {
		case inputs <- input{line, questions.Context, err}:
		case <-ctx.Done():
			return
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return
		}
	}
}
