package generate_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
	"gammonlab/farm"
	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
)

// portable lists settings of little work, by nets that other machines can load.
func portable(t testing.TB) map[string]generate.Settings {
	static := enginetest.RandomStatic(t, 5, 3)
	ahead := player.NewLookAhead(must.Get(search.New(static.Clone(), search.Options{Depth: search.Depth{Plies: 1, Filter: search.Normal()}}))(t))
	games := write(t, "games.mat", match)
	list := write(t, "list.txt", ids(enginetest.Positions(300, 2)...))
	return map[string]generate.Settings{
		"targets": {Seed: 5, Players: small(t), Trace: generate.Trace{
			Lambda: &generate.Lambda{Rest: 0.7, Kinds: []generate.KindLambda{{Kind: board.Backgame, Lambda: 0.9}}},
		}, Play: generate.Play{Games: 3, RandomPlies: generate.Range{To: 4}, Epsilon: 0.1}, Begin: generate.Begin{Drawn: starts(t, board.Backgammon, enginetest.Positions(30, 7)...)}},
		"sieve": {Seed: 5, Players: generate.Players{Player: named.Of("fast", player.NewGreedy(enginetest.Shipped(t, "fast")))}, Trace: generate.Trace{
			Lambda: &generate.Lambda{Rest: 1}, Prune: true, Sieve: engine.Narrow(), Rest: engine.Narrower(),
			Alternatives: generate.Alternatives{Sieve: engine.Sieve{Most: 2, Margin: 0.1}}, Cubeful: true,
		}, Play: generate.Play{Games: 1}},
		"players":         {Seed: 1, Players: generate.Players{Player: named.Of("net", player.NewGreedy(static)), Opponent: pubeval.Player}, Play: generate.Play{Games: 40}, Selection: generate.Selection{Quotas: generate.Quotas{engine.Contact: 500}, Kinds: generate.Kinds{board.Stuck, board.Prime}}},
		"deep":            {Seed: 1, Players: generate.Players{Player: named.Of("net", ahead), Opponent: pubeval.Player}, Play: generate.Play{Games: 2, Epsilon: 0.5}},
		"odd":             {Seed: 1, Players: pubeval, Play: generate.Play{Games: 20, RandomPlies: generate.Range{From: 6, To: 9}}, Selection: generate.Selection{Odd: true}},
		"hypergammon":     {Variant: board.Hypergammon3, Players: pubeval, Play: generate.Play{Games: 520}, Begin: generate.Begin{Drawn: starts(t, board.Hypergammon3, board.Hypergammon3.Start().Swap())}},
		"informative":     {Seed: 4, Players: pubeval, Play: generate.Play{Games: 1, RandomPlies: generate.Range{From: 40, To: 40}}, Files: generate.Files{Records: []string{games}}, Selection: generate.Selection{Informative: new(engine.Equity(0.02)), Kinds: generate.Kinds{board.Stuck, board.Prime}}, Judge: generate.Judge{Model: named.Model{Evaluator: static}}},
		"weights":         weighing(t),
		"weighted starts": weightedGames(t),
		"files":           {Files: generate.Files{Records: []string{games}, Lists: []string{list}}, Selection: generate.Selection{Positions: 100}},
	}
}

// Other machines find the same positions as this one.
func TestJobKind(t *testing.T) {
	for name, s := range portable(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			work := generate.Work(t, &s)
			other := s // of other games, or of the same files and another one
			if other.Seed++; len(s.Records)+len(s.Lists) > 0 {
				other.Seed, other.Lists = s.Seed, append(slices.Clip(s.Lists), write(t, "other.txt", ids(enginetest.Positions(3, 5)...)))
			}
			work.Other = generate.Work(t, &other).Job
			farmtest.Kind(t, work)
		})
	}
}

// Items of files and games have different numbers in shards.
func TestNumbersOfItems(t *testing.T) {
	s := portable(t)["informative"]
	next, seen, n := generate.Work(t, &s).Source(), map[uint64]bool{}, 0
	for shard, err := next(1); err == nil; shard, err = next(1) {
		seen[shard.First] = true
		n++
	}
	if len(seen) != n || n < 2 {
		t.Errorf("%d items have the numbers %v", n, seen)
	}
}

// A player that other machines cannot load is refused before the first game.
func TestPlayerOfThisMachine(t *testing.T) {
	mine := enginetest.PlayerFunc(func(context.Context, *board.Position, board.Roll, []board.Play) (int, error) { return 0, nil })
	work := generate.Work(t, &generate.Settings{Players: generate.Players{Player: named.Of("mine", mine)}, Play: generate.Play{Games: 1}})
	must.Fail(t, must.Err(work.Job.Describe()), "has no text form")
}

// pool is a pool of machines: it requests shards of a number of items, and runs
// them by Doers of the description.
type pool struct {
	t     *testing.T
	items int
}

func (p pool) Run(ctx context.Context, job *farm.Job, next farm.Source, take func(farm.Shard, []byte) error, durable func() error) error {
	d := must.Get(job.Describe())(p.t)
	there := *job
	there.Doer = must.Get(generate.JobKind().Open(ctx, d.Spec, farmtest.Store(p.t, d.Files)))(p.t)
	taken, enough := uint64(0), false
	err := farm.Local{Workers: 2}.Run(ctx, &there, func(int) (farm.Shard, error) { return next(p.items) }, func(s farm.Shard, result []byte) error {
		if err := job.Check(s, result); err != nil {
			return err
		}
		taken += s.Items
		err := take(s, result)
		enough = errors.Is(err, farm.ErrEnough)
		return err
	}, durable)
	switch {
	case err != nil:
	case !enough:
		err = farmtest.CheckItems(job, taken)
	case !job.AtMost || job.Items() == 0:
		err = fmt.Errorf("the job had enough of %d items, and has announced %d, at most: %v", taken, job.Items(), job.AtMost)
	}
	return err
}

// The database of a pool equals that of local goroutines, which skip positions
// when a quota is full.
func TestPool(t *testing.T) {
	all := portable(t)
	if !testing.Short() {
		s := variety(t)
		all["quotas"], all["informative quotas"] = s["quotas"], s["informative"]
	}
	for name, s := range all {
		sizes := []int{1, 7}
		if testing.Short() {
			sizes = sizes[1:]
		} else if s.Games > 0 {
			sizes = append(sizes, 1<<20)
		}
		want, wantCounts := run(t, s)
		for _, items := range sizes {
			s.Pool = pool{t, items}
			got, counts := run(t, s)
			wantSameBytes(t, fmt.Sprint(name, ", shards of ", items), got, want)
			if fmt.Sprint(counts) != fmt.Sprint(wantCounts) {
				t.Errorf("%s: counts %+v, want %+v", name, counts, wantCounts)
			}
		}
	}
}
