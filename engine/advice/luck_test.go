package advice_test

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
)

// stakesOf returns money stakes, and those of a match.
func stakesOf(t testing.TB) []*cube.Stakes {
	t.Helper()
	met := must.Get(cube.NamedMET(cube.DefaultMET))(t)
	all := []*cube.Stakes{nil}
	m := board.NewMatch(5)
	m.Score = [2]int{1, 3}
	for _, state := range []func() (cube.State, error){
		func() (cube.State, error) { return cube.Money(true, false), nil },
		func() (cube.State, error) { return cube.FromMatch(&m) },
	} {
		s := must.Get(state())(t)
		st := must.Get(cube.Prepare(s, met))(t)
		all = append(all, st)
	}
	return all
}

// naive returns the value after the best play of a roll, by the definition in
// the documentation.
func naive(static *engine.Static, pos *board.Position, roll board.Roll, st *cube.Stakes) float64 {
	results := []board.Position{}
	for _, play := range board.Plays(*pos, roll) {
		results = append(results, play.Result)
	}
	if len(results) == 0 {
		results = append(results, pos.Swap())
	}
	answers := make([]engine.Probabilities, len(results))
	static.Evaluate(answers, results)
	most := math.Inf(-1)
	for i := range results {
		value := -float64(answers[i].Equity())
		if st != nil {
			efficiency, other := cube.GnubgEfficiency(), st.Swap()
			leaf := efficiency.Leaf(&results[i], static.ClassOf(&results[i]), &answers[i], static.Databases())
			value = other.Flip(other.Value(&leaf))
		}
		most = max(most, value)
	}
	return most
}

// Full luck is defined in the documentation: the value after the roll less the
// mean over the 36 throws.
func TestFullLuck(t *testing.T) {
	static := enginetest.RandomStatic(t, 10, 1)
	for k, st := range stakesOf(t) {
		luck := advice.OfStatic(static.Clone(), advice.Options{Luck: advice.Full})
		for i, pos := range enginetest.Positions(12, 5) {
			roll, mean := board.Rolls[(5*i+k)%21], 0.0
			for _, r := range board.Rolls {
				mean += float64(r.Ways()) / 36 * naive(static, &pos, r, st)
			}
			want := naive(static, &pos, roll, st) - mean
			if got := luck.LuckOf(&pos, board.Roll{roll[1], roll[0]}, st, advice.NotOpening); math.Abs(got-want) > 1e-5 {
				t.Errorf("stakes %d, %s, %v: luck %v, want %v", k, pos.ID(), roll, got, want)
			}
			each := luck.LuckOfEach(&pos, st)
			if got, want := each[roll.Index()], luck.LuckOf(&pos, roll, st, advice.NotOpening); got != want {
				t.Errorf("stakes %d, %s, %v: luck %v among that of each roll, want %v", k, pos.ID(), roll, got, want)
			}
		}
	}
}

// By a search of 0 plies the luck is that without a search; by a search of 1 ply it is that
// of the values of the same plays at 1 ply, and its mean is 0.
func TestSearchedLuck(t *testing.T) {
	static := enginetest.RandomStatic(t, 10, 1)
	flat := advice.OfStatic(static.Clone(), advice.Options{})
	deep := advice.New(must.Get(search.New(static.Clone(), search.Options{Depth: search.Depth{Plies: 1}}))(t), advice.Options{})
	for k, st := range stakesOf(t) {
		for i, pos := range enginetest.Positions(6, 5) {
			sum, apart := 0.0, 0.0
			for _, roll := range board.Rolls {
				want := flat.LuckOf(&pos, roll, st, advice.NotOpening)
				if got := must.Get(flat.SearchedLuck(t.Context(), &pos, roll, st, advice.NotOpening))(t); math.Abs(got-want) > 1e-5 {
					t.Errorf("stakes %d, position %d, %v: luck %v by a search of 0 plies, want %v", k, i, roll, got, want)
				}
				one := must.Get(deep.SearchedLuck(t.Context(), &pos, roll, st, advice.NotOpening))(t)
				sum, apart = sum+float64(roll.Ways())*one, apart+math.Abs(one-want)
			}
			if math.Abs(sum) > 1e-5 || apart < 1e-3 {
				t.Errorf("stakes %d, position %d: the luck at 1 ply adds up to %v and is %v apart from that at 0 plies", k, i, sum, apart)
			}
		}
	}
}

// The luck of all throws of a kind adds up to 0, in both precisions: of all 36,
// of the 30 that are no doubles, or of the 30 of which half are the opponent's.
func TestNoMeanLuck(t *testing.T) {
	static := enginetest.RandomStatic(t, 10, 1)
	for _, precision := range []advice.Precision{advice.Full, advice.Quick} {
		luck := advice.OfStatic(static, advice.Options{Luck: precision})
		for k, st := range stakesOf(t) {
			for i, opening := range []advice.Opening{advice.BeginsDice, advice.BeginsFixed, advice.NotOpening} {
				pos := board.Backgammon.Start()
				if opening == advice.NotOpening {
					pos = enginetest.Positions(3, 8)[2]
				}
				sum, spread := 0.0, 0.0
				for _, roll := range board.Rolls {
					if opening != advice.NotOpening && roll.Double() {
						continue
					}
					one := float64(roll.Ways()) * luck.LuckOf(&pos, roll, st, opening)
					sum, spread = sum+one, spread+math.Abs(one)
					if opening == advice.BeginsDice { // the opponent begins with the same dice
						var theirs *cube.Stakes
						if st != nil {
							theirs = st.Swap()
						}
						swapped := pos.Swap()
						sum -= float64(roll.Ways()) * luck.LuckOf(&swapped, roll, theirs, opening)
					}
				}
				if math.Abs(sum) > 1e-6*(1+spread) || spread < 1e-3 {
					t.Errorf("precision %d, stakes %d, kind %d: the luck adds up to %v of %v", precision, k, i, sum, spread)
				}
			}
		}
	}
}

// The first turn counts as luck only if the dice decide who begins.
func TestLuckOfTheFirstTurn(t *testing.T) {
	luck := advice.OfStatic(enginetest.RandomStatic(t, 10, 1), advice.Options{Luck: advice.Full})
	pos := board.Backgammon.Start()
	roll := board.Roll{3, 1}
	thrown, fixed := luck.LuckOf(&pos, roll, nil, advice.BeginsDice), luck.LuckOf(&pos, roll, nil, advice.BeginsFixed)
	if math.Abs(thrown-fixed) < 1e-4 {
		t.Errorf("luck %v where the dice decide who begins, %v where they do not", thrown, fixed)
	}
}
