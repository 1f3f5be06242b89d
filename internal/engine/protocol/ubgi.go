package protocol

import (
	"context"
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/internal/plaintext"
)

// UBGI is the engine's side of the Universal Backgammon Interface, in both
// drafts: in 0.01 a line is a complete question; in 0.2 lines set up a question
// until "go". It is not safe for concurrent use; [ServeUBGI] connects it to
// streams.
type UBGI struct {
	Decider       *Decider
	Variant       board.Variant
	Jacoby        bool // in money games, if a question does not state it
	Version       string
	Keys          []Key // the options of draft 0.2
	q             Question
	have, haveSet bool // the position was set; the match was set
}

// Key is an option that can be read and set. Set gets a value in the form of
// the range and may reject it.
type Key struct {
	Name, Type, Range, Default string
	Get                        func() string
	Set                        func(value string) error
}

// The error codes of draft 0.2.
const (
	badArgument    = "bad_argument"
	badValue       = "bad_value"
	unsupported    = "unsupported"
	missingContext = "missing_context"
	internalError  = "internal"
)

// sorry is the answer to lines that are not understood.
const sorry = "sorry"

// Line answers a line, by one or more lines or by nil, and reports whether the
// engine must quit. Only questions take time; if ctx is cancelled, they are
// answered by static evaluation.
func (u *UBGI) Line(ctx context.Context, line string) (answer []string, quit bool) {
	line = strings.TrimSpace(strings.TrimRight(line, "\r\n\x00"))
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case line == "" || word == "stop" || word == "setoption":
		return nil, false
	case word == "quit":
		return nil, true
	case word == "ubgi":
		return u.greeting(), false
	case strings.HasPrefix(line, rawPrefix), strings.HasPrefix(line, "XGID="):
		return []string{u.stateless(ctx, line)}, false
	}
	return u.stateful(ctx, word, rest), false
}

// greeting introduces the engine in both drafts at once. Controllers of draft
// 0.01 wait for the last line, those of 0.2 for the line before it.
func (u *UBGI) greeting() []string {
	lines := []string{"id name gammonlab", "id author the gammonlab authors", "id version " + u.Version, "proto 0.2"}
	return append(append(lines, u.keys()...), "ubgiok", "readyok")
}

func (u *UBGI) keys() []string {
	var lines []string
	for _, k := range u.Keys {
		lines = append(lines, strings.Join([]string{"key", k.Name, k.Type, k.Range, k.Default}, " "))
	}
	return lines
}

// stateless answers a question of draft 0.01.
func (u *UBGI) stateless(ctx context.Context, line string) string {
	q, err := u.parse(line)
	if err != nil {
		return sorry + " " + plaintext.OneLine(err.Error())
	}
	answer, err := u.decide(ctx, q)
	if err != nil {
		return sorry + " " + plaintext.OneLine(err.Error())
	}
	return answer
}

// parse parses a question in one line.
func (u *UBGI) parse(line string) (*Question, error) {
	if strings.HasPrefix(line, rawPrefix) {
		r, err := ParseRawboard(line)
		if err != nil {
			return nil, err
		}
		return r.Question(Rules{Variant: u.Variant, Jacoby: u.Jacoby, Beavers: true, Crawford: true})
	}
	x, err := board.ParseXGID(line, u.Variant)
	if err != nil {
		return nil, err
	}
	q := questionOf(&x)
	return q, q.check(u.Variant)
}

func questionOf(x *board.XGID) *Question {
	return &Question{Position: x.Position, Match: x.Match, Beavers: x.Beavers, NoCube: x.MaxCube == 1 && x.Match.Length == 0}
}

// decide answers a question in the form of draft 0.01.
func (u *UBGI) decide(ctx context.Context, q *Question) (string, error) {
	switch {
	case q.Match.Doubled:
		answer, err := u.Decider.Answer(ctx, q)
		if err != nil || answer == record.Drop {
			return "drop", err
		}
		return "take", nil
	case q.Match.Dice == board.Roll{}:
		double, err := u.Decider.Double(ctx, q)
		if double {
			return "double", err
		}
		return "roll", err
	}
	play, ok, err := u.Decider.Play(ctx, q)
	if err != nil || !ok {
		return "", err
	}
	return formatSteps(&play), nil
}

// formatSteps formats each step of a play separately, as UBGI requires.
func formatSteps(play *board.Play) string {
	var words []string
	for _, step := range play.Steps() {
		words = append(words, place(step.From)+"/"+place(step.To))
	}
	return strings.Join(words, " ")
}

func place(point uint8) string {
	switch point {
	case board.Bar:
		return "bar"
	case board.Off:
		return "off"
	}
	return fmt.Sprint(point)
}
