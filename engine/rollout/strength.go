package rollout

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/search"
)

// Strength is the look-ahead of a side: the plies, 0 for the net alone, and the
// filter of plays. Cube decisions are made at 0-ply.
//
// If a side looks ahead in a rollout with the cube, the filter uses cubeless
// equities; among the plays at the deepest ply, the one with the best cubeful
// value is chosen.
type Strength struct {
	Plies  int
	Filter search.Filter
}

// String describes the strength, such as "2-ply normal".
func (s Strength) String() string {
	if s.Plies == 0 {
		return "0-ply"
	}
	return fmt.Sprintf("%d-ply %v", s.Plies, s.Filter)
}

// Late replaces the strengths from a turn on.
type Late struct {
	From             int // turn, 0 for never
	Player, Opponent Strength
}

// String describes the change.
func (l Late) String() string {
	if l.From == 0 {
		return "never"
	}
	return fmt.Sprintf("from turn %d on %v and %v", l.From, l.Player, l.Opponent)
}

// deeper is a side that looks ahead.
type deeper struct {
	searcher *search.Searcher
	luck     *search.Searcher // for the results of rolls, one ply less; nil for the net
}

// searchers has one searcher for each strength.
type searchers map[string]*deeper

// newSearchers returns the searchers that the settings need.
func newSearchers(s *Settings, static *engine.Full) (searchers, error) {
	all := searchers{}
	strengths := []Strength{s.Player, s.Opponent, {Plies: s.Truncation.Plies}}
	if s.Late.From > 0 {
		strengths = append(strengths, s.Late.Player, s.Late.Opponent)
	}
	for _, strength := range strengths {
		if strength.Plies == 0 || all[strength.String()] != nil {
			continue
		}
		d := &deeper{}
		var err error
		if d.searcher, err = newSearcher(static, strength); err != nil {
			return nil, err
		}
		if strength.Plies > 1 {
			if d.luck, err = newSearcher(static, Strength{Plies: strength.Plies - 1}); err != nil {
				return nil, err
			}
		}
		all[strength.String()] = d
	}
	return all, nil
}

func newSearcher(static *engine.Full, s Strength) (*search.Searcher, error) {
	searcher, err := search.New(static.Clone(), search.Options{Plies: s.Plies, Filter: s.Filter})
	if err != nil {
		return nil, err
	}
	return searcher, nil
}

// clone returns searchers for another goroutine.
func (all searchers) clone() searchers {
	other := searchers{}
	for name, d := range all {
		c := &deeper{searcher: d.searcher.Clone()}
		if d.luck != nil {
			c.luck = d.luck.Clone()
		}
		other[name] = c
	}
	return other
}

// sides has the searchers of player and opponent, early and late; nil is the
// net alone.
type sides [2][2]*deeper

func (all searchers) sides(s *Settings) (t sides) {
	for late, pair := range [2][2]Strength{{s.Player, s.Opponent}, {s.Late.Player, s.Late.Opponent}} {
		for who, strength := range pair {
			t[late][who] = all[strength.String()]
		}
	}
	return t
}

// side returns the searcher of the side on roll, nil for the net alone.
func (w *trialRunner) side(g *game) *deeper {
	late, who := 0, 0
	if from := w.settings.Late.From; from > 0 && g.turn >= from {
		late = 1
	}
	if g.opponent {
		who = 1
	}
	return w.sides[late][who]
}

// chooseDeeper returns the index of the play that a side with look-ahead
// chooses. It returns any index after the rollout was stopped, because the
// trial is then discarded.
func (w *trialRunner) chooseDeeper(d *deeper, pos *board.Position, plays []board.Play) int {
	if w.stakes == nil {
		best, _, _ := d.searcher.Best(w.ctx, pos, plays)
		return best
	}
	ranked, err := d.searcher.Rank(w.ctx, pos, plays)
	if err != nil {
		return 0
	}
	best, most := 0, float32(0)
	for i := range ranked {
		c := &ranked[i]
		if c.Plies < ranked[0].Plies {
			break // the plays at the deepest ply are first
		}
		if value := float32(w.values.After(&c.Play.Result, &c.Probabilities)); i == 0 || value > most {
			best, most = i, value
		}
	}
	for i := range plays {
		if plays[i].Result == ranked[best].Play.Result {
			return i
		}
	}
	panic("rollout: a search has found a play of its own")
}

// lookDeeper replaces the net's evaluations of the results of all rolls by
// those of a side that looks ahead two or more plies.
func (w *trialRunner) lookDeeper(d *deeper, t *rollResults) {
	_ = d.luck.EvaluateContext(w.ctx, w.deepChances[:], t.result[:]) // see trial
	for i := range w.deepChances {
		t.chances[i] = w.deepChances[i].Swap()
	}
}
