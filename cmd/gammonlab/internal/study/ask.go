package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/study"
	"gammonlab/desk/table"
	"gammonlab/evalbench/suite"
	"gammonlab/internal/plaintext"
)

// newADay is the default number of new exercises per day.
const newADay = 10

// runAsk asks the exercises that are due.
func runAsk(c *cli.Context) error {
	if c.Int("new") < 0 {
		return cliutil.Usagef("--new is %d, want at least 0", c.Int("new"))
	}
	today, err := dayFromFlag(c)
	if err != nil {
		return err
	}
	release, err := study.Lock(c.String("file"))
	if err != nil {
		return err
	}
	defer release()
	all, progress, err := load(c)
	if err != nil {
		return err
	}
	t := talk{
		session: study.NewSession(all, progress, today, c.Int("new")),
		lines:   cliutil.NewPromptReader(c.App.Reader, c.App.Writer), out: c.App.Writer,
	}
	if t.session.Left() == 0 {
		t.sayf("Nothing is due. %s\n", progress.Outlook(all, today))
		return nil
	}
	t.sayf("%s. You have the X checkers; type help for help, q to stop.\n", plaintext.Counted(t.session.Left(), "exercise", "exercises"))
	err = t.run(c.Context)
	if err == nil || errors.Is(err, cliutil.ErrInterrupted) {
		t.summary(progress.Outlook(all, today))
	}
	return err
}

// talk asks exercises.
type talk struct {
	session *study.Session
	lines   *cliutil.PromptReader
	out     io.Writer

	answers, right int
	lost           float64
}

func (t *talk) sayf(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// errLeave ends the session.
var errLeave = errors.New("leave")

// run asks until the user leaves or no exercise is left.
func (t *talk) run(ctx context.Context) error {
	for e := t.session.Next(); e != nil; e = t.session.Next() {
		t.sayf("\n%v\n", e.Diagram())
		a, err := t.answer(ctx, e)
		switch {
		case ctx.Err() != nil:
			return cliutil.ErrInterrupted
		case errors.Is(err, errLeave) || errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := t.session.Answer(a); err != nil {
			return err
		}
		t.say(e, a)
	}
	return nil
}

// say prints the result of an answer, and the table and notes of the exercise.
func (t *talk) say(e *study.Exercise, a *study.Answer) {
	t.answers++
	t.lost += a.Lost
	if a.Grade() == study.BestGrade {
		t.right++
	}
	t.sayf("%s\n%s", a.Verdict(), e.Table(a))
	if a.Reason != "" {
		t.sayf("%s\n", a.Reason)
	}
	for _, line := range append(e.Comment, e.Notes...) {
		t.sayf("%s\n", line)
	}
}

// helpText is the text of the command help.
const helpText = `Write a play as 8/5 6/5, 24/18*/15, 13/7(2), bar/22 or 6/off; the order does not
matter and hits need no mark.
  double, no double   before the dice; d and n are enough
  take, pass          a double of the opponent; t and p are enough
  board               draw the board again
  q                   stop; what you have answered is saved
`

// answer asks until there is an answer.
func (t *talk) answer(ctx context.Context, e *study.Exercise) (*study.Answer, error) {
	for ctx.Err() == nil {
		line, err := t.lines.Line(e.Ask())
		if err != nil {
			return nil, err
		}
		switch strings.ToLower(line) {
		case "":
			continue
		case "q", "quit", "exit":
			return nil, errLeave
		case "help", "?":
			t.sayf(helpText)
			continue
		case "board":
			t.sayf("\n%v\n", e.Diagram())
			continue
		}
		a, err := e.Judge(line)
		if err == nil {
			return a, nil
		}
		if e.Question == suite.Play && strings.Contains(line, "/") {
			t.sayf("Not legal: %v.\n", table.WhyIllegal(err))
		} else {
			t.sayf("I do not know %q: type help for what I know.\n", line)
		}
	}
	return nil, ctx.Err()
}

// summary prints the result of the session.
func (t *talk) summary(next study.Outlook) {
	if t.answers == 0 {
		t.sayf("\nNo answers. %s\n", next)
		return
	}
	t.sayf("\n%s: %d right, %.3f lost in the mean. %s\n", plaintext.Counted(t.answers, "answer", "answers"), t.right, t.lost/float64(t.answers), next)
	if n := t.session.Left(); n > 0 {
		t.sayf("Left for today: %s.\n", plaintext.Counted(n, "exercise", "exercises"))
	}
}
