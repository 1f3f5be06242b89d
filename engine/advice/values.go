package advice

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Values says what positions are worth at some stakes without looking ahead. It
// serves one goroutine and allocates nothing in use.
type Values struct {
	static     *engine.Full
	efficiency cube.Efficiency
	own, other *cube.Stakes // of who plays, and of the opponent; nil without a cube
	score      engine.Score
}

// NewValues returns the values by an evaluator, first without a cube. A nil
// efficiency is the default.
func NewValues(static *engine.Full, efficiency *cube.Efficiency) *Values {
	v := &Values{static: static, efficiency: cube.DefaultEfficiency()}
	if efficiency != nil {
		v.efficiency = *efficiency
	}
	v.score = func(pos *board.Position, p *engine.Probabilities) float32 {
		leaf := v.Leaf(pos, p)
		return float32(v.other.Value(&leaf))
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

// Leaf returns what is known of a position with the given chances.
func (v *Values) Leaf(pos *board.Position, p *engine.Probabilities) cube.Leaf {
	return v.efficiency.Leaf(pos, v.static.ClassOf(pos), p, v.static.Databases())
}

// Score returns by what the results of plays are compared: what they leave to the
// opponent, who may double; nil for the cubeless equity.
func (v *Values) Score() engine.Score {
	if v.own == nil {
		return nil
	}
	return v.score
}

// After returns what the result of a play is worth to the player who has made it
// and has the chances p.
func (v *Values) After(result *board.Position, p *engine.Probabilities) float64 {
	if v.own == nil {
		return float64(p.Equity())
	}
	opponents := p.Swap()
	leaf := v.Leaf(result, &opponents)
	return v.other.Flip(v.other.Value(&leaf))
}
