package protocol

import (
	"context"
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/internal/plaintext"
)

// UBGI is the engine's side of the Universal Backgammon Interface, in all its
// drafts: in 0.01 a line is a complete question; in 0.1 and 0.2 lines set up a
// question until "go". It is not safe for concurrent use; [ServeUBGI] connects
// it to streams.
type UBGI struct {
	Decider       *Decider
	Variant       board.Variant
	Jacoby        bool // in money games, if a question does not state it
	Version       string
	Keys          []Key
	q             Question
	have, haveSet bool // the position was set; the match was set
	cube          bool // rules, score or cube were set
	later         bool // a line was of draft 0.1 or 0.2
	unready       bool // "ubgi" was answered by all but "readyok"
}

// EvalMode is the name of the key that chooses plays with or without the cube.
const EvalMode = "engine.eval_mode"

// The error codes of drafts 0.1 and 0.2.
const (
	badArgument    = "bad_argument"
	badCommand     = "bad_command"
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
	case line == "" || word == "stop":
		return nil, false
	case word == "quit":
		return u.ready(), true
	case word == "ubgi":
		u.unready = true
		return u.greeting(), false
	case strings.HasPrefix(line, rawPrefix), strings.HasPrefix(strings.ToUpper(word), "XGID="):
		return append(u.ready(), u.stateless(ctx, line)), false
	}
	return u.stateful(ctx, word, rest), false
}

// greeting introduces the engine in all drafts, but for "readyok". In draft 0.01
// this is the last line. In the later ones "ubgiok" is, and a "readyok" after it
// would be taken for the answer to the next "isready".
func (u *UBGI) greeting() []string {
	lines := []string{"id name gammonlab", "id author the gammonlab authors", "id version " + u.Version, "proto 0.2"}
	for i := range u.Keys {
		lines = append(lines, u.Keys[i].options()...)
	}
	return append(append(lines, u.keys()...), "ubgiok")
}

// ready returns the "readyok" that the greeting lacks, once.
func (u *UBGI) ready() []string {
	if !u.unready {
		return nil
	}
	u.unready = false
	return []string{"readyok"}
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
	return &Question{Position: x.Position, Match: x.Match, Beavers: x.Beavers, MaxCube: x.MaxCube, NoCube: x.MaxCube == 1 && x.Match.Length == 0}
}

// decide answers a question in the form of draft 0.01.
func (u *UBGI) decide(ctx context.Context, q *Question) (string, error) {
	switch {
	case q.Match.Doubled:
		answer, err := u.Decider.Answer(ctx, q)
		if err != nil || answer == game.Drop {
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
