package engine_test

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
)

func TestRankBeginsWithBest(t *testing.T) {
	static := enginetest.RandomStatic(t, 20, 1)
	pos := board.Backgammon.Start()
	for _, roll := range board.Rolls {
		plays := board.Plays(pos, roll)
		ranked := static.Rank(&pos, plays)
		if len(ranked) != len(plays) {
			t.Fatalf("%v: %d candidates for %d plays", roll, len(ranked), len(plays))
		}
		best, worth := static.Best(&pos, plays)
		if ranked[0].Play.Result != plays[best].Result || ranked[0].Probabilities != worth {
			t.Errorf("%v: the first candidate is not what Best chooses", roll)
		}
		for i, c := range ranked {
			if i > 0 && c.Equity > ranked[i-1].Equity {
				t.Errorf("%v: candidate %d is better than the one before it", roll, i)
			}
			if got := c.Probabilities.Equity(); math.Abs(float64(got-c.Equity)) > 1e-6 {
				t.Errorf("%v: candidate %d: equity %v, its probabilities give %v", roll, i, c.Equity, got)
			}
		}
	}
}
