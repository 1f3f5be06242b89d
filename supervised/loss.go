package supervised

import (
	"math"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/nets/learn"
)

// Loss sums up how far answers are from the labels.
type Loss struct {
	positions  int
	divergence float64 // summed over positions and outputs
	squared    float64 // half the squared errors of the outputs
	parts      float64 // the same, each output as it weighs in the equity
	squares    float64 // of the equities' errors
	absolute   float64 // squares of the sums of the outputs' errors, a win counting twice
	worst      float64 // the largest of those sums
}

// Add counts a net's answer to a position.
func (l *Loss) Add(answer engine.Probabilities, pos *board.Position, label *engine.Probabilities) {
	answer.RuleOut(pos)
	sum := 0.0
	for k, y := range answer {
		t := float64(label[k])
		l.divergence += divergence(t, float64(y))
		miss := math.Abs(float64(y) - t)
		l.squared += miss * miss / 2
		miss *= weightInEquity(k)
		l.parts += miss * miss / 2
		sum += miss
	}
	miss := float64(answer.Equity()) - float64(label.Equity())
	l.squares += miss * miss
	l.absolute += sum * sum
	l.worst = max(l.worst, sum)
	l.positions++
}

// weightInEquity is by how much the equity changes with an output.
func weightInEquity(output int) float64 {
	if output == engine.Win {
		return 2
	}
	return 1
}

// Merge counts the answers that other has counted.
func (l *Loss) Merge(other Loss) {
	l.positions += other.positions
	l.divergence += other.divergence
	l.squared += other.squared
	l.parts += other.parts
	l.squares += other.squares
	l.absolute += other.absolute
	l.worst = max(l.worst, other.worst)
}

// Positions returns the number of answers.
func (l Loss) Positions() int { return l.positions }

// Divergence returns the mean divergence of a position, summed over the five
// outputs, in nats: 0 or more. It is NaN without answers.
func (l Loss) Divergence() float64 { return l.divergence / float64(l.positions) }

// Equity returns the root mean square error of the cubeless equity, in
// thousandths of a point (mEq). It is NaN without answers.
func (l Loss) Equity() float64 { return 1000 * math.Sqrt(l.squares/float64(l.positions)) }

// of returns the mean loss of a position by the name that learners know it by:
// for the cross-entropy the divergence. It is NaN without answers.
func (l Loss) of(name learn.Loss) float64 {
	switch name {
	case learn.Squared:
		return l.squared / float64(l.positions)
	case learn.Equity:
		return l.parts / float64(l.positions)
	}
	return l.Divergence()
}

// divergence returns what it costs, in nats, to hold an event for so likely as
// answer when it is so likely as label.
func divergence(label, answer float64) float64 {
	label, answer = away(label), away(answer)
	return label*math.Log(label/answer) + (1-label)*math.Log((1-label)/(1-answer))
}

// away keeps a probability so far from 0 and 1 that an answer which excludes
// what happens after all costs 16 nats and not infinitely many.
func away(p float64) float64 {
	const least = 1e-7
	return min(max(p, least), 1-least)
}
