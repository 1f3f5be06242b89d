package supervised

import (
	"math"
	"slices"
	"testing"

	"gammonlab/board"
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

func TestSamples(t *testing.T) {
	set := setNamed(t, "perspective196")
	rows := pipLabelled(20)
	samples := NewSamples(set, rows)
	without := samples.Without([]int{0, 5, 195})
	got, want := make([]float32, set.Len()), make([]float32, set.Len())
	for i := range rows {
		set.Extract(want, &rows[i].Position)
		if samples.Inputs(got, i); !slices.Equal(got, want) {
			t.Errorf("position %d: inputs %v, want %v", i, got, want)
		}
		want[0], want[5], want[195] = 0, 0, 0
		if without.Inputs(got, i); !slices.Equal(got, want) {
			t.Errorf("position %d without some inputs: %v, want %v", i, got, want)
		}
	}
}
