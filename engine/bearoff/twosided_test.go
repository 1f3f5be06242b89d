package bearoff_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/bearofftest"
	"gammonlab/internal/must"
)

// The manual of gnubg has this position as its example of a two-sided database;
// the equities are what bearoffdump prints.
func TestManualExampleTwoSided(t *testing.T) {
	d := openTwoSided(t, bearofftest.NeedFile(t, bearofftest.TwoSided))
	pos := must.Get(board.ParseID("CgAAEAEAAAAAAA", board.Backgammon))(t)
	want := [4]float64{bearoff.Cubeless: 0.3422, bearoff.Owned: 0.3441, bearoff.Centred: 0.1605, bearoff.OppOwned: 0.1605}
	got := d.Equities(&pos)
	for i := range want {
		if math.Abs(float64(got[i])-want[i]) > 5e-5 {
			t.Errorf("equities %.4f, want %.4f", got, want)
		}
	}
	if win := got[bearoff.Cubeless]/2 + 0.5; math.Abs(float64(win)-0.671) > 5e-4 {
		t.Errorf("chance to win %v, want 0.671", win)
	}
}

// Words of the database of 2 checkers on 6 points; that of 6 has them too.
func TestTwoSidedWords(t *testing.T) {
	d := openTwoSided(t, bearofftest.NeedFile(t, bearofftest.TwoSided))
	if !d.Cubeful() || d.Points() != 6 || d.Checkers() != 6 {
		t.Fatalf("header %+v", d.Header())
	}
	for _, c := range []struct {
		own, opp board.Side
		want     [4]float32
	}{
		{bearofftest.OnBoard(1), bearofftest.OnBoard(1), [4]float32{65535, 65535, 65535, 65535}},
		{bearofftest.OnBoard(0, 0, 0, 0, 0, 1), bearofftest.OnBoard(0, 0, 0, 0, 0, 1), [4]float32{53247, 53247, 49151, 49151}},
		{bearofftest.OnBoard(0, 0, 1, 0, 0, 1), bearofftest.OnBoard(0, 0, 1, 0, 0, 1), [4]float32{50955, 52386, 52386, 50889}},
		{bearofftest.OnBoard(0, 0, 0, 0, 0, 2), bearofftest.OnBoard(0, 0, 0, 0, 0, 2), [4]float32{49445, 53140, 52530, 48516}},
		{bearofftest.OnBoard(0, 0, 1, 0, 1), bearofftest.OnBoard(1, 0, 0, 1), [4]float32{33115, 33273, 25486, 25486}},
	} {
		got := d.Equities(&board.Position{Own: c.own, Opp: c.opp})
		for i := range c.want {
			if want := c.want[i]/32767.5 - 1; got[i] != want {
				t.Errorf("%v against %v: equity %d is %v, want %v", c.own, c.opp, i, got[i], want)
			}
		}
	}
}

func TestCoversTwoSided(t *testing.T) {
	d := openTwoSided(t, bearofftest.NeedFile(t, bearofftest.TwoSided))
	for _, c := range []struct {
		own, opp board.Side
		want     bool
	}{
		{bearofftest.OnBoard(1), bearofftest.OnBoard(0, 0, 0, 0, 0, 6), true},
		{bearofftest.OnBoard(), bearofftest.OnBoard(1), false},
		{bearofftest.OnBoard(1), bearofftest.OnBoard(), false},
		{bearofftest.OnBoard(7), bearofftest.OnBoard(1), false},
		{bearofftest.OnBoard(1), bearofftest.OnBoard(0, 0, 0, 0, 0, 0, 1), false},
	} {
		if got := d.Covers(&board.Position{Own: c.own, Opp: c.opp}); got != c.want {
			t.Errorf("%v against %v: covered %v, want %v", c.own, c.opp, got, c.want)
		}
	}
}

func TestTwoSidedLookupsDoNotAllocate(t *testing.T) {
	d := openTwoSided(t, bearofftest.NeedFile(t, bearofftest.TwoSided))
	pos := board.Position{Own: bearofftest.OnBoard(1, 2, 1), Opp: bearofftest.OnBoard(3, 0, 1)}
	if n := testing.AllocsPerRun(10, func() {
		d.Covers(&pos)
		d.Equities(&pos)
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkEquities(b *testing.B) {
	d := openTwoSided(b, bearofftest.NeedFile(b, bearofftest.TwoSided))
	rng := rand.New(rand.NewPCG(1, 3))
	positions := make([]board.Position, 1024)
	for i := range positions {
		positions[i] = board.Position{Own: bearofftest.RandomSide(rng, 6, 6), Opp: bearofftest.RandomSide(rng, 6, 6)}
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		d.Equities(&positions[i&1023])
		i++
	}
}
