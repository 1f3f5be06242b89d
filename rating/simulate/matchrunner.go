package simulate

import (
	"context"
	"fmt"

	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
	"gammonlab/evalbench"
)

// piece is some matches of a cell, one after the other.
type piece struct{ cell, first, matches int }

// pieceMatches is the number of matches of a cell in a piece.
const pieceMatches = 10

// pieces lists what is missing. All cells take turns, so that the speed is that of
// the whole all the time, and short matches come last in each turn, so that nobody
// waits long for the last one.
func (r *run) pieces() []piece {
	var all []piece
	order := r.byLength()
	for from, more := 0, true; more; from += pieceMatches {
		more = false
		for _, c := range order {
			end := min(from+pieceMatches, r.cells[c].matches)
			more = more || end > from
			for i := from; i < end; i++ {
				if r.done[r.first[c]+i] {
					continue
				}
				if n := len(all); n > 0 && all[n-1].cell == c && all[n-1].first+all[n-1].matches == i {
					all[n-1].matches++
					continue
				}
				all = append(all, piece{c, i, 1})
			}
		}
	}
	return all
}

// matchRunner plays matches in one goroutine.
type matchRunner struct {
	run     *run
	statics map[string]*engine.Full
	players map[string]engine.Player // by name
	judge   *search.Searcher
}

func (r *run) newMatchRunner() *matchRunner {
	t := &matchRunner{run: r, statics: map[string]*engine.Full{}, players: map[string]engine.Player{}}
	for name, static := range r.models {
		t.statics[name] = static.Clone()
	}
	return t
}

// player returns a player of the grid.
func (t *matchRunner) player(p *Player) (engine.Player, error) {
	if known := t.players[p.Name]; known != nil {
		return known, nil
	}
	s, err := search.New(t.statics[p.Model].Clone(), search.Options{Plies: p.Plies, Filter: search.Normal()})
	if err != nil {
		return nil, err
	}
	made := p.of(s)
	t.players[p.Name] = made
	return made, nil
}

// of returns the player by the searcher.
func (p *Player) of(s *search.Searcher) engine.Player {
	switch {
	case p.Checker > 0 || p.Cube > 0:
		return player.NewNoisy(s, player.Noise{Plays: p.Checker, Cube: p.Cube, Gnubg: true})
	case p.Plies > 0:
		return player.NewLookAhead(s)
	}
	return player.NewGreedy(s.Static())
}

// play plays a piece and adds its matches to the study.
func (t *matchRunner) play(ctx context.Context, p piece) error {
	r := t.run
	c := r.cells[p.cell]
	pair := &r.Grid.Pairs[c.pair]
	a, err := t.player(&pair.A)
	if err != nil {
		return err
	}
	b, err := t.player(&pair.B)
	if err != nil {
		return err
	}
	if t.judge == nil {
		o := search.Options{Plies: r.Analysis, Filter: search.Normal()}
		if t.judge, err = search.New(t.statics[""].Clone(), o); err != nil {
			return err
		}
	}
	match := evalbench.Match{
		A: a, B: b, NameA: pair.A.Name, NameB: pair.B.Name, Rules: evalbench.Rules{Length: c.length},
		Games: p.matches, First: p.first, Seed: r.study.seedOf(c), Workers: 1, Unpaired: true,
		Luck: t.statics[""], Judge: t.judge,
		Observers: []evalbench.Observer{evalbench.OnItem(func(i *evalbench.Item) error {
			return r.addMatch(p.cell, i.Number, &i.Games[0])
		})},
	}
	if _, err = match.Run(ctx); err != nil {
		return fmt.Errorf("pair %d, matches to %d: %w", c.pair+1, c.length, err)
	}
	return nil
}
