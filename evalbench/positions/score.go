package positions

import (
	"math"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// Kind is a kind of question to a player.
type Kind string

// The kinds of questions.
const (
	Play   Kind = "play"   // how to play a roll
	Double Kind = "double" // whether to double
	Take   Kind = "take"   // whether to take
)

// Judged is a player's answer to a question.
type Judged struct {
	Decision *Decision `json:"-"`
	Kind     Kind      `json:"kind"`
	Made     string    `json:"made"`               // the play in the usual notation, or "no double", "double", "take", "pass"
	Best     string    `json:"best"`               // the best answer
	Loss     float64   `json:"-"`                  // cost of the answer, in points
	Noise    float64   `json:"-"`                  // standard error of Loss, 0 if unknown
	Wrong    bool      `json:"-"`                  // another answer is better
	Unlisted bool      `json:"unlisted,omitempty"` // for plays: the play is not listed; its cost is that of the worst listed play

	Result board.Position `json:"-"` // for plays: the position after it
	Yes    bool           `json:"-"` // for doubles and takes: whether the player doubled or took

	// Own has the player's equities of no double and of double/take, for doubles; nil if it
	// states none.
	Own *cube.Alternatives `json:"-"`
}

// Match returns the match of the question, with the roll or the offered cube.
func (j *Judged) Match() board.Match {
	m := j.Decision.match()
	m.Dice = j.Decision.Roll
	if j.Kind == Take {
		offer(&m)
	}
	return m
}

// Class returns the class of the position.
func (j *Judged) Class() engine.Class { return engine.ClassOf(&j.Decision.Position) }

// Clearly reports whether the answer is wrong and its cost exceeds 1.96 standard errors
// of the rollouts.
func (j *Judged) Clearly() bool { return j.Wrong && j.Loss > 1.96*j.Noise }

// tooEarly is the largest cost of a wrong double after which an exam also asks whether
// to take.
const tooEarly = 0.1

// scorePlay scores the chosen play.
func (d *Decision) scorePlay(plays []board.Play, chosen int) Judged {
	best := &d.Moves[0]
	j := Judged{Decision: d, Kind: Play, Result: plays[chosen].Result, Made: board.FormatPlay(d.Position, plays[chosen])}
	j.Wrong = j.Result != best.Result
	for i := range plays {
		if plays[i].Result == best.Result {
			j.Best = board.FormatPlay(d.Position, plays[i])
		}
	}
	move := d.find(&j.Result)
	if move == nil {
		j.Unlisted, move = true, d.worst()
	}
	j.Loss = best.Equity - move.Equity
	if j.Wrong {
		j.Noise = noise(&best.Outcome, &move.Outcome)
	}
	return j
}

// noise returns the standard error of the difference of an outcome from the first, which
// differences refer to.
func noise(first, o *Outcome) float64 {
	if o.Behind > 0 {
		return o.Behind
	}
	return math.Hypot(first.Error, o.Error)
}

// match returns the match of a decision before a roll or a double.
func (d *Decision) match() board.Match { return matchOf(&d.State) }

// matchOf returns the match of a state before a roll or a double; that of the zero State
// is a money game without the Jacoby rule.
func matchOf(s *cube.State) board.Match {
	if *s == (cube.State{}) {
		money := moneyState()
		s = &money
	}
	g := s.Game()
	return g.Match
}

// offer doubles for the player on roll.
func offer(m *board.Match) { m.Doubled, m.Turn = true, m.Roller.Opponent() }

// alternatives returns the equities of the choices of a cube decision.
func (d *Decision) alternatives() *cube.Alternatives {
	return &cube.Alternatives{
		NoDouble: d.NoDouble.Equity, DoubleTake: d.Take.Equity, DoublePass: passed,
		Optimal: max(d.NoDouble.Equity, d.doubled()),
	}
}

func (d *Decision) scoreDouble(double bool) Judged {
	w := advice.WeighDouble(d.alternatives(), false)
	j := Judged{
		Decision: d, Kind: Double, Yes: double, Loss: w.Lost(double),
		Made: advice.DoubleText(double), Best: advice.DoubleText(w.Double > w.NoDouble),
	}
	if j.Wrong = j.Loss > 0; j.Wrong {
		j.Noise = d.NoDouble.Error
		if d.Take.Equity < passed {
			j.Noise = noise(&d.NoDouble, &d.Take)
		}
	}
	return j
}

func (d *Decision) scoreTake(take bool) Judged {
	w, answer := advice.WeighAnswers(d.alternatives(), false, false), game.TakeOrDrop(take)
	j := Judged{
		Decision: d, Kind: Take, Yes: take, Loss: w.Lost(answer),
		Made: answer.String(), Best: w.Best().String(),
	}
	if j.Wrong = j.Loss > 0; j.Wrong {
		j.Noise = d.Take.Error
	}
	return j
}
