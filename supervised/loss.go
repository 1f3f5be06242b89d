package supervised

import (
	"math"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/nets/learn"
)

// Loss sums up the errors of a net's outputs.
type Loss struct {
	positions  int
	divergence float64 // summed over positions and outputs
	squared    float64 // half the squared errors of the outputs, summed
	parts      float64 // the same, each error times the output's factor in the equity
	squares    float64 // squares of the equities' errors, summed
	absolute   float64 // squares of the sums of the outputs' absolute errors, with weight 2 for wins
	worst      float64 // the largest of those sums
	own        float64 // a registered loss, summed
}

// Add counts a net's outputs for a position and returns the error of the equity.
func (l *Loss) Add(answer engine.Probabilities, pos *board.Position, label *engine.Probabilities) float64 {
	answer.RuleOut(pos)
	sum := 0.0
	factors := learn.EquityWeights()
	for k, y := range answer {
		t := float64(label[k])
		l.divergence += divergence(t, float64(y))
		miss := math.Abs(float64(y) - t)
		l.squared += miss * miss / 2
		miss *= math.Abs(float64(factors[k]))
		l.parts += miss * miss / 2
		sum += miss
	}
	miss := float64(answer.Equity()) - float64(label.Equity())
	l.squares += miss * miss
	l.absolute += sum * sum
	l.worst = max(l.worst, sum)
	l.positions++
	return miss
}

// Merge adds the counts of other.
func (l *Loss) Merge(other Loss) {
	l.positions += other.positions
	l.own += other.own
	l.divergence += other.divergence
	l.squared += other.squared
	l.parts += other.parts
	l.squares += other.squares
	l.absolute += other.absolute
	l.worst = max(l.worst, other.worst)
}

// Positions returns the number of positions.
func (l Loss) Positions() int { return l.positions }

// Divergence returns the mean divergence of a position, summed over the five outputs,
// in nats: 0 or more. It is NaN without positions.
func (l Loss) Divergence() float64 { return l.divergence / float64(l.positions) }

// Equity returns the root mean square error of the cubeless equity, in thousandths of a
// point (mEq). It is NaN without positions.
func (l Loss) Equity() float64 { return 1000 * math.Sqrt(l.squares/float64(l.positions)) }

// of returns the mean loss of a position for the loss with which it was measured: for the
// cross-entropy, the divergence. It is NaN without positions.
func (l Loss) of(name learn.Loss) float64 {
	switch name {
	case learn.Squared:
		return l.squared / float64(l.positions)
	case learn.Equity:
		return (l.squares/2 + learn.EquityShare*l.parts) / float64(l.positions)
	case learn.CrossEntropy:
		return l.Divergence()
	}
	return l.own / float64(l.positions)
}

// divergence returns the Kullback-Leibler divergence, in nats, of the predicted
// probability answer from the true probability label of an event.
func divergence(label, answer float64) float64 {
	label, answer = away(label), away(answer)
	return label*math.Log(label/answer) + (1-label)*math.Log((1-label)/(1-answer))
}

// away returns p, at least 1e-7 away from 0 and 1: excluding an event that happens then
// costs at most 16 nats.
func away(p float64) float64 {
	const least = 1e-7
	return min(max(p, least), 1-least)
}
