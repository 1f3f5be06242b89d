package targets_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/engine/targets"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// reference computes cubeful values by their definition: it evaluates the positions after all
// plays, and follows the stakes from one to the next.
type reference struct {
	static     *engine.Static
	efficiency cube.Efficiency
	game       []recorded
}

// recorded is a position of a game.
type recorded struct {
	position board.Position
	roll     board.Roll
	lambda   float64
	explored bool // the play after the roll is one of all at random
}

func newReference(t *testing.T, e cube.Efficiency) *reference {
	return &reference{static: engine.NewStatic(must.Get(nets.LoadShipped("td512"))(t), nil), efficiency: e} // without pruning nets
}

func newStakes(t *testing.T) *targets.Stakes {
	return must.Get(targets.NewStakes())(t)
}

// leaf returns the evaluation of a position without look-ahead.
func (r *reference) leaf(pos board.Position) cube.Leaf {
	var p [1]engine.Probabilities
	r.static.Evaluate(p[:], []board.Position{pos})
	return r.efficiency.Leaf(&pos, engine.ClassOf(&pos), &p[0], nil)
}

// best returns the best play of a roll, and its value to the player who made it.
func (r *reference) best(st *cube.Stakes, pos board.Position, roll board.Roll) (best board.Position, value float64) {
	results := []board.Position{pos.Swap()}
	if plays := board.Plays(pos, roll); len(plays) > 0 {
		results = results[:0]
		for _, play := range plays {
			results = append(results, play.Result)
		}
	}
	value = math.Inf(-1)
	for _, result := range results {
		leaf := r.leaf(result)
		if v := st.Flip(st.Swap().Value(&leaf)); v > value {
			best, value = result, v
		}
	}
	return best, value
}

// ahead is the mean over the rolls.
func (r *reference) ahead(st *cube.Stakes, pos board.Position) (mean float64) {
	for _, roll := range board.Rolls {
		_, value := r.best(st, pos, roll)
		mean += value * float64(roll.Ways()) / 36
	}
	return mean
}

// returned is the λ-return of position i of the game with the given λ.
func (r *reference) returned(st *cube.Stakes, i int, lambda float64) float64 {
	now := &r.game[i]
	value := r.ahead(st, now.position)
	if i == len(r.game)-1 || now.explored {
		return value
	}
	if best, _ := r.best(st, now.position, now.roll); best != r.game[i+1].position {
		return value
	}
	next, scale := st.Swap(), 1.0
	leaf := r.leaf(r.game[i+1].position)
	if doubled := next.Doubled(); doubled != nil {
		stays, pass, take := next.NoDouble(&leaf), next.Pass(), next.Take(doubled.NoDouble(&leaf))
		switch {
		case take < stays || pass < stays:
		case pass < take:
			return value
		default:
			next, scale = doubled, next.Take(1)
		}
	}
	return value - lambda*scale*(r.returned(next, i+1, lambda)-next.NoDouble(&leaf))
}

// TestAhead compares values one roll ahead with the definition.
func TestAhead(t *testing.T) {
	r, stakes := newReference(t, cube.GnubgEfficiency()), newStakes(t)
	chooser := search.NewChooser(r.static.Clone(), true, engine.Narrow(), nil)
	cubeful := targets.NewCubeful(chooser, &r.efficiency)
	rng := rand.New(rand.NewPCG(3, 1))
	for _, pos := range enginetest.Positions(12, 8) {
		if pos.Result() != 0 {
			continue
		}
		chooser.Evaluate(&pos)
		for _, got := range cubeful.Targets(nil, slices.Concat(stakes.Money, stakes.Draw(rng.Float64()))) {
			if want := got.Stakes.Equity(r.ahead(got.Stakes, pos)); math.Abs(got.Equity-want) > 1e-4 {
				t.Errorf("%s at %+v: %v, want %v", pos.ID(), got.Stakes.State(), got.Equity, want)
			}
		}
	}
}

// With an efficiency of 0 a player who owns the cube has the cubeless equity one roll ahead.
func TestAheadOfDeadCube(t *testing.T) {
	r, stakes := newReference(t, cube.Efficiency{}), newStakes(t)
	chooser := search.NewChooser(r.static.Clone(), false, engine.Sieve{}, nil)
	cubeful := targets.NewCubeful(chooser, &r.efficiency)
	for _, pos := range enginetest.Positions(20, 4) {
		if pos.Result() != 0 {
			continue
		}
		p := chooser.Evaluate(&pos)
		got := cubeful.Targets(nil, stakes.Money[cube.OwnedOutput:][:1])[0].Equity
		if want := float64(p.Equity()); math.Abs(got-want) > 1e-5 {
			t.Errorf("%s: %v, want %v", pos.ID(), got, want)
		}
	}
}

// play plays some rolls of a game with the plays that are best at the stakes, some at random.
func (r *reference) play(st *cube.Stakes, seed uint64, plies int) {
	rng := rand.New(rand.NewPCG(seed, 2))
	pos := enginetest.Positions(30, seed)[29]
	for range plies {
		roll := board.Rolls[rng.IntN(len(board.Rolls))]
		now := recorded{position: pos, roll: roll, lambda: []float64{0.8, 0.8, 0.5}[rng.IntN(3)]}
		next := pos.Swap()
		if plays := board.Plays(pos, roll); len(plays) > 0 {
			if now.explored = rng.IntN(8) == 0; now.explored {
				next = plays[rng.IntN(len(plays))].Result
			} else {
				next, _ = r.best(st, pos, roll)
			}
		}
		if r.game = append(r.game, now); next.Result() != 0 {
			return
		}
		pos = next
	}
}

// TestGame compares λ-returns of games with the definition.
func TestGame(t *testing.T) {
	stakes := newStakes(t)
	corrected := 0
	for seed := range uint64(4) {
		r := newReference(t, cube.GnubgEfficiency())
		r.play(stakes.Money[0], seed, 7)
		chooser := search.NewChooser(r.static.Clone(), false, engine.Sieve{}, nil)
		game, rng := targets.NewGame(targets.NewCubeful(chooser, &r.efficiency), stakes, true), rand.New(rand.NewPCG(seed, 9))
		game.Begin(rng.Float64())
		for i := range r.game {
			s := &r.game[i]
			var p [1]engine.Probabilities
			r.static.Evaluate(p[:], []board.Position{s.position})
			chooser.Evaluate(&s.position)
			if game.Add(&s.position, &p[0], s.roll, s.lambda, rng.Float64()); s.explored {
				game.Explore()
			}
		}
		for i, found := range game.Targets() {
			if len(found) < 5 {
				t.Errorf("position %d has the targets %v", i, found)
			}
			for _, got := range found {
				want := r.returned(got.Stakes, i, r.game[i].lambda)
				if math.Abs(want-r.ahead(got.Stakes, r.game[i].position)) > 1e-3 {
					corrected++
				}
				if want = got.Stakes.Equity(want); math.Abs(got.Equity-want) > 3e-4 {
					t.Errorf("game %d, position %d at %+v: %v, want %v", seed, i, got.Stakes.State(), got.Equity, want)
				}
			}
		}
	}
	if corrected < 30 {
		t.Errorf("λ has changed %d targets only", corrected)
	}
}

// TestDraw finds groups, half of them with a turned cube.
func TestDraw(t *testing.T) {
	stakes, seen := newStakes(t), map[*cube.Stakes]int{}
	const n = 20_000
	turned := 0
	for i := range n {
		group := stakes.Draw((float64(i) + 0.5) / n)
		s := group[0].State()
		if got := stakes.At(s.OwnAway, s.OppAway, s.Cube); &got[0] != &group[0] {
			t.Fatalf("%+v: another group", s)
		}
		if seen[group[0]]++; s.Cube > 1 {
			turned++
		}
	}
	if turned != n/2 || len(seen) < 1500 {
		t.Errorf("%d of %d are turned, %d groups", turned, n, len(seen))
	}
}
