package profile

import (
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/internal/must"
)

// rowOf returns the key of the row that a decision belongs to, "" for none.
func rowOf(t *testing.T, from *table, d *decision) string {
	t.Helper()
	rows := from.of(d)
	if len(rows) > 1 {
		t.Fatalf("%s: %d rows", from.key, len(rows))
	}
	if len(rows) == 0 {
		return ""
	}
	return from.rows[rows[0]].key
}

// at returns a play in a position.
func at(pos board.Position, rolls int) *decision {
	return &decision{&analysis.Decision{Decision: advice.Decision{Position: pos}}, engine.ClassOf(&pos), rolls}
}

// position returns a board of checkers by point, the player's and the opponent's, each
// seen by themselves. The others are off.
func position(own, opp map[int]int) board.Position {
	var p board.Position
	for i, side := range []*board.Side{&p.Own, &p.Opp} {
		left := board.MaxCheckers
		for point, n := range []map[int]int{own, opp}[i] {
			side[point] = uint8(n)
			left -= n
		}
		side[board.Off] = uint8(left)
	}
	return p
}

func TestPhases(t *testing.T) {
	start := board.Backgammon.Start()
	home := map[int]int{6: 5, 5: 5, 4: 5}
	race := position(map[int]int{8: 5, 6: 10}, home)
	crashed := position(map[int]int{24: 2, 2: 6, 1: 7}, map[int]int{13: 5, 6: 10})
	answer := at(race, openingRolls)
	answer.Kind = analysis.Answer
	for _, tt := range []struct {
		name string
		d    *decision
		want string
	}{
		{"the first roll", at(start, 0), "opening"},
		{"the sixth roll", at(start, 5), "opening"},
		{"the seventh roll", at(start, 6), "contact"},
		{"crashed", at(crashed, 6), "crashed"},
		{"race", at(race, 6), "race"},
		{"bearing off", at(position(home, map[int]int{8: 5, 6: 10}), 6), "bearoff"},
		{"the opponent, who answers, bears off", answer, "bearoff"},
	} {
		if got := rowOf(t, &phases, tt.d); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestKinds(t *testing.T) {
	for i, k := range board.Kinds() {
		if kinds.rows[i].key != string(k) {
			t.Errorf("row %d is %s, want %s", i, kinds.rows[i].key, k)
		}
	}
	d := at(position(map[int]int{24: 2, 23: 2, 6: 11}, map[int]int{13: 5, 6: 10}), 9)
	if got := kinds.of(d); !slices.Equal(got, []int{0}) {
		t.Errorf("a back game is of the kinds %v", got)
	}
	if got := kinds.of(at(board.Backgammon.Start(), 0)); len(got) != 1 || kinds.rows[got[0]].key != "opening" {
		t.Errorf("the start is of the kinds %v", got)
	}
}

func TestChoices(t *testing.T) {
	for want, d := range map[string]*analysis.Decision{
		"play":      {Kind: analysis.Play},
		"no_double": {Kind: analysis.Double, Cube: &analysis.Cube{}},
		"double":    {Kind: analysis.Double, Cube: &analysis.Cube{DoubledOrTaken: true}},
		"take":      {Kind: analysis.Answer, Cube: &analysis.Cube{DoubledOrTaken: true}},
		"pass":      {Kind: analysis.Answer, Cube: &analysis.Cube{}},
	} {
		if got := rowOf(t, &choices, &decision{Decision: d}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestScores(t *testing.T) {
	for _, tt := range []struct {
		length, own, opp, cube int
		crawford               bool
		want                   string
	}{
		{0, 0, 0, 1, false, "money"},
		{7, 6, 6, 1, false, "dmp"},
		{7, 3, 3, 4, false, "dmp"}, // the cube is dead on both sides
		{1, 0, 0, 1, false, "dmp"},
		{7, 5, 6, 1, true, "gammon_go"},
		{7, 3, 6, 2, false, "gammon_go"}, // 4 away and a cube of 2
		{7, 6, 5, 1, true, "gammon_save"},
		{7, 6, 3, 1, true, "crawford"},
		{7, 3, 6, 1, true, "crawford"},
		{7, 2, 6, 1, false, "post_crawford"},
		{7, 6, 4, 1, false, "post_crawford"},
		{7, 0, 0, 1, false, "other"},
		{7, 5, 3, 2, false, "gammon_save"}, // 2 away and 4 away
		{7, 5, 2, 2, false, "other"},       // a gammon of the opponent is not enough
	} {
		for _, player := range []board.Player{board.PlayerO, board.PlayerX} {
			d := &analysis.Decision{Player: player}
			d.Match.Length, d.Match.Cube, d.Match.Crawford = tt.length, tt.cube, tt.crawford
			d.Match.Score[player], d.Match.Score[player.Opponent()] = tt.own, tt.opp
			if got := rowOf(t, &scores, &decision{Decision: d}); got != tt.want {
				t.Errorf("%+v: %q, want %q", tt, got, tt.want)
			}
		}
	}
}

// TestBlots plays 31 from the start by all plays: 8/5 6/5 leaves no blot, 24/23 13/10
// three.
func TestBlots(t *testing.T) {
	start := board.Backgammon.Start()
	var gen board.Generator
	roll := must.Get(board.ParseRoll("31"))(t)
	find := func(text string) advice.Choice {
		for _, p := range gen.Plays(&start, roll) {
			if board.FormatPlay(start, p) == text {
				return advice.Choice{Play: p}
			}
		}
		t.Fatalf("no play %s", text)
		return advice.Choice{}
	}
	for _, tt := range []struct{ best, made, want string }{
		{"8/5 6/5", "24/23 13/10", "more"},
		{"24/23 13/10", "8/5 6/5", "fewer"},
		{"24/23 13/10", "24/21 6/5", "same"}, // 24, 23, 10; 24, 21, 5
	} {
		d := at(start, 6)
		d.Error.Equity = 0.1
		d.Played, d.Moves = &analysis.Played{Legal: 16, Index: 1}, []advice.Choice{find(tt.best), find(tt.made)}
		if got := rowOf(t, &blots, d); got != tt.want {
			t.Errorf("%s for %s: %q, want %q; %d and %d blots", tt.made, tt.best, got, tt.want,
				blotsAfter(&d.Moves[1].Play), blotsAfter(&d.Moves[0].Play))
		}
		if d.Error.Equity = 0; rowOf(t, &blots, d) != "" {
			t.Errorf("%s is no error, but counts", tt.made)
		}
	}
}

func TestWindows(t *testing.T) {
	for fault, want := range map[advice.Fault]string{
		advice.NoFault: "", advice.MissedDouble: "missed_double", advice.MissedCash: "missed_cash", advice.WrongDouble: "early_double",
		advice.LostGammon: "too_good", advice.WrongTake: "wrong_take", advice.WrongPass: "wrong_pass",
	} {
		d := &decision{Decision: &analysis.Decision{Kind: analysis.Double, Cube: &analysis.Cube{Fault: fault}}}
		if got := rowOf(t, &windows, d); got != want {
			t.Errorf("%v: %q, want %q", fault, got, want)
		}
	}
	if got := rowOf(t, &windows, at(board.Backgammon.Start(), 0)); got != "" {
		t.Errorf("a play: %q", got)
	}
}

func TestCounts(t *testing.T) {
	for _, tt := range []struct {
		d    analysis.Decision
		want bool
	}{
		{analysis.Decision{Kind: analysis.Play}, false},
		{analysis.Decision{Kind: analysis.Play, Played: &analysis.Played{Legal: 1}}, false},
		{analysis.Decision{Kind: analysis.Play, Played: &analysis.Played{Legal: 2}}, true},
		{analysis.Decision{Kind: analysis.Double, Cube: &analysis.Cube{}}, false},
		{analysis.Decision{Kind: analysis.Double, Cube: &analysis.Cube{Close: true}}, true},
		{analysis.Decision{Kind: analysis.Double, Cube: &analysis.Cube{DoubledOrTaken: true}}, true},
		{analysis.Decision{Kind: analysis.Answer, Cube: &analysis.Cube{}}, true},
	} {
		if got := counts(&tt.d); got != tt.want {
			t.Errorf("%+v: %v", tt.d, got)
		}
	}
}
