package supervised_test

import (
	"bytes"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/supervised"
)

// fewSamples returns samples of hypergammon and their encoding.
func fewSamples(t testing.TB) (*supervised.Samples, []byte) {
	start := board.Hypergammon3.Start()
	rows := []datasets.Row{{Position: start, Probabilities: engine.Probabilities{0.5, 0.25, 0.125, 0.2, 0.1}}}
	for _, p := range board.Plays(start, board.Roll{3, 1}) {
		rows = append(rows, datasets.Row{Position: p.Result, Probabilities: engine.Probabilities{1.0 / 3, 0.3}})
	}
	s := supervised.NewSamples(must.Get(features.Lookup("perspective196"))(t), board.Hypergammon3, rows)
	return s, must.Get(s.Encode())(t)
}

func TestEncodeSamples(t *testing.T) {
	s, data := fewSamples(t)
	again := must.Get(supervised.DecodeSamples(s.Set(), data))(t)
	if again.Len() != s.Len() || !bytes.Equal(must.Get(again.Encode())(t), data) {
		t.Fatalf("%d samples became %d others", s.Len(), again.Len())
	}
	for i := range s.Len() {
		if again.Position(i) != s.Position(i) || *again.Label(i) != *s.Label(i) {
			t.Errorf("sample %d: %v %v, want %v %v", i, again.Position(i), again.Label(i), s.Position(i), s.Label(i))
		}
	}
}

func TestDecodeSamplesRefuses(t *testing.T) {
	s, good := fewSamples(t)
	head := bytes.IndexByte(good, '\n') + 1
	over := board.Position{}
	over.Own[board.Off], over.Opp[1], over.Opp[board.Off] = 3, 1, 2
	key := over.Key()
	for _, c := range []struct {
		at   int
		by   []byte
		want string
	}{
		{0, []byte("x"), "samples begin with"},
		{head - 2, []byte("9"), `unknown variant "hypergammon9"`},
		{head, bytes.Repeat([]byte{0xff}, 10), "sample 1: "},
		{head, key[:], "is over"},
		{head + 10, []byte{0, 0, 0xc0, 0x7f}, "sample 1: win is NaN"},
		{head + 10 + 4, []byte{0, 0, 0x80, 0x3f}, "out of order"},
	} {
		bad := slices.Clone(good)
		copy(bad[c.at:], c.by)
		must.Fail(t, must.Err(supervised.DecodeSamples(s.Set(), bad)), c.want, c.by)
	}
	must.Fail(t, must.Err(supervised.DecodeSamples(s.Set(), good[:len(good)-1])), "want 30 each")
}

// Decoded samples have the same encoding.
func FuzzDecodeSamples(f *testing.F) {
	s, good := fewSamples(f)
	f.Add(good)
	f.Add([]byte("gammonlab samples 1 backgammon\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		again, err := supervised.DecodeSamples(s.Set(), data)
		if err == nil && !bytes.Equal(must.Get(again.Encode())(t), data) {
			t.Errorf("%x became %x", data, must.Get(again.Encode())(t))
		}
	})
}
