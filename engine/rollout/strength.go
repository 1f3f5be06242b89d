package rollout

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/search"
)

// opponent returns the depth of the player's opponent.
func (t *Trial) opponent() search.Depth {
	d := t.Depth
	if t.OpponentPlies != nil {
		d.Plies = *t.OpponentPlies
	}
	return d
}

// late returns the depth of both sides in late turns.
func (t *Trial) late() search.Depth { return search.Depth{Plies: t.Late.Plies, Filter: t.Filter} }

// truncation returns the depth at the truncation.
func (t *Trial) truncation() search.Depth { return search.Depth{Plies: t.Truncation.Plies} }

// deeper is a side that looks ahead.
type deeper struct {
	searcher *search.Searcher
	luck     *search.Searcher // for the results of rolls, one ply less; nil for the net
}

// searchers has one searcher for each depth.
type searchers map[string]*deeper

// newSearchers returns the searchers that the settings need.
func newSearchers(s *Trial, static *engine.Full) (searchers, error) {
	all := searchers{}
	depths := []search.Depth{s.Depth, s.opponent(), s.truncation()}
	if s.From > 0 {
		depths = append(depths, s.late())
	}
	for _, depth := range depths {
		if depth.Plies == 0 || all[depth.String()] != nil {
			continue
		}
		d := &deeper{}
		var err error
		if d.searcher, err = newSearcher(static, depth); err != nil {
			return nil, err
		}
		if depth.Plies > 1 {
			if d.luck, err = newSearcher(static, search.Depth{Plies: depth.Plies - 1}); err != nil {
				return nil, err
			}
		}
		all[depth.String()] = d
	}
	return all, nil
}

func newSearcher(static *engine.Full, d search.Depth) (*search.Searcher, error) {
	return search.New(static.Clone(), search.Options{Depth: d})
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

func (all searchers) sides(s *Trial) (t sides) {
	for late, pair := range [2][2]search.Depth{{s.Depth, s.opponent()}, {s.late(), s.late()}} {
		for who, depth := range pair {
			t[late][who] = all[depth.String()]
		}
	}
	return t
}

// side returns the searcher of the side on roll, nil for the net alone.
func (w *trialRunner) side(g *game) *deeper {
	late, who := 0, 0
	if from := w.settings.From; from > 0 && g.turn >= from {
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
