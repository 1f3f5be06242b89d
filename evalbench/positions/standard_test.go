package positions_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/evalbench/positions"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// The shipped benchmark is as Write writes it, has the decisions of its
// description, and is small.
func TestStandard(t *testing.T) {
	set := positions.Standard()
	file := must.Get(os.ReadFile("standard.jsonl"))(t)
	if !bytes.Equal(bytesOf(t, set), file) {
		t.Error("written again the benchmark differs")
	}
	if len(file) > 250_000 || set.Variant != board.Backgammon || set.Made["model"] == "" {
		t.Errorf("%d bytes of %v by model %q", len(file), set.Variant, set.Made["model"])
	}
	count, seen := map[string]int{}, map[string]bool{}
	for i := range set.Decisions {
		d := &set.Decisions[i]
		id := d.Position.ID() + d.Roll.String()
		if seen[id] {
			t.Errorf("%s is there twice", id)
		}
		seen[id] = true
		if d.IsCube() {
			count["cube"]++
			continue
		}
		count[engine.ClassOf(&d.Position).String()]++
	}
	if want := "map[contact:140 crashed:25 cube:60 race:35]"; fmt.Sprint(count) != want {
		t.Errorf("%v, want %s", count, want)
	}
}

// The shipped benchmark ranks players by their strength.
func TestStandardRanks(t *testing.T) {
	model := must.Get(nets.LoadShipped(nets.DefaultNet))(t)
	set, static := positions.Standard(), engine.NewStatic(model, nil)
	random := player.NewRandom()
	answers := [][]positions.Judged{
		score(t, set, player.NewGreedy(static.Clone())), score(t, set, noisy(t, static, 0.05)), score(t, set, random),
	}
	for i := 1; i < len(answers); i++ {
		if d := positions.Difference(answers[i-1], answers[i], positions.Play); d.Low <= 0 {
			t.Errorf("player %d gives away %.4f [%.4f, %.4f] more than the one before, want clearly more", i+1, d.Center, d.Low, d.High)
		}
	}
}
