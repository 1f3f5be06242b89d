package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/reason"
	"gammonlab/engine/search"
	"gammonlab/evalbench/suite"
)

// Exercise is a decision for the user to make again, with its known choices.
type Exercise struct {
	suite.Test
	Notes   []string        // the decision in the game, the judge, and the reason of an error on the cube
	Choices []advice.Choice // for the player who decides; the plays of a roll with the best first

	made board.Play // play in the game, while exercises are collected
}

// Key identifies the exercise by position, match and question, independent of its number.
func (e *Exercise) Key() string {
	_, key, _ := strings.Cut(e.Text, " ")
	return strings.Join(strings.Fields(key), " ")
}

// State returns the match before the decision, with the dice or the offered double.
func (e *Exercise) State() board.Match {
	m := *e.Match
	m.Dice = e.Roll
	if e.Question == suite.Take {
		m.Doubled, m.Turn = true, m.Roller.Opponent()
	}
	return m
}

// Answer is an answer to an exercise.
type Answer struct {
	Text    string
	Right   string  // best choice
	Lost    float64 // cost in normalised equity, 0 for the best choice
	Reason  string  // why the best play is better, in words; "" if no quantity explains it, and for the cube, whose reason is a note
	AtLeast bool    // the play is not among the kept choices, and its cost is at least Lost
	choice  int     // index of the choice, -1 if it was not kept
}

// BestGrade is the grade of the best answers.
const BestGrade = 5

// Grade returns the grade of the answer in SM-2: 5 for a cost below 0.005, 4 below 0.02,
// 3 below 0.04, 2 below 0.08, 1 below 0.16, otherwise 0.
func (a *Answer) Grade() int {
	for i, bound := range []float64{0.005, 0.02, 0.04, 0.08, 0.16} {
		if a.Lost < bound {
			return BestGrade - i
		}
	}
	return 0
}

// Judge reads an answer and returns its cost. An answer is a play in any notation, or
// double, no double or roll, take, pass or drop, or the first letter of these words. It
// returns an error for other texts.
func (e *Exercise) Judge(text string) (*Answer, error) {
	if e.Question == suite.Play {
		return e.judgePlay(text)
	}
	return e.judgeCube(text)
}

// judgePlay returns the cost of a play.
func (e *Exercise) judgePlay(text string) (*Answer, error) {
	play, err := board.ParsePlay(e.Position, e.Roll, text)
	if err != nil {
		return nil, err
	}
	best := &e.Choices[0]
	a := &Answer{Text: board.FormatPlay(e.Position, play), Right: best.Move}
	a.choice = slices.IndexFunc(e.Choices, func(c advice.Choice) bool { return c.Play.Result == play.Result })
	if a.choice >= 0 {
		a.Lost = lostBy(best, &e.Choices[a.choice])
		a.Reason, err = e.why(best, &e.Choices[a.choice])
		return a, err
	}
	a.AtLeast = true // Lost is the cost of the last kept choice of the best; the play made in the game may follow it
	a.Lost = lostBy(best, &e.Choices[min(len(e.Choices), keptChoices)-1])
	return a, nil
}

// why returns the reason for which the best play is better than another.
func (e *Exercise) why(best, other *advice.Choice) (string, error) {
	state := e.State()
	st, err := advice.New(&search.Searcher{}, advice.Options{Beavers: true}).Stakes(&state)
	if err != nil {
		return "", err
	}
	r := reason.OfPlay(&e.Position, st, best, other)
	return r.String(), nil
}

// lostBy returns the cost of a choice.
func lostBy(best, c *advice.Choice) float64 { return max(0, equity(best)-equity(c)) }

// equity returns the equity of a choice in the decimals of files, so that costs do not
// depend on the binary form.
func equity(c *advice.Choice) float64 { return math.Round(float64(c.Worth())*1e6) / 1e6 }

// cubeAnswers are the answers about the cube, by the words of users.
var cubeAnswers = map[suite.Question]map[string]bool{
	suite.Double: {"double": true, "d": true, "redouble": true, "no double": false, "no redouble": false, "no": false, "n": false, "roll": false, "r": false},
	suite.Take:   {"take": true, "t": true, "pass": false, "p": false, "drop": false},
}

// judgeCube returns the cost of a cube decision.
func (e *Exercise) judgeCube(text string) (*Answer, error) {
	yes, ok := cubeAnswers[e.Question][strings.Join(strings.Fields(strings.ToLower(text)), " ")]
	if !ok {
		return nil, fmt.Errorf("%q, want %s", text, map[suite.Question]string{
			suite.Double: "double, or no double", suite.Take: "take, or pass"}[e.Question])
	}
	if e.Question == suite.Take {
		w := advice.WeighAnswers(e.alternatives(), false, false)
		answer := game.TakeOrDrop(yes)
		return &Answer{Text: answer.String(), Right: w.Best().String(), Lost: w.Lost(answer)}, nil
	}
	w := advice.WeighDouble(e.alternatives(), false)
	return &Answer{
		Text: advice.DoubleText(yes), Right: advice.DoubleText(w.Double > w.NoDouble), Lost: w.Lost(yes),
	}, nil
}

// The names of the choices about the cube.
var (
	noDouble = advice.DoubleText(false)
	take     = game.Take.String()
	pass     = game.Drop.String()
)

// alternatives returns the equities of the cube decision, seen by the player who may
// double.
func (e *Exercise) alternatives() *cube.Alternatives {
	a := &cube.Alternatives{NoDouble: math.Inf(-1)}
	sign := 1.0
	if e.Question == suite.Take {
		sign = -1
	}
	for i := range e.Choices {
		worth := sign * equity(&e.Choices[i])
		switch e.Choices[i].Move {
		case noDouble:
			a.NoDouble = worth
		case take:
			a.DoubleTake = worth
		case pass:
			a.DoublePass = worth
		}
	}
	a.Optimal = max(a.NoDouble, min(a.DoubleTake, a.DoublePass))
	return a
}
