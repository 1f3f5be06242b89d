package simulate

import (
	"context"
	"fmt"

	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/rules"
	"gammonlab/engine/search"
	"gammonlab/evalbench"
	"gammonlab/farm"
)

// matchRunner is the [farm.Doer] of a plan. The result of a shard is a [record] for
// each match.
type matchRunner struct {
	*plan
	statics map[string]*engine.Full  // clones of models
	players map[string]engine.Player // by name
}

// Clone implements [farm.Doer].
func (t *matchRunner) Clone() (farm.Doer, error) { return newMatchRunner(t.plan), nil }

func newMatchRunner(p *plan) *matchRunner {
	return &matchRunner{plan: p, statics: p.models(), players: map[string]engine.Player{}}
}

// Do implements [farm.Doer].
func (t *matchRunner) Do(ctx context.Context, s farm.Shard, dst []byte) ([]byte, error) {
	if s.First >= t.total || s.Items > t.total-s.First {
		return dst, fmt.Errorf("matches %d to %d of a grid with %d", s.First, s.First+s.Items, t.total)
	}
	for from, end := s.First, s.First+s.Items; from < end; {
		cell, match := t.place(from)
		n := min(end-from, uint64(t.cells[cell].matches-match))
		var err error
		if dst, err = t.play(ctx, cell, match, int(n), dst); err != nil {
			return dst, err
		}
		from += n
	}
	return dst, nil
}

// play plays consecutive matches of a cell and appends their records to dst.
func (t *matchRunner) play(ctx context.Context, cell, first, matches int, dst []byte) ([]byte, error) {
	c := t.cells[cell]
	pair := &t.Grid.Pairs[c.pair]
	own := named.Model{Evaluator: t.statics[""]}
	match := evalbench.Match{
		A: named.Player{Name: pair.A.Name}, B: named.Player{Name: pair.B.Name}, Conditions: evalbench.Conditions{Rules: evalbench.Rules{Length: rules.Length(c.length)}, Seed: seedOf(t.Seed, c)},
		Games: matches, First: first, Workers: 1, Unpaired: true, Assessment: evalbench.Assessment{Luck: own, Judge: &t.Judge, JudgeModel: own},
		Observers: []evalbench.Observer{evalbench.OnItem(func(i *evalbench.Item) (err error) {
			dst, err = appendMatch(dst, cell, i.Number, &i.Games[0])
			return err
		})},
	}
	var err error
	if match.A.Player, err = t.player(&pair.A); err != nil {
		return dst, err
	}
	if match.B.Player, err = t.player(&pair.B); err != nil {
		return dst, err
	}
	if _, err = match.Run(ctx); err != nil {
		return dst, fmt.Errorf("pair %d, matches to %d: %w", c.pair+1, c.length, err)
	}
	return dst, nil
}

// player returns a player of the grid.
func (t *matchRunner) player(p *Player) (engine.Player, error) {
	if known := t.players[p.Name]; known != nil {
		return known, nil
	}
	s, err := search.New(t.statics[p.Model.Name].Clone(), search.Options{Depth: p.depths().Depth, CubePlies: p.CubePlies})
	if err != nil {
		return nil, err
	}
	made := p.of(s)
	t.players[p.Name] = made
	return made, nil
}

// of returns the player that uses the searcher.
func (p *Player) of(s *search.Searcher) engine.Player {
	switch {
	case p.Checker > 0 || p.Cube > 0:
		return player.NewNoisy(s, player.Noise{Plays: p.Checker, Cube: p.Cube, Gnubg: true})
	case p.Plies > 0 || p.depths().ForCube() > 0:
		return player.NewLookAhead(s)
	}
	return player.NewGreedy(s.Static())
}
