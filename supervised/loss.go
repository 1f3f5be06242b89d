package supervised

import (
	"math"

	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/nets"
)

// Loss sums up how far answers are from the labels.
type Loss struct {
	positions  int
	divergence float64 // summed over positions and outputs
	squares    float64 // of the equities' errors
}

// Add counts a net's answer to a position.
func (l *Loss) Add(answer engine.Probabilities, row *datasets.Row) {
	answer.RuleOut(&row.Position)
	label := &row.Probabilities
	for k, y := range answer {
		l.divergence += divergence(float64(label[k]), float64(y))
	}
	miss := float64(answer.Equity()) - float64(label.Equity())
	l.squares += miss * miss
	l.positions++
}

// Merge counts the answers that other has counted.
func (l *Loss) Merge(other Loss) {
	l.positions += other.positions
	l.divergence += other.divergence
	l.squares += other.squares
}

// Positions returns the number of answers.
func (l Loss) Positions() int { return l.positions }

// Divergence returns the mean divergence of a position, summed over the five
// outputs, in nats: 0 or more. It is NaN without answers.
func (l Loss) Divergence() float64 { return l.divergence / float64(l.positions) }

// Equity returns the root mean square error of the cubeless equity, in
// thousandths of a point (mEq). It is NaN without answers.
func (l Loss) Equity() float64 { return 1000 * math.Sqrt(l.squares/float64(l.positions)) }

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

// Measure returns the loss of a net over the samples, which must have at least
// the inputs that it wants.
func Measure(net *nets.Net, s *Samples) Loss {
	var loss Loss
	pass := net.NewPass(measureRows)
	for from := 0; from < s.Len(); from += measureRows {
		n := min(measureRows, s.Len()-from)
		for i := range n {
			s.Inputs(pass.Input(i), from+i)
		}
		pass.Forward(n)
		for i := range n {
			loss.Add(engine.Probabilities(*pass.Output(i)), &s.rows[from+i])
		}
	}
	return loss
}

// measureRows is how many positions are measured at a time.
const measureRows = 32
