package supervised

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

func TestLoss(t *testing.T) {
	start := board.Backgammon.Start()
	bearoff := board.Position{
		Own: board.Side{1: 2, board.Off: 13},
		Opp: board.Side{1: 2, board.Off: 13},
	}
	for _, c := range []struct {
		name          string
		pos           board.Position
		answer, label engine.Probabilities
		divergence    float64
		equity        float64
	}{
		{"right", start, engine.Probabilities{0.5, 0.2, 0.1, 0.2, 0.1}, engine.Probabilities{0.5, 0.2, 0.1, 0.2, 0.1}, 0, 0},
		{"certain and right", start, engine.Probabilities{1}, engine.Probabilities{1}, 0, 0},
		// 0.5·ln(0.5/0.25) + 0.5·ln(0.5/0.75), and 2·0.25 points.
		{"win", start, engine.Probabilities{0.25}, engine.Probabilities{0.5}, 0.5*math.Log(2) + 0.5*math.Log(2.0/3), 500},
		// Wins as labelled, gammons not at all.
		{"gammon", start, engine.Probabilities{0.5}, engine.Probabilities{0.5, 0.5}, 0.5*math.Log(0.5/1e-7) + 0.5*math.Log(0.5), 500},
		{"certain and wrong", start, engine.Probabilities{0}, engine.Probabilities{1}, math.Log(1e7), 2000},
		{"gammons ruled out", bearoff, engine.Probabilities{0.5, 0.3, 0.2, 0.4, 0.1}, engine.Probabilities{0.5}, 0, 0},
	} {
		var loss Loss
		loss.Add(c.answer, &c.pos, &c.label)
		// float32 has seven digits, of which 1-p of a small p loses some.
		if got := loss.Divergence(); math.Abs(got-c.divergence) > 1e-5 {
			t.Errorf("%s: divergence %v, want %v", c.name, got, c.divergence)
		}
		if got := loss.Equity(); math.Abs(got-c.equity) > 1e-3 {
			t.Errorf("%s: equity %v mEq, want %v", c.name, got, c.equity)
		}
	}
}

func TestLossMerges(t *testing.T) {
	rows := pipLabelled(10)
	var whole, first, second Loss
	for i := range rows {
		answer := engine.Probabilities{float32(i) / 10}
		whole.Add(answer, &rows[i].Position, &rows[i].Probabilities)
		if part := &first; i < 4 {
			part.Add(answer, &rows[i].Position, &rows[i].Probabilities)
		} else {
			second.Add(answer, &rows[i].Position, &rows[i].Probabilities)
		}
	}
	first.Merge(second)
	if first.Positions() != 10 || math.Abs(first.Divergence()-whole.Divergence()) > 1e-12 ||
		math.Abs(first.Equity()-whole.Equity()) > 1e-9 {
		t.Errorf("merged %v, want %v", first, whole)
	}
}

// The loss of a net is that of its answers one by one, for any size of batches
// and number of workers.
func TestMeasure(t *testing.T) {
	set := must.Get(features.Lookup("perspective196"))(t)
	net := must.Get(nets.NewRandom(nets.NewSpec(set, nets.Sigmoid, 8), 1))(t)
	rows := pipLabelled(2*measureChunk + measureRows + 7)
	var want Loss
	pass := net.NewPass(1)
	for i := range rows {
		set.Extract(pass.Input(0), &rows[i].Position)
		pass.Forward(1)
		want.Add(engine.Probabilities(*pass.Output(0)), &rows[i].Position, &rows[i].Probabilities)
	}
	samples := NewSamples(set, board.Backgammon, rows)
	got := Measure(net, samples)
	// Sums of thousands of terms in another order.
	if got.Positions() != want.Positions() || math.Abs(got.Divergence()/want.Divergence()-1) > 1e-9 || got.worst != want.worst {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, workers := range []int{2, 5} {
		losses, _, err := measure(t.Context(), net, samples, nil, workers)
		if err != nil || losses.total() != got {
			t.Errorf("%d workers: %v, %v, want %v", workers, losses.total(), err, got)
		}
	}
}
