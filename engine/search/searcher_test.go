package search_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
)

func newSearcher(t testing.TB, static *engine.Static, options search.Options) *search.Searcher {
	t.Helper()
	s, err := search.New(static, options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// somePositions returns positions of all kinds, the start and finished games
// among them.
func somePositions(n int, seed uint64) []board.Position {
	positions := append([]board.Position{board.Backgammon.Start()}, enginetest.Finished()[:3]...)
	return append(positions, enginetest.Positions(n-len(positions), seed)...)
}

func TestSearcherIsAnEvaluator(t *testing.T) {
	static := engine.NewStatic(smallModel(t, true), nil)
	workers := 1
	if testing.Short() { // under the race detector, which runs in addition
		workers = 3
	}
	s := newSearcher(t, static.Clone(), search.Options{Depth: search.Depth{Plies: 1}, Workers: workers})
	enginetest.TestEvaluator(t, "1-ply", func() engine.Evaluator { return s.Clone() })
}

// TestWorkers wants the same bits from any number of workers, with an empty cache
// and with one filled by earlier evaluations.
func TestWorkers(t *testing.T) {
	static := engine.NewStatic(smallModel(t, true), nil)
	positions := somePositions(12, 7)
	plies := 2
	if testing.Short() {
		plies = 1
	}
	var want []engine.Probabilities
	var wantRanked []engine.Candidate
	for _, workers := range []int{1, 2, 5} {
		s := newSearcher(t, static.Clone(), search.Options{Depth: search.Depth{Plies: plies, Filter: search.Normal()}, Workers: workers})
		for range 2 {
			got := make([]engine.Probabilities, len(positions))
			s.Evaluate(got, positions)
			ranked := rankAll(t, s, positions)
			if want == nil {
				want, wantRanked = got, ranked
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d workers give other values", workers)
			}
			if !slices.Equal(ranked, wantRanked) {
				t.Errorf("%d workers rank otherwise", workers)
			}
		}
	}
}

func rankAll(t *testing.T, s *search.Searcher, positions []board.Position) []engine.Candidate {
	t.Helper()
	var all []engine.Candidate
	for i, pos := range positions {
		if pos.Result() != 0 {
			continue
		}
		plays := board.Plays(pos, board.Rolls[i%len(board.Rolls)])
		ranked, err := s.Rank(t.Context(), &pos, plays)
		if err != nil {
			t.Fatal(err)
		}
		if len(ranked) > 0 {
			best, worth, err := s.Best(t.Context(), &pos, plays)
			if err != nil || plays[best] != ranked[0].Play || worth != ranked[0].Probabilities {
				t.Errorf("%s: Best says %d, %v, %v, Rank %v", pos.ID(), best, worth, err, ranked[0])
			}
		}
		all = append(all, ranked...)
	}
	return all
}

// TestCacheChangesNothing compares searches with and without a cache.
func TestCacheChangesNothing(t *testing.T) {
	static := engine.NewStatic(smallModel(t, true), nil)
	with := newSearcher(t, static.Clone(), search.Options{Depth: search.Depth{Plies: 2}, CacheBytes: 1 << 18})
	without := newSearcher(t, static.Clone(), search.Options{Depth: search.Depth{Plies: 2}, CacheBytes: -1})
	for _, pos := range somePositions(8, 3) {
		if a, b := evaluateOne(with, pos), evaluateOne(without, pos); a != b {
			t.Errorf("%s: %v with a cache, %v without", pos.ID(), a, b)
		}
	}
}

func TestSearchAllocatesNothing(t *testing.T) {
	static := engine.NewStatic(smallModel(t, true), nil)
	pos := board.Backgammon.Start()
	plays := board.Plays(pos, board.Roll{4, 2})
	for plies := range 3 {
		s := newSearcher(t, static.Clone(), search.Options{Depth: search.Depth{Plies: plies, Filter: search.Normal()}, CacheBytes: -1})
		if n := testing.AllocsPerRun(2, func() {
			if _, _, err := s.Best(t.Context(), &pos, plays); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%d plies: %v allocations a decision, want 0", plies, n)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	static := engine.NewStatic(smallModel(t, false), nil)
	for _, plies := range []int{-1, search.MaxPlies + 1} {
		if _, err := search.New(static, search.Options{Depth: search.Depth{Plies: plies}}); err == nil {
			t.Errorf("%d plies: no error", plies)
		}
	}
}

// expiring is a context that is cancelled when it has been asked a few times.
type expiring struct {
	context.Context
	left int
}

func (e *expiring) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestCancel(t *testing.T) {
	static := engine.NewStatic(smallModel(t, true), nil)
	pos := board.Backgammon.Start()
	plays := board.Plays(pos, board.Roll{3, 1})
	s := newSearcher(t, static, search.Options{Depth: search.Depth{Plies: 2, Filter: search.Normal()}})
	want, err := s.Rank(t.Context(), &pos, plays)
	if err != nil {
		t.Fatal(err)
	}
	for _, left := range []int{0, 1, 5, 40} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // what its cause is read from
		if _, err := s.Rank(&expiring{ctx, left}, &pos, plays); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled after %d looks at the context: error %v", left, err)
		}
	}
	again, err := s.Rank(t.Context(), &pos, plays)
	if err != nil || !slices.Equal(again, want) {
		t.Errorf("after a cancelled search: %v, %v, want %v", again, err, want)
	}
}

// A deep search can be cancelled between the rolls of a position, and the
// values that it leaves in the cache are right.
func TestCancelDeep(t *testing.T) {
	static := engine.NewStatic(smallModel(t, true), nil)
	lone := board.Side{board.Off: 14, 20: 1}
	positions := []board.Position{{Own: lone, Opp: lone}}
	deep := search.Options{Depth: search.Depth{Plies: search.MaxPlies}}
	s := newSearcher(t, static, deep)
	for _, left := range []int{30, 60, 90} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // what its cause is read from
		var answer [1]engine.Probabilities
		if err := s.EvaluateContext(&expiring{ctx, left}, answer[:], positions); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled after %d looks at the context: error %v", left, err)
		}
	}
	var got, want [1]engine.Probabilities
	s.Evaluate(got[:], positions)
	newSearcher(t, static.Clone(), deep).Evaluate(want[:], positions)
	if got != want {
		t.Errorf("after cancelled searches: %v, want %v", got, want)
	}
}

// TestChildren checks that the children are those of all throws.
func TestChildren(t *testing.T) {
	static := engine.NewStatic(smallModel(t, true), nil)
	r := reference{static, true}
	c := search.NewChooser(static.Clone(), true, engine.Sieve{}, nil)
	var children []search.Child
	for _, pos := range enginetest.Positions(30, 2) {
		want := map[board.Position]int{}
		for _, roll := range board.Rolls {
			want[r.choose(pos, roll)] += roll.Ways()
		}
		children = c.Children(children[:0], &pos, true)
		for _, child := range children {
			if child.Weight != want[child.Position] {
				t.Errorf("%s: %s has weight %d, want %d", pos.ID(), child.Position.ID(), child.Weight, want[child.Position])
			}
			if want := evaluateOne(static, child.Position); !child.Valued || !near(&child.Probabilities, &want) {
				t.Errorf("%s: %s is not valued at 0 plies", pos.ID(), child.Position.ID())
			}
		}
		if len(children) != len(want) {
			t.Errorf("%s: %d children, want %d", pos.ID(), len(children), len(want))
		}
	}
}

// near compares chances that are the same but for rounding.
func near(a, b *engine.Probabilities) bool {
	for k := range a {
		if math.Abs(float64(a[k]-b[k])) > 1e-6 {
			return false
		}
	}
	return true
}

// TestScore uses a score by the opponent's pips: the chooser then hits with all
// 15 throws that can hit.
func TestScore(t *testing.T) {
	static := engine.NewStatic(smallModel(t, false), nil)
	pips := func(dst []float32, plays []board.Play, _ []engine.Probabilities) {
		for i := range plays {
			dst[i] = -float32(plays[i].Result.Own.Pips())
		}
	}
	c := search.NewChooser(static, false, engine.Sieve{}, pips)
	pos := board.Position{Own: board.Side{8: 15}, Opp: board.Side{22: 1, 3: 14}}
	hits := 0
	for _, child := range c.Children(nil, &pos, false) {
		if child.Position.Own[board.Bar] > 0 {
			hits += child.Weight
		}
	}
	if hits != 15 {
		t.Errorf("%d throws hit, want 15", hits)
	}
}
