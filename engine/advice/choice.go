package advice

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// Choice is a play, or an action of the cube, with its values for the player who decides.
type Choice struct {
	Rank int    `json:"rank,omitempty"` // of a play, from 1
	Move string `json:"move,omitempty"` // the play, or the action, such as "double, take"; "" for a position
	engine.Evaluated
	Difference float32 `json:"difference"` // from the best choice: of the cubeful equity, without the cube of the equity
	Plies      int     `json:"plies"`      // of the evaluation, of the search before a roller, or of the player of a rollout
	*Rolled
	ResultID string `json:"result_id,omitempty"` // position after a play, from the point of view of the opponent, who is then on roll

	Play board.Play `json:"-"`
}

// Rolled is what only a rollout knows of a choice.
type Rolled = search.Rolled

// NewChoice returns a choice with its cubeful equity.
func NewChoice(move string, c engine.Chances, equity float64, plies int) Choice {
	cubeful := float32(equity)
	return Choice{Move: move, Evaluated: engine.Evaluated{Chances: c, Cubeful: &cubeful}, Plies: plies}
}

// Compared returns the choices with their differences from the best.
func Compared(all ...Choice) []Choice {
	best := all[0].Worth()
	for i := range all {
		best = max(best, all[i].Worth())
	}
	for i := range all {
		all[i].Difference = all[i].Worth() - best
	}
	return all
}

// Choices returns plays from a position that [Adviser.Rank] returned at the stakes.
func Choices(pos *board.Position, ranked []Candidate, st *cube.Stakes) []Choice {
	all := make([]Choice, len(ranked))
	for i := range ranked {
		r, c := &ranked[i], &all[i]
		equity := float32(r.Equity)
		*c = Choice{
			Rank: i + 1, Move: board.FormatPlay(*pos, r.Play), Difference: equity - float32(ranked[0].Equity),
			Plies: r.Plies, Rolled: r.Rolled, ResultID: r.Play.Result.ID(), Play: r.Play,
		}
		if c.Chances = engine.NewChances(&r.Probabilities, equity); st == nil {
			continue
		}
		c.Equity, c.Cubeful = r.Probabilities.Equity(), &equity
		if state := st.State(); state.IsMatch() {
			c.MWC = &r.Value
		}
	}
	return all
}

// Alternatives returns the choices of a cube decision: only not to double if the player may
// not double.
func Alternatives(v *cube.Verdict, plies int, mayDouble bool) []Choice {
	verb := "double"
	if v.Redouble {
		verb = "redouble"
	}
	alternative := func(name string, of func(*cube.Alternatives) float64) Choice {
		c := NewChoice(name, v.Chances, of(&v.Alternatives), plies)
		c.Difference = float32(of(&v.Alternatives) - v.Optimal)
		if v.MWC != nil {
			mwc := of(v.MWC)
			c.MWC = &mwc
		}
		return c
	}
	all := []Choice{
		alternative("no "+verb, func(a *cube.Alternatives) float64 { return a.NoDouble }),
		alternative(verb+", take", func(a *cube.Alternatives) float64 { return a.DoubleTake }),
		alternative(verb+", pass", func(a *cube.Alternatives) float64 { return a.DoublePass }),
	}
	if !mayDouble {
		return all[:1]
	}
	return all
}
