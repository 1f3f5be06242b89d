package supervised

import (
	"maps"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets/learn"
)

// rolled returns samples of n positions of games and those after all plays of a roll of each.
func rolled(t *testing.T, n int) *Samples {
	t.Helper()
	all := played(n)
	for i, pos := range all {
		for _, p := range board.Plays(pos, board.Rolls[i%len(board.Rolls)]) {
			if p.Result.Result() == 0 {
				all = append(all, p.Result)
			}
		}
	}
	return NewSamples(must.Get(features.Lookup("perspective196"))(t), board.Backgammon, distinct(byPips(all)))
}

// The samples of a roll are all that follow plays of one roll of a position. An epoch has each
// sample once, those of a roll together.
func TestRolls(t *testing.T) {
	samples := rolled(t, 30)
	must.OK(t, samples.table.findRolls(t.Context(), 2, func(int) {}))
	at := map[board.Position]int32{}
	for i := range samples.Len() {
		at[samples.Position(i)] = int32(i)
	}
	type pair [2]int32
	want, got := map[pair]bool{}, map[pair]bool{}
	pairs := func(to map[pair]bool, set []int32) {
		for _, a := range set {
			for _, b := range set {
				to[pair{a, b}] = true
			}
		}
	}
	for i := range samples.Len() {
		for _, roll := range board.Rolls {
			var set []int32
			for _, p := range board.Plays(samples.Position(i), roll) {
				if k, ok := at[p.Result]; ok {
					set = append(set, k)
				}
			}
			if len(set) > 1 {
				pairs(want, set)
			}
		}
	}
	rolls := samples.rolls()
	for i := range rolls.ends {
		pairs(got, rolls.set(i))
	}
	if len(want) < 100 || !maps.Equal(got, want) {
		t.Errorf("got %d pairs, want %d", len(got), len(want))
	}

	a := arrangement{order: make([]int32, samples.Len()), rolls: rolls}
	a.shuffle(1, 0)
	first, joined := slices.Clone(a.order), 0
	for i, k := range first {
		if a.joined[i] {
			joined++
			if !want[pair{first[i-1], k}] {
				t.Errorf("samples %d and %d are of no roll", first[i-1], k)
			}
		}
	}
	if joined < samples.Len()/2 {
		t.Errorf("%d of %d samples are with others of their roll", joined, samples.Len())
	}
	if a.shuffle(1, 1); slices.Equal(a.order, first) {
		t.Error("two epochs have the same order")
	}
	if a.shuffle(1, 0); !slices.Equal(a.order, first) {
		t.Error("an epoch has another order the second time")
	}
	if slices.Sort(first); !slices.Equal(first, upTo(samples.Len())) {
		t.Error("an epoch has not each sample once")
	}
}

// With a weight on differences a net too small for all errors has less of those of differences.
func TestTrainsDifferences(t *testing.T) {
	samples := rolled(t, 60)
	rmse := func(weight float64) float64 {
		cfg := short(2, 12)
		cfg.Loss, cfg.Differences = learn.Equity, weight
		result := must.Get(Train(t.Context(), cfg, samples, samples, nil))(t)
		return *result.Epochs[len(result.Epochs)-1].Difference
	}
	if hardly, much := rmse(1e-6), rmse(20); !(much < 0.9*hardly) {
		t.Errorf("differences have errors of %v with the weight 20, %v without", much, hardly)
	}
}

// The validation loss is the loss that the steps lower: of a net that hardly changes, measured on
// the samples from which it learns, both are nearly equal. Only the validation excludes outcomes by
// the rules, and plays are compared in other blocks.
func TestValidationLossIsTheTrainingLoss(t *testing.T) {
	samples := rolled(t, 60)
	for _, weight := range []float64{0, 20} {
		cfg := short(6, 1)
		cfg.Loss, cfg.Differences, cfg.Rate = learn.Equity, weight, learn.Constant(1e-9)
		e := must.Get(Train(t.Context(), cfg, samples, samples, nil))(t).Epochs[0]
		if ratio := e.TrainingLoss / e.ValidationLoss; ratio < 0.75 || ratio > 1.3 {
			t.Errorf("differences with the weight %v: training loss %v, validation loss %v", weight, e.TrainingLoss, e.ValidationLoss)
		}
	}
}
