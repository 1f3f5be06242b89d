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

// shard has consecutive matches of a plan, with their records once they are played.
type shard = farm.Records[record]

// matchRunner is the [farm.Worker] of a plan.
type matchRunner struct {
	*plan
	farm.RecordCodec[record]
	statics map[string]*engine.Full  // clones of models
	players map[string]engine.Player // by name
}

// Clone implements [farm.Worker].
func (t *matchRunner) Clone() (farm.Worker[*shard], error) { return newMatchRunner(t.plan), nil }

func newMatchRunner(p *plan) *matchRunner {
	codec := farm.RecordCodec[record]{CheckItems: p.checkItems, CheckRecord: p.checkRecord}
	return &matchRunner{plan: p, RecordCodec: codec, statics: p.models(), players: map[string]engine.Player{}}
}

// checkItems returns an error if the plan does not have these matches.
func (p *plan) checkItems(first, items uint64) error {
	if first >= p.total || items > p.total-first {
		return fmt.Errorf("matches %d to %d of a grid with %d", first, first+items, p.total)
	}
	return nil
}

// Do implements [farm.Worker].
func (t *matchRunner) Do(ctx context.Context, s *shard) error {
	for from, end := s.First, s.First+s.Items; from < end; {
		cell, match := t.place(from)
		n := min(end-from, uint64(t.cells[cell].matches-match))
		if err := t.play(ctx, cell, match, int(n), s); err != nil {
			return err
		}
		from += n
	}
	return nil
}

// play plays consecutive matches of a cell and adds their records to the shard.
func (t *matchRunner) play(ctx context.Context, cell, first, matches int, s *shard) error {
	c := t.cells[cell]
	pair := &t.Grid.Pairs[c.pair]
	own := named.Model{Evaluator: t.statics[""]}
	match := evalbench.Match{
		A: named.Player{Name: pair.A.Name}, B: named.Player{Name: pair.B.Name}, Conditions: evalbench.Conditions{Rules: evalbench.Rules{Length: rules.Length(c.length)}, Seed: seedOf(t.Seed, c)},
		Games: matches, First: first, Workers: 1, Unpaired: true, Assessment: evalbench.Assessment{Luck: own, Judge: &t.Judge, JudgeModel: own},
		Observers: []evalbench.Observer{evalbench.OnItem(func(i *evalbench.Item) error {
			m, err := newRecord(cell, i.Number, &i.Games[0])
			s.Results = append(s.Results, m)
			return err
		})},
	}
	var err error
	if match.A.Player, err = t.player(&pair.A); err != nil {
		return err
	}
	if match.B.Player, err = t.player(&pair.B); err != nil {
		return err
	}
	if _, err = match.Run(ctx); err != nil {
		return fmt.Errorf("pair %d, matches to %d: %w", c.pair+1, c.length, err)
	}
	return nil
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
