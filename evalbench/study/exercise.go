package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/evalbench/suite"
)

// Exercise is a decision to be made again, and what is known of it.
type Exercise struct {
	suite.Test
	Notes   []string // what was done in the game, and who judged
	Choices []Choice // of a play the best first

	made board.Play // in the game, while exercises are collected
}

// Choice is something that can be decided.
type Choice struct {
	Name    string               // a play, or no double, take, pass
	Equity  float64              // normalised, for the player who decides
	Plies   int                  // how far it was looked ahead
	Chances engine.Probabilities // of the player who decides

	play board.Play
}

// Key identifies the exercise, whatever number it has: position, match and question.
func (e *Exercise) Key() string {
	_, key, _ := strings.Cut(e.Text, " ")
	return strings.Join(strings.Fields(key), " ")
}

// State returns the match as the player has to decide, with the dice or the double on
// offer.
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
	Right   string  // what is best
	Lost    float64 // normalised equity, 0 for what is best
	AtLeast bool    // the play is none of the choices that were kept, and loses more than Lost
	choice  int     // that was made, -1 if it was not kept
}

// BestGrade is that of the best answers.
const BestGrade = 5

// Grade grades the answer as SM-2 does, from 0 to 5: 5 for what is best or loses less
// than 0.005, then less than 0.02, 0.04, 0.08, 0.16, and more.
func (a *Answer) Grade() int {
	for i, bound := range []float64{0.005, 0.02, 0.04, 0.08, 0.16} {
		if a.Lost < bound {
			return BestGrade - i
		}
	}
	return 0
}

// Judge reads an answer and says what it lost: a play in any notation, or double, no
// double or roll, take, pass or drop, or the first letter of these. The error says why it
// is no answer.
func (e *Exercise) Judge(text string) (*Answer, error) {
	if e.Question == suite.Play {
		return e.judgePlay(text)
	}
	return e.judgeCube(text)
}

// judgePlay says what a play lost.
func (e *Exercise) judgePlay(text string) (*Answer, error) {
	play, err := board.ParsePlay(e.Position, e.Roll, text)
	if err != nil {
		return nil, err
	}
	best := &e.Choices[0]
	a := &Answer{Text: board.FormatPlay(e.Position, play), Right: best.Name}
	a.choice = slices.IndexFunc(e.Choices, func(c Choice) bool { return c.play.Result == play.Result })
	if a.choice >= 0 {
		a.Lost = max(0, best.Equity-e.Choices[a.choice].Equity)
		return a, nil
	}
	a.AtLeast = true // the last of the best; the play that was made may follow
	a.Lost = max(0, best.Equity-e.Choices[min(len(e.Choices), keptChoices)-1].Equity)
	return a, nil
}

// cubeAnswers are the answers about the cube, by what users write.
var cubeAnswers = map[suite.Question]map[string]bool{
	suite.Double: {"double": true, "d": true, "redouble": true, "no double": false, "no redouble": false, "no": false, "n": false, "roll": false, "r": false},
	suite.Take:   {"take": true, "t": true, "pass": false, "p": false, "drop": false},
}

// judgeCube says what a decision about the cube lost.
func (e *Exercise) judgeCube(text string) (*Answer, error) {
	yes, ok := cubeAnswers[e.Question][strings.Join(strings.Fields(strings.ToLower(text)), " ")]
	if !ok {
		return nil, fmt.Errorf("%q, want %s", text, map[suite.Question]string{
			suite.Double: "double, or no double", suite.Take: "take, or pass"}[e.Question])
	}
	if e.Question == suite.Take {
		w := advice.WeighAnswers(e.alternatives(), false, false)
		answer := advice.TakeOrDrop(yes)
		return &Answer{Text: advice.AnswerText(answer), Right: advice.AnswerText(w.Best()), Lost: w.Lost(answer)}, nil
	}
	w := advice.WeighDouble(e.alternatives(), false)
	return &Answer{
		Text: advice.DoubleText(yes), Right: advice.DoubleText(w.Double > w.NoDouble), Lost: w.Lost(yes),
	}, nil
}

// The names of the choices about the cube.
var (
	noDouble = advice.DoubleText(false)
	take     = advice.AnswerText(record.Take)
	pass     = advice.AnswerText(record.Drop)
)

// alternatives returns what the cube decision is about, seen by the player who may
// double.
func (e *Exercise) alternatives() *cube.Alternatives {
	a := &cube.Alternatives{NoDouble: math.Inf(-1)}
	sign := 1.0
	if e.Question == suite.Take {
		sign = -1
	}
	for i := range e.Choices {
		equity := sign * e.Choices[i].Equity
		switch e.Choices[i].Name {
		case noDouble:
			a.NoDouble = equity
		case take:
			a.DoubleTake = equity
		case pass:
			a.DoublePass = equity
		}
	}
	a.Optimal = max(a.NoDouble, min(a.DoubleTake, a.DoublePass))
	return a
}
