package suite

import (
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/advice"
)

// Question is the question of a test.
type Question uint8

// The questions. Values are the [engine.Probabilities] of the player on roll before the
// dice, and the cubeless money equity.
const (
	Play Question = iota // which play of a roll
	Double
	Take // whether the opponent takes the double of the player on roll
	Win
	WinGammon
	WinBackgammon
	LoseGammon
	LoseBackgammon
	Equity
)

// questionNames are the words for the questions in files.
var questionNames = [...]string{
	"play", "double", "take", "win", "wingammon", "winbackgammon", "losegammon", "losebackgammon", "equity",
}

// String returns the word for the question in files.
func (q Question) String() string { return questionNames[q] }

// value returns the value that the question asks for.
func (q Question) value(p *engine.Probabilities) float64 {
	if q == Equity {
		return float64(p.Equity())
	}
	return float64(p[q-Win])
}

// Test is a question about a position with the expected answer.
type Test struct {
	File     string         `json:"file"` // name of the suite
	Line     int            `json:"line"` // line of the question
	Number   int            `json:"number"`
	ID       string         `json:"position_id"`
	Position board.Position `json:"-"` // seen by the player on roll

	// Match is the cube and the score, with the player on roll as Roller. It is nil if
	// the test has none: then plays are the cubeless choice of the [engine.Player].
	Match    *board.Match `json:"-"`
	Roll     board.Roll   `json:"-"` // for a play
	Question Question     `json:"-"`

	Expected     Expectation `json:"expected"`
	ExpectedFail bool        `json:"-"` // marked *: the player is expected to fail
	Ignored      bool        `json:"-"` // marked &: not run

	Text     string   `json:"test"`               // text of the question in the file
	Comment  []string `json:"-"`                  // the comment lines above the test
	Evidence []string `json:"evidence,omitempty"` // evidence for the expected answer
}

// String names the test by file and number, such as "opening:101".
func (t *Test) String() string { return fmt.Sprintf("%s:%d", t.File, t.Number) }

// Expectation is the answer that a test expects.
type Expectation struct {
	Text string // text in the file, without the marks
	Not  bool   // the alternatives are wrong, and all other answers right

	results   []board.Position // for plays
	actions   []string         // for cube decisions
	intervals []interval       // for values
}

// MarshalText returns the text in the file.
func (e Expectation) MarshalText() ([]byte, error) { return []byte(e.Text), nil }

// interval is a closed range of values.
type interval struct{ low, high float64 }

// play reports whether the play to the result is right.
func (e *Expectation) play(result *board.Position) bool {
	return slices.Contains(e.results, *result) != e.Not
}

// action reports whether the cube action is right.
func (e *Expectation) action(name string) bool {
	return slices.Contains(e.actions, name) != e.Not
}

// value reports whether the value is right.
func (e *Expectation) value(x float64) bool {
	for _, i := range e.intervals {
		if i.low <= x && x <= i.high {
			return !e.Not
		}
	}
	return e.Not
}

// actionOf returns the answer to a question about the cube.
func actionOf(q Question, yes bool) string {
	if q == Double {
		return advice.DoubleText(yes)
	}
	return game.TakeOrDrop(yes).String()
}
