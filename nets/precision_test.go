package nets_test

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

// TestInt16 compares the equities of the shipped nets in Int16 with those in Float32, on
// positions from games of random plays. The errors of 16 bits are far below those of the
// nets; their mean must not differ from zero.
func TestInt16(t *testing.T) {
	positions := randomPositions(2000)
	for _, name := range []string{"default", "large"} {
		model := must.Get(nets.LoadShipped(name))(t)
		fixed := model.In(nets.Int16)
		for _, part := range []nets.Part{nets.Contact, nets.Race} {
			want := equities(model.Net(part), positions, len(positions))
			got := equities(fixed.Net(part), positions, len(positions))
			sum, squares := 0.0, 0.0
			for i := range got {
				miss := got[i] - want[i]
				sum += miss
				squares += miss * miss
			}
			n := float64(len(got))
			if rms, mean := math.Sqrt(squares/n), sum/n; rms == 0 || rms > 0.0005 || math.Abs(mean) > 0.0001 {
				t.Errorf("%s, %s: the equities differ by %.6f RMS, %.6f on average", name, part, rms, mean)
			}
			if alone := equities(fixed.Net(part), positions[:50], 1); !equal(alone, got[:50]) {
				t.Errorf("%s, %s: other equities alone than in a batch", name, part)
			}
		}
	}
}

// TestPrecisionInFile encodes and decodes a model: it evaluates in the same precision, and the
// precision Float32 gives the file of a model without a precision.
func TestPrecisionInFile(t *testing.T) {
	model := must.Get(nets.LoadShipped("default"))(t)
	fixed := model.In(nets.Int16)
	again := must.Get(nets.Decode(must.Get(fixed.Encode())(t)))(t)
	positions := randomPositions(100)
	want := equities(fixed.Net(nets.Contact), positions, len(positions))
	if got := equities(again.Net(nets.Contact), positions, len(positions)); again.Precision != nets.Int16 || !equal(got, want) {
		t.Errorf("precision %q after decoding, or other equities", again.Precision)
	}
	if equal(want, equities(model.Net(nets.Contact), positions, len(positions))) {
		t.Error("the precision changes nothing")
	}
	if got, want := must.Get(again.In(nets.Float32).Digest())(t), must.Get(model.Digest())(t); got != want {
		t.Errorf("digest %s back in float32, want %s", got, want)
	}
	if _, err := nets.ParsePrecision("int8"); err == nil {
		t.Error("int8 is a precision")
	}
}

func equal(a, b []float64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// randomPositions returns positions from games of random plays.
func randomPositions(n int) []board.Position {
	rng := seed.Stream(1, 0)
	dice := board.NewDice(rng)
	var generator board.Generator
	var positions []board.Position
	for pos := board.Backgammon.Start(); len(positions) < n; {
		roll, _ := dice.Roll() // dice from a stream of random numbers do not end
		switch plays := generator.Plays(&pos, roll); {
		case pos.Result() != 0:
			pos = board.Backgammon.Start()
		case len(plays) == 0:
			pos = pos.Swap()
		default:
			positions = append(positions, pos)
			pos = plays[int(rng.Uint64()%uint64(len(plays)))].Result
		}
	}
	return positions
}

// equities evaluates positions in batches of a size.
func equities(net *nets.Net, positions []board.Position, rows int) []float64 {
	pass := net.NewPass(rows)
	var all []float64
	for from := 0; from < len(positions); from += rows {
		batch := positions[from:min(from+rows, len(positions))]
		for i := range batch {
			net.Set().Extract(pass.Input(i), &batch[i])
		}
		pass.Forward(len(batch))
		for i := range batch {
			o := pass.Output(i)
			all = append(all, float64(2*o[0]-1+o[1]+o[2]-o[3]-o[4]))
		}
	}
	return all
}
