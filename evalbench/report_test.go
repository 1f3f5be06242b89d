package evalbench

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/internal/must"
)

// added returns the result of given pairs of games, in points for A.
func added(pairs ...[2]board.Result) *Result {
	r := &Result{NameA: "net:x", NameB: "pubeval", Seed: 7, Paired: true}
	for _, p := range pairs {
		r.add(&outcome{games: [2]Game{{Points: int(p[0]), Plies: 50}, {Points: int(p[1]), Plies: 61}}})
	}
	return r
}

// repeat returns 40 pairs: ten each of +1, +3, -1 and 0 points.
func repeat() *Result {
	var pairs [][2]board.Result
	for range 10 {
		pairs = append(pairs, [][2]board.Result{{2, -1}, {3, 0}, {1, -2}, {1, -1}}...)
	}
	r := added(pairs...)
	r.Elapsed = 2500 * time.Millisecond
	return r
}

// TestScores checks the sums by hand. Pair means are 0.5, 1.5, -0.5 and 0, ten
// times each: their mean is 0.375, the sum of squared deviations is
// 10·(0.015625 + 1.265625 + 0.765625 + 0.140625) = 21.875, over 39 it is
// 0.560897, whose root is 0.748931.
func TestScores(t *testing.T) {
	r := repeat()
	if r.A != (Wins{40, 20, 10}) || r.B != (Wins{30, 10, 0}) || r.Games != 80 || r.Unfinished != 10 || r.Pairs() != 40 {
		t.Errorf("counts %+v", r)
	}
	if want := [pairCells]int{5: 10, 6: 10, 7: 10, 9: 10}; r.PairScores != want {
		t.Errorf("pairs %v, want %v", r.PairScores, want)
	}
	ppg := r.PPG()
	margin := 2.022691 * 0.748931 / math.Sqrt(40) // Student's t, 39 degrees of freedom
	if ppg.Center != 0.375 || math.Abs(ppg.Margin()-margin) > 1e-5 || ppg.N != 40 {
		t.Errorf("points per game %+v, want 0.375 ± %.5f over 40", ppg, margin)
	}
	if math.Abs(r.SD()-0.748931) > 1e-6 {
		t.Errorf("standard deviation %v, want 0.748931", r.SD())
	}
	if r.PliesPerGame() != 55.5 || r.GamesPerSecond() != 32 {
		t.Errorf("%v plies a game, %v games a second, want 55.5 and 32", r.PliesPerGame(), r.GamesPerSecond())
	}
}

func TestText(t *testing.T) {
	const want = `A  net:x   vs   B  pubeval     seed 7, backgammon, cubeless, 80 games in 40 pairs
ppg  +375.0 ± 239.5 mEq (95 %)   pair sd 0.75   A better: 99.9 %
wins  56.25 ± 3.51 % (95 %)   Elo +43.7 (+19.1 to +68.7)
A  W 50.0 %  G 25.0 %  BG 12.5 %   B  W 37.5 %  G 12.5 %  BG 0.0 %   55.5 plies/game
warning: 10 games stopped as too long score 0
pairs -3 … +3: [0 0 0 0 0 10 10 10 0 10 0 0 0]
32 games/s   2.5s
`
	if got := repeat().Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestTextTilde marks what is not separable from 0.
func TestTextTilde(t *testing.T) {
	r := added([2]board.Result{1, 1}, [2]board.Result{-1, -1})
	const want = `A  net:x   vs   B  pubeval     seed 7, backgammon, cubeless, 4 games in 2 pairs
ppg  +0.0 ± 12706.2 mEq (95 %) ~   pair sd 1.41   A better: 50.0 %
wins  50.00 ± 635.31 % (95 %) ~   Elo +0.0 (-Inf to +Inf)
A  W 50.0 %  G 0.0 %  BG 0.0 %   B  W 50.0 %  G 0.0 %  BG 0.0 %   55.5 plies/game
warning: 2 observations are few: the interval assumes a normally distributed mean
pairs -3 … +3: [0 0 0 0 1 0 0 0 1 0 0 0 0]
0 games/s   0s
`
	if got := r.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestTextOfOnePair has neither a standard deviation nor an interval.
func TestTextOfOnePair(t *testing.T) {
	got := added([2]board.Result{1, 1}).Text()
	if !strings.Contains(got, "2 games in 1 pair\nppg  no interval   pair sd unknown   A better: unknown\n") || strings.Contains(got, "NaN") {
		t.Errorf("got\n%s", got)
	}
}

func TestJSON(t *testing.T) {
	text := must.Get(json.Marshal(repeat()))(t)
	var got map[string]any
	must.OK(t, json.Unmarshal(text, &got))
	for key, want := range map[string]any{
		"a": "net:x", "b": "pubeval", "variant": "backgammon", "seed": 7.0, "unpaired": false,
		"games": 80.0, "pairs": 40.0, "unfinished": 10.0, "ppg": 0.375, "confidence": 0.95,
		"a_wins": 40.0, "a_gammons": 20.0, "a_backgammons": 10.0,
		"b_wins": 30.0, "b_gammons": 10.0, "b_backgammons": 0.0,
		"a_win_share": 0.5, "a_gammon_share": 0.25, "a_backgammon_share": 0.125,
		"b_win_share": 0.375, "b_gammon_share": 0.125, "b_backgammon_share": 0.0,
		"plies_per_game": 55.5, "seconds": 2.5, "games_per_second": 32.0,
	} {
		if got[key] != want {
			t.Errorf("%s is %v, want %v", key, got[key], want)
		}
	}
	low, high := got["ppg_low"].(float64), got["ppg_high"].(float64)
	if math.Abs(low-0.135481) > 1e-5 || math.Abs(high-0.614519) > 1e-5 {
		t.Errorf("interval from %v to %v, want 0.13548 to 0.61452", low, high)
	}
	if cells := got["pair_scores"].([]any); len(cells) != pairCells || cells[9] != 10.0 {
		t.Errorf("pair_scores is %v", cells)
	}
}

// TestJSONUnknown writes results with too few games for an interval.
func TestJSONUnknown(t *testing.T) {
	for name, r := range map[string]*Result{
		"no games": {}, "one pair": added([2]board.Result{1, 1}), "not paired": {Games: 1, A: Wins{Wins: 1}},
	} {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got map[string]any
		must.OK(t, json.Unmarshal(text, &got))
		for _, key := range []string{"ppg_low", "ppg_high", "pair_sd", "superiority"} {
			if value, ok := got[key]; !ok || value != nil {
				t.Errorf("%s: %s is %v, want null", name, key, value)
			}
		}
		if len(r.Text()) == 0 {
			t.Errorf("%s: no text", name)
		}
	}
}
