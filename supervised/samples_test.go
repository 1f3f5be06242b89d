package supervised

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

func TestSplit(t *testing.T) {
	rows := pipLabelled(4000)
	const share = 0.25
	training, validation := Split(rows, share)
	if len(training)+len(validation) != len(rows) {
		t.Fatalf("%d and %d positions, want %d together", len(training), len(validation), len(rows))
	}
	// Three standard deviations of a fair draw; some positions occur often.
	if got := float64(len(validation)) / float64(len(rows)); math.Abs(got-share) > 0.03 {
		t.Errorf("a share of %v to validate on, want about %v", got, share)
	}
	side := map[board.Position]bool{}
	for _, row := range validation {
		side[row.Position] = true
	}
	for _, row := range training {
		if side[row.Position] {
			t.Fatalf("position %s is on both sides", row.Position.ID())
		}
	}
	// The same when there are fewer of them, or in another order.
	few := slices.Clone(rows[1000:2000])
	slices.Reverse(few)
	_, fewer := Split(few, share)
	for _, row := range fewer {
		if !side[row.Position] {
			t.Errorf("position %s has changed sides", row.Position.ID())
		}
	}
	if training, validation := Split(rows, 0); len(validation) != 0 || len(training) != len(rows) {
		t.Errorf("share 0 gives %d to validate on", len(validation))
	}
	if training, _ := Split(rows, 1); len(training) != 0 {
		t.Errorf("share 1 gives %d to train on", len(training))
	}
}

// Batches meet each sample once, in another order in each epoch, the same for equal
// seeds, and may be left early.
func TestBatches(t *testing.T) {
	samples := NewSamples(must.Get(features.Lookup("perspective196"))(t), board.Backgammon, pipLabelled(70))
	wins := func(seed uint64, epoch int) (all []float32) {
		for b := range samples.Batches(32, seed, epoch) {
			for i := range b.Len() {
				all = append(all, b.Targets[i*5])
			}
		}
		return all
	}
	first := wins(1, 0)
	if !slices.Equal(wins(1, 0), first) || slices.Equal(wins(1, 1), first) || slices.Equal(wins(2, 0), first) {
		t.Error("the order does not follow from seed and epoch")
	}
	var want []float32
	for i := range samples.Len() {
		want = append(want, samples.Label(i)[0])
	}
	slices.Sort(want)
	slices.Sort(first)
	if !slices.Equal(first, want) {
		t.Errorf("%d samples in the batches, want each of %d once", len(first), len(want))
	}
	for b := range samples.Batches(32, 1, 0) {
		if b.Len() != 32 {
			t.Errorf("the first batch has %d samples, want 32", b.Len())
		}
		break
	}
}

func TestSamples(t *testing.T) {
	set := must.Get(features.Lookup("perspective196"))(t)
	rows := pipLabelled(20)
	samples := NewSamples(set, board.Backgammon, rows)
	blank := []int{0, 5, 195}
	without := samples.Without(blank)
	got, want := make([]float32, set.Len()), make([]float32, set.Len())
	for i := range rows {
		if samples.Position(i) != rows[i].Position {
			t.Errorf("position %d is %s, want %s", i, samples.Position(i).ID(), rows[i].Position.ID())
		}
		set.Extract(want, &rows[i].Position)
		if samples.Inputs(got, i); !slices.Equal(got, want) {
			t.Errorf("position %d: inputs %v, want %v", i, got, want)
		}
		if got := dense(samples, i); !slices.Equal(got, want) {
			t.Errorf("position %d: sparse inputs %v, want %v", i, got, want)
		}
		for _, k := range blank {
			want[k] = 0
		}
		if without.Inputs(got, i); !slices.Equal(got, want) {
			t.Errorf("position %d without some inputs: %v, want %v", i, got, want)
		}
		if got := dense(without, i); !slices.Equal(got, want) {
			t.Errorf("position %d without some inputs: sparse %v, want %v", i, got, want)
		}
	}
}

// dense spreads the sparse inputs of a sample.
func dense(s *Samples, i int) []float32 {
	all := make([]float32, s.Set().Len())
	idx, val := make([]int32, len(all)), make([]float32, len(all))
	var pos board.Position
	n := s.sparse(idx, val, &pos, i)
	for j := range n {
		all[idx[j]] = val[j]
	}
	return all
}

// Keys read as board.Key.Position reads them, in every variant, to the ends of
// games.
func TestPositionsOfKeys(t *testing.T) {
	for _, variant := range board.Variants() {
		source := rand.NewPCG(7, uint64(variant))
		rng, dice := rand.New(source), board.NewDice(source)
		tab := &positionRows{variant: variant}
		var want []board.Position
		for range 30 {
			pos := variant.Start()
			for ; pos.Result() == 0; want = append(want, pos) {
				if plays := board.Plays(pos, dice.Next()); len(plays) > 0 {
					pos = plays[rng.IntN(len(plays))].Result
				} else {
					pos = pos.Swap()
				}
			}
		}
		for i, pos := range want {
			tab.keys = append(tab.keys, pos.Key())
			if got := tab.position(int32(i)); got != pos {
				t.Fatalf("%v: got %v, want %v", variant, got, pos)
			}
		}
	}
}
