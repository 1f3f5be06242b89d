package positions

import (
	"context"
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/internal/farm"
)

// Kind is what a player is asked.
type Kind string

// The kinds of questions.
const (
	Play   Kind = "play"   // how to play a roll
	Double Kind = "double" // whether to double
	Take   Kind = "take"   // whether to take
)

// Judged is a player's answer to a question.
type Judged struct {
	Decision *Decision
	Kind     Kind
	Loss     float64 // what the answer loses, in points, for who gave it
	Noise    float64 // standard error of that, 0 if it is not known
	Wrong    bool    // another answer is better
	Unlisted bool    // of a play: it is not listed and counts as the worst that is

	Result  board.Position // of a play: where it leads
	Yes     bool           // of a double or a take: whether the player did so
	Answer  string         // the play in the usual notation, or "no double", "double", "take", "pass"
	Correct string         // the best one
}

// Match returns the match in which the question is asked, with the roll or the cube
// on offer.
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

// Clearly reports whether a wrong answer is that beyond the doubts of the
// rollouts, by more than 1.96 standard errors.
func (j *Judged) Clearly() bool { return j.Wrong && j.Loss > 1.96*j.Noise }

// Options say how players are asked.
type Options struct {
	Seed    uint64 // of what is random in players
	Workers int    // 0 for one on each processor; answers do not depend on it

	// Pool asks the players in place of goroutines of this process; nil for none.
	Pool farm.Pool

	// Progress, if set, is called after each decision, by any goroutine.
	Progress func()
}

// tooEarly is by how much a double may be wrong for the question whether to take
// it to be asked.
const tooEarly = 0.1

// Score asks a player about all decisions to which it matters how they are
// answered, and returns the answers in their order. A roll is one question. A
// cube decision is one, whether to double, and where that is right or wrong by at
// most a tenth of a point another one, whether to take; only players that handle
// the cube are asked.
func Score(ctx context.Context, decisions []Decision, p engine.Player, o Options) ([]Judged, error) {
	e := newExam(decisions, p, o)
	pool, job := farm.Of(o.Pool, max(o.Workers, 0)), e.job(p)
	job.Items = func() uint64 { return uint64(len(decisions)) }
	if err := pool.Run(ctx, job, e.next, e.take, nil); err != nil {
		return nil, fmt.Errorf("positions: %w", err)
	}
	return e.judged, nil
}

// scorePlay returns what the chosen play is worth.
func (d *Decision) scorePlay(plays []board.Play, chosen int) Judged {
	best := &d.Moves[0]
	j := Judged{Decision: d, Kind: Play, Result: plays[chosen].Result, Answer: board.FormatPlay(d.Position, plays[chosen])}
	j.Wrong = j.Result != best.Result
	for i := range plays {
		if plays[i].Result == best.Result {
			j.Correct = board.FormatPlay(d.Position, plays[i])
		}
	}
	move := d.find(&j.Result)
	if move == nil {
		j.Unlisted, move = true, d.worst()
	}
	j.Loss = best.Equity - move.Equity
	if j.Wrong {
		j.Noise = math.Hypot(best.Error, move.Error)
	}
	return j
}

// match returns the match of a decision before a roll or a double.
func (d *Decision) match() board.Match { return matchTo(d.Length) }

// matchTo returns the match to so many points, 0 for a money game, before a roll or a
// double.
func matchTo(length int) board.Match {
	m := board.NewMatch(length)
	m.Jacoby = false
	return m
}

// offer has the player on roll double.
func offer(m *board.Match) { m.Doubled, m.Turn = true, m.Roller.Opponent() }

// alternatives returns what the decisions about a cube lead to.
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
		Answer: advice.DoubleText(double), Correct: advice.DoubleText(w.Double > w.NoDouble),
	}
	if j.Wrong = j.Loss > 0; j.Wrong {
		j.Noise = d.NoDouble.Error
		if d.Take.Equity < passed {
			j.Noise = math.Hypot(d.NoDouble.Error, d.Take.Error)
		}
	}
	return j
}

func (d *Decision) scoreTake(take bool) Judged {
	w, answer := advice.WeighAnswers(d.alternatives(), false, false), advice.TakeOrDrop(take)
	j := Judged{
		Decision: d, Kind: Take, Yes: take, Loss: w.Lost(answer),
		Answer: advice.AnswerText(answer), Correct: advice.AnswerText(w.Best()),
	}
	if j.Wrong = j.Loss > 0; j.Wrong {
		j.Noise = d.Take.Error
	}
	return j
}
