package advice

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Values computes static values of positions at some stakes. It is not safe for
// concurrent use and does not allocate after its first calls.
type Values struct {
	leaves     *cube.Leaves
	own, other *cube.Stakes // of the player who plays, and of the opponent; nil without a cube
	score      engine.Scores
}

// NewValues returns values with the evaluator, initially without a cube. A nil
// efficiency is the model's, see [cube.EfficiencyOf].
func NewValues(static *engine.Full, efficiency *cube.Efficiency) *Values {
	v := &Values{leaves: cube.NewLeaves(static, efficiency)}
	v.score = func(dst []float32, plays []board.Play, p []engine.Probabilities) {
		v.leaves.Score(dst, plays, p, v.other)
	}
	return v
}

// SetStakes sets the stakes of the player on roll; nil stands for the cubeless
// money equity.
func (v *Values) SetStakes(stakes *cube.Stakes) {
	if v.own, v.other = stakes, nil; stakes != nil {
		v.other = stakes.Swap()
	}
}

// Leaf returns the static evaluation of a position with the given
// probabilities.
func (v *Values) Leaf(pos *board.Position, p *engine.Probabilities) cube.Leaf {
	return v.leaves.Leaf(pos, p)
}

// Score returns the score by which the results of plays are compared: the value
// to the opponent, who may double; nil for the cubeless equity.
func (v *Values) Score() engine.Scores {
	if v.own == nil {
		return nil
	}
	return v.score
}

// After returns the value of a play's result to the player who has made it and
// has the probabilities p.
func (v *Values) After(result *board.Position, p *engine.Probabilities) float64 {
	if v.own == nil {
		return float64(p.Equity())
	}
	opponents := p.Swap()
	leaf := v.Leaf(result, &opponents)
	return v.other.Flip(v.other.Value(&leaf))
}
