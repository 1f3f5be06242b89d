package cubeful_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/cube"
	"gammonlab/engine/cubeful"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

func prepare(t testing.TB, state cube.State) *cube.Stakes {
	t.Helper()
	met := must.Get(cube.NamedMET(cube.DefaultMET))(t)
	return must.Get(cube.Prepare(state, met))(t)
}

// naive is a search as the definition has it, one state of the cube at a time.
// Plays are chosen at the state that the root had.
type naive struct {
	static     *engine.Static
	efficiency *cube.Efficiency
}

// value returns the value of a position in which the player on roll does not
// double now. Plays are chosen by choice, the stakes of that player.
func (n *naive) value(pos *board.Position, stakes, choice *cube.Stakes, plies int) float64 {
	if plies == 0 || pos.Result() != 0 {
		var p [1]engine.Probabilities
		n.static.Evaluate(p[:], []board.Position{*pos})
		leaf := n.efficiency.Leaf(pos, n.static.ClassOf(pos), &p[0], nil)
		return stakes.NoDouble(&leaf)
	}
	stakes, choice = stakes.Swap(), choice.Swap()
	sum := 0.0
	for _, roll := range board.Rolls {
		next := n.choose(pos, board.Plays(*pos, roll), choice)
		sum += float64(roll.Ways()) * n.best(&next, stakes, choice, plies-1)
	}
	return stakes.Flip(sum / 36)
}

// best is value if the player on roll may double now.
func (n *naive) best(pos *board.Position, stakes, choice *cube.Stakes, plies int) float64 {
	value := n.value(pos, stakes, choice, plies)
	if doubled := stakes.Doubled(); doubled != nil {
		return stakes.Better(value, n.value(pos, doubled, choice, plies))
	}
	return value
}

// choose returns the result with the lowest value for the opponent with the
// cube; of equal ones, that with the lowest value without the cube.
func (n *naive) choose(pos *board.Position, plays []board.Play, choice *cube.Stakes) board.Position {
	next, prices := pos.Swap(), choice.Prices()
	least, rough := float32(math.Inf(1)), float32(0)
	for _, play := range plays {
		var p [1]engine.Probabilities
		n.static.Evaluate(p[:], []board.Position{play.Result})
		utility := p[0].Equity()
		if s := choice.State(); s.IsMatch() {
			utility = float32(prices.Utility(&p[0]))
		}
		v := float32(n.best(&play.Result, choice, choice, 0))
		if v < least || v == least && utility < rough {
			least, rough, next = v, utility, play.Result
		}
	}
	return next
}

func TestSearchIsNaive(t *testing.T) {
	static := enginetest.Shipped(t, nets.DefaultNet)
	n := naive{static.Clone(), cube.EfficiencyOf(engine.NewFull(static.Clone()))}
	rng := rand.New(seed.Stream(3, 0))
	for plies, count := range []int{20, 20, 2} {
		if testing.Short() && plies == 2 {
			continue
		}
		s := must.Get(cubeful.New(static.Clone(), cubeful.Options{Depth: search.Depth{Plies: plies}, NoPruning: true}))(t)
		for _, pos := range selfPlay(rng, static, count) {
			stakes := prepare(t, randomState(rng))
			d, _, err := s.Decide(t.Context(), &pos, stakes)
			must.OK(t, err)
			want := n.value(&pos, stakes, stakes, plies)
			if got := d.Values.NoDouble; math.Abs(got-want) > 1e-6 {
				t.Errorf("%s at %d plies, %+v: %v, want %v", pos.ID(), plies, stakes.State(), got, want)
			}
			if doubled := stakes.Doubled(); doubled != nil {
				want := stakes.Take(n.value(&pos, doubled, stakes, plies))
				if got := d.Values.DoubleTake; math.Abs(got-want) > 1e-6 {
					t.Errorf("%s at %d plies, %+v doubled: %v, want %v", pos.ID(), plies, stakes.State(), got, want)
				}
			}
		}
	}
}

// TestWorkers has the same bits from any number of workers.
func TestWorkers(t *testing.T) {
	static := enginetest.Shipped(t, nets.DefaultNet)
	rng := rand.New(seed.Stream(5, 0))
	one := must.Get(cubeful.New(static.Clone(), cubeful.Options{Depth: search.Depth{Plies: 2, Filter: search.Normal()}}))(t)
	three := must.Get(cubeful.New(static.Clone(), cubeful.Options{Depth: search.Depth{Plies: 2, Filter: search.Normal()}, Workers: 3}))(t)
	for _, pos := range selfPlay(rng, static, 2) {
		stakes := prepare(t, randomState(rng))
		a, p, err1 := one.Decide(t.Context(), &pos, stakes)
		b, q, err2 := three.Decide(t.Context(), &pos, stakes)
		if err1 != nil || err2 != nil || a != b || p != q {
			t.Errorf("%s: one worker says %+v, three say %+v (%v, %v)", pos.ID(), a, b, err1, err2)
		}
		plays := board.Plays(pos, board.Roll{2, 1})
		r, err1 := one.Rank(t.Context(), &pos, plays, stakes)
		s, err2 := three.Rank(t.Context(), &pos, plays, stakes)
		if err1 != nil || err2 != nil || !slices.Equal(r, s) {
			t.Errorf("%s: three workers rank otherwise (%v, %v)", pos.ID(), err1, err2)
		}
	}
}

// TestDecideAllocatesNothing asks twice, so that all room is made.
func TestDecideAllocatesNothing(t *testing.T) {
	s := must.Get(cubeful.New(enginetest.Shipped(t, nets.DefaultNet), cubeful.Options{Depth: search.Depth{Plies: 2}}))(t)
	pos, stakes := board.Backgammon.Start(), prepare(t, cube.Match(7, 3, 0, false))
	allocs := testing.AllocsPerRun(5, func() {
		if _, _, err := s.Decide(t.Context(), &pos, stakes); err != nil {
			t.Fatal(err)
		}
	})
	if allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// TestLimits compares ordered values: owning the cube is never worse than not
// owning it, and a right double is never worse than no double.
func TestLimits(t *testing.T) {
	static := enginetest.Shipped(t, nets.DefaultNet)
	rng := rand.New(seed.Stream(4, 0))
	s := must.Get(cubeful.New(static.Clone(), cubeful.Options{Depth: search.Depth{Plies: 1}}))(t)
	for _, pos := range selfPlay(rng, static, 20) {
		state := cube.Money(false, false)
		var values [3]float64 // by owner
		for owner := range values {
			state.Owner = cube.Owner(owner)
			stakes := prepare(t, state)
			d, _, err := s.Decide(t.Context(), &pos, stakes)
			must.OK(t, err)
			if values[owner], _, err = s.Value(t.Context(), &pos, stakes); err != nil {
				t.Fatal(err)
			}
			if values[owner] < d.Values.NoDouble-1e-9 {
				t.Errorf("%s, cube %v: %v, without a double %v", pos.ID(), state.Owner, values[owner], d.Values.NoDouble)
			}
		}
		const rounding = 0.01 // plays are chosen without looking ahead
		if values[cube.Player] < values[cube.Opponent]-rounding {
			t.Errorf("%s: %v with the own cube, %v with the opponent's", pos.ID(), values[cube.Player], values[cube.Opponent])
		}
	}
}

func TestRank(t *testing.T) {
	static := enginetest.Shipped(t, nets.DefaultNet)
	pos, roll := board.Backgammon.Start(), board.Roll{4, 3}
	plays := board.Plays(pos, roll)
	stakes := prepare(t, cube.Money(true, true))
	for _, plies := range []int{0, 1, 2} {
		s := must.Get(cubeful.New(static.Clone(), cubeful.Options{Depth: search.Depth{Plies: plies, Filter: search.Normal()}}))(t)
		first := must.Get(s.Rank(t.Context(), &pos, plays, stakes))(t)
		again, err := s.Clone().Rank(t.Context(), &pos, plays, stakes)
		if err != nil || !slices.Equal(first, again) {
			t.Errorf("%d plies: a clone ranks otherwise (%v)", plies, err)
		}
		if len(first) != len(plays) || first[0].Plies != plies {
			t.Fatalf("%d plies: %d plays, the first at %d", plies, len(first), first[0].Plies)
		}
		for i, c := range first[1:] {
			before := first[i]
			if c.Plies > before.Plies || c.Plies == before.Plies && c.Value > before.Value {
				t.Errorf("%d plies: place %d is better than the one before", plies, i+1)
			}
		}
		must.OK(t, s.Deepen(t.Context(), first, stakes))
		for _, c := range first {
			if c.Plies != plies {
				t.Errorf("%d plies: a play stays at %d", plies, c.Plies)
			}
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := must.Get(cubeful.New(enginetest.Shipped(t, nets.DefaultNet), cubeful.Options{Depth: search.Depth{Plies: 2}}))(t)
	pos, stakes := board.Backgammon.Start(), prepare(t, cube.Money(false, false))
	if _, _, err := s.Decide(ctx, &pos, stakes); !errors.Is(err, context.Canceled) {
		t.Errorf("Decide: %v", err)
	}
	if _, err := s.Rank(ctx, &pos, board.Plays(pos, board.Roll{3, 1}), stakes); !errors.Is(err, context.Canceled) {
		t.Errorf("Rank: %v", err)
	}
	if _, _, err := s.Value(t.Context(), &pos, stakes); err != nil {
		t.Errorf("after that: %v", err)
	}
}

// expiring is a context that ends when it has been looked at often enough.
type expiring struct {
	context.Context
	left int
}

func (e *expiring) Err() error {
	if e.left == 0 {
		return context.Canceled
	}
	e.left--
	return nil
}

// A deep search ends amid the rolls after a position.
func TestCancelDeep(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // what its cause is read from
	s := must.Get(cubeful.New(enginetest.Shipped(t, nets.DefaultNet), cubeful.Options{Depth: search.Depth{Plies: search.MaxPlies}}))(t)
	pos, stakes := board.Backgammon.Start(), prepare(t, cube.Money(false, false))
	if _, _, err := s.Decide(&expiring{ctx, 60}, &pos, stakes); !errors.Is(err, context.Canceled) {
		t.Errorf("Decide: %v", err)
	}
}

func TestTooManyPlies(t *testing.T) {
	for _, plies := range []int{-1, search.MaxPlies + 1} {
		if _, err := cubeful.New(enginetest.Shipped(t, nets.DefaultNet), cubeful.Options{Depth: search.Depth{Plies: plies}}); err == nil {
			t.Errorf("%d plies are no mistake", plies)
		}
	}
}

// The shipped net does not double at the start of a game.
func ExampleSearcher_Decide() {
	model, err := nets.LoadShipped(nets.DefaultNet)
	if err != nil {
		panic(err)
	}
	s, err := cubeful.New(engine.NewStatic(model, nil), cubeful.Options{Depth: search.Depth{Plies: 1}})
	if err != nil {
		panic(err)
	}
	stakes, err := cube.Prepare(cube.Money(true, true), nil)
	if err != nil {
		panic(err)
	}
	pos := board.Backgammon.Start()
	decision, _, err := s.Decide(context.Background(), &pos, stakes)
	if err != nil {
		panic(err)
	}
	fmt.Println(decision.String())
	// Output: no double, beaver
}

// In a match, positions of a two-sided database have exact values with any look-ahead, and the
// best play of a roll is the one after which the opponent's exact value is smallest.
func TestRacesAreExactInMatches(t *testing.T) {
	d := enginetest.Databases(t, 4, 0)
	races := d.TwoSided[0].Races()
	state := cube.Match(7, 4, 1, false)
	state.Cube, state.Owner = 2, cube.Player
	stakes := prepare(t, state)
	rng := rand.New(rand.NewPCG(5, 6))
	for plies := range 3 {
		s := must.Get(cubeful.New(engine.NewStatic(must.Get(nets.LoadShipped("td512"))(t), d), cubeful.Options{Depth: search.Depth{Plies: plies}}))(t)
		for range 20 {
			pos := board.Position{Own: fewCheckers(rng), Opp: fewCheckers(rng)}
			got, _, err := s.Decide(t.Context(), &pos, stakes)
			must.OK(t, err)
			if want := races.NoDouble(&pos, stakes.Race()); got.Values.NoDouble != want {
				t.Errorf("%d plies, %s: no double %v, want %v", plies, pos.ID(), got.Values.NoDouble, want)
			}
			if want := races.NoDouble(&pos, stakes.Doubled().Race()); got.Values.DoubleTake != want {
				t.Errorf("%d plies, %s: double, take %v, want %v", plies, pos.ID(), got.Values.DoubleTake, want)
			}
			roll := board.Rolls[rng.IntN(len(board.Rolls))]
			plays := board.Plays(pos, roll)
			ranked := must.Get(s.Rank(t.Context(), &pos, plays, stakes))(t)
			best := 0.0
			for i := range plays {
				best = max(best, afterPlay(races, &plays[i].Result, stakes))
			}
			if math.Abs(ranked[0].Value-best) > 1e-6 {
				t.Errorf("%d plies, %s %v: the best play is worth %v, want %v", plies, pos.ID(), roll, ranked[0].Value, best)
			}
		}
	}
}

// fewCheckers draws a side of 4 checkers in its home board.
func fewCheckers(rng *rand.Rand) (s board.Side) {
	s[board.Off] = board.MaxCheckers - 4
	for range 4 {
		s[1+rng.IntN(6)]++
	}
	return s
}

// afterPlay returns the value of a play to the player who has made it.
func afterPlay(races *bearoff.Races, result *board.Position, stakes *cube.Stakes) float64 {
	if result.Result() != 0 {
		return stakes.Points(1)
	}
	other := stakes.Swap()
	value := races.NoDouble(result, other.Race())
	if doubled := other.Doubled(); doubled != nil {
		value = other.Better(value, races.NoDouble(result, doubled.Race()))
	}
	return stakes.Flip(value)
}
