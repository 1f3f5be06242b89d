package cube_test

import (
	"bytes"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/internal/must"
)

// TestEncodeMET checks that tables are unchanged, to the bit, after writing and
// reading.
func TestEncodeMET(t *testing.T) {
	for _, m := range []*cube.MET{mustMET(t, cube.METs()[0]), cube.NewMec(cube.Mec{GammonRate: 0.26, WinRate: 0.43, FreeDrop2: 0.015, FreeDrop4: 0.004})} {
		data := must.Get(m.Encode())(t)
		again := must.Get(cube.DecodeMET(data))(t)
		if again.Name() != m.Name() || !bytes.Equal(must.Get(again.Encode())(t), data) {
			t.Errorf("%s comes back as another table", m.Name())
		}
		for own := 1; own <= maxAway; own++ {
			for opp := 1; opp <= maxAway; opp++ {
				if again.PreCrawford(board.PlayerX, own, opp) != m.PreCrawford(board.PlayerX, own, opp) {
					t.Fatalf("%s: another chance at %d-away, %d-away", m.Name(), own, opp)
				}
			}
			if again.PostCrawford(board.PlayerX, own) != m.PostCrawford(board.PlayerX, own) {
				t.Fatalf("%s: another chance at %d-away after the Crawford game", m.Name(), own)
			}
		}
	}
}

func TestDecodeMETRefuses(t *testing.T) {
	good := string(must.Get(mustMET(t, cube.METs()[0]).Encode())(t))
	for text, want := range map[string]string{
		"":                                     "the JSON text is empty",
		good + good:                            "more follows",
		good[:1] + `"author":1,` + good[1:]:    `unknown field "author"`,
		strings.Replace(good, "[0.", "[3.", 1): "the parameters make a chance of 3.",
		strings.Replace(good, "[[", "[[1,", 1): "not written by this program",
	} {
		must.Fail(t, must.Err(cube.DecodeMET([]byte(text))), want, text[:min(len(text), 40)])
	}
}
