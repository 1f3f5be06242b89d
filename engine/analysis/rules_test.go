package analysis

import (
	"math"
	"testing"

	"gammonlab/engine/cube"
)

// Thresholds by "show analysis" of GNU Backgammon 1.07.001.
func TestMarks(t *testing.T) {
	defaults := (&Thresholds{}).complete()
	for _, tt := range []struct {
		lost float64
		want Mark
	}{
		{0, Unmarked}, {0.03, Unmarked}, {0.0301, Doubtful}, {0.06, Doubtful}, {0.0601, Bad},
		{0.12, Bad}, {0.1201, VeryBad}, {3, VeryBad},
	} {
		if got := defaults.mark(tt.lost); got != tt.want {
			t.Errorf("MarkOf(%v) = %q, want %q", tt.lost, got, tt.want)
		}
	}
	for _, tt := range []struct {
		luck float64
		want LuckMark
	}{
		{0.61, VeryLucky}, {0.6, Lucky}, {0.31, Lucky}, {0.3, Ordinary}, {0, Ordinary},
		{-0.3, Ordinary}, {-0.31, Unlucky}, {-0.6, Unlucky}, {-0.61, VeryUnlucky},
	} {
		if got := LuckMarkOf(tt.luck); got != tt.want {
			t.Errorf("LuckMarkOf(%v) = %q, want %q", tt.luck, got, tt.want)
		}
	}
}

// A player without an error in ten or more decisions counts as the judge; sums
// of rounded equities are not errors.
func TestIsJudge(t *testing.T) {
	for _, tt := range []struct {
		decisions int
		lost      float64
		want      bool
	}{
		{0, 0, false}, {9, 0, false}, {10, 0, true}, {1000, 3e-7, true}, {10, 0.0001, false}, {1000, 0.002, false},
	} {
		if got := IsJudge(tt.decisions, tt.lost); got != tt.want {
			t.Errorf("IsJudge(%d, %v) = %v", tt.decisions, tt.lost, got)
		}
	}
}

// The thresholds of error rates are those of GNU Backgammon's manual. Those of luck are
// 1.07.001's, 0.03 and 0.06; its manual has 0.02, 0.06 and 0.10. Names are as 1.07.001
// prints them.
func TestRatings(t *testing.T) {
	for _, tt := range []struct {
		rate float64
		want string
	}{
		{0, "Supernatural"}, {0.0019, "Supernatural"}, {0.002, "World class"}, {0.0079, "Expert"},
		{0.008, "Advanced"}, {0.0254, "Casual player"}, {0.028, "Beginner"}, {0.035, "Awful!"}, {math.NaN(), NoRating},
	} {
		if got := ratingOf(tt.rate); got != tt.want {
			t.Errorf("RatingOf(%v) = %q, want %q", tt.rate, got, tt.want)
		}
	}
	for _, tt := range []struct {
		rate float64
		want string
	}{
		{0.075, "Go to Las Vegas"}, {0.031, "Good dice, man!"}, {0.03, "None"}, {-0.0196, "None"},
		{-0.031, "Bad dice, man!"}, {-0.0675, "Go to bed"},
	} {
		if got := luckRatingOf(tt.rate); got != tt.want {
			t.Errorf("LuckRatingOf(%v) = %q, want %q", tt.rate, got, tt.want)
		}
	}
}

// TestFewDecisions: a player with fewer than ten decisions has no rating, and a sentence says
// why; so has the luck of fewer than ten rolls.
func TestFewDecisions(t *testing.T) {
	for _, c := range []struct {
		decisions int
		lost      float64 // in each
		rating    string
		note      string
	}{
		{0, 0, NoRating, ""},
		{1, 0, NoRating, "Ann made the judge's own choice in each of 1 decision: too few to tell it from the judge, and for a rating"},
		{9, 0, NoRating, "Ann made the judge's own choice in each of 9 decisions: too few to tell it from the judge, and for a rating"},
		{9, 0.01, NoRating, "Ann made 9 decisions: too few for a rating"},
		{10, 0, "Supernatural", "Ann made the judge's own choice in each of 10 decisions and is taken to be the judge, " +
			"who finds no errors in its own play: judge by another model, or by more plies"},
		{10, 0.01, "Advanced", ""},
	} {
		var s Statistics
		for range c.decisions {
			s.addDecisions([]*Decision{{Kind: Play, Played: &Played{Legal: 3}, Luck: &Luck{}, Error: Amount{Equity: c.lost}}})
		}
		s.finish()
		p := &s[0]
		if p.Plays.Rating != c.rating || p.Overall.Rating != c.rating || p.Cube.Rating != NoRating {
			t.Errorf("%d decisions: rated %s and %s, cube %s, want %s", c.decisions, p.Plays.Rating, p.Overall.Rating, p.Cube.Rating, c.rating)
		}
		if luck := map[bool]string{false: NoRating, true: "None"}[c.decisions >= FewestRated]; p.Luck.Rating != luck {
			t.Errorf("%d rolls: luck %s, want %s", c.decisions, p.Luck.Rating, luck)
		}
		if got := Note("Ann", c.decisions, p.Overall.Error.Equity); got != c.note {
			t.Errorf("%d decisions: %q, want %q", c.decisions, got, c.note)
		}
	}
}

// TestDeviation checks the spread of errors, which is that of unforced plays and
// of close or actual cube decisions.
func TestDeviation(t *testing.T) {
	move := func(legal int, lost float64) *Decision {
		return &Decision{Kind: Play, Played: &Played{Legal: legal}, Luck: &Luck{}, Error: Amount{Equity: lost}}
	}
	turn := func(close bool, lost float64) *Decision {
		d := &Decision{Kind: Double, Cube: &Cube{Close: close}, Error: Amount{Equity: lost}}
		d.Verdict = new(cube.Verdict)
		return d
	}
	one := []*Decision{move(3, 0.1), move(1, 0), move(2, 0.3), turn(true, 0.2), turn(false, 0)}
	two := []*Decision{move(9, 0.2), turn(true, 0.4)}
	var game, all Statistics
	game.addDecisions(one)
	all.add(&game)
	game = Statistics{}
	game.addDecisions(two)
	all.add(&game)
	game.finish()
	all.finish()
	for _, tt := range []struct {
		got  *float64
		want float64
	}{
		{all[0].Plays.Deviation, 0.1}, {all[0].Cube.Deviation, 0.1 * math.Sqrt2},
	} {
		if tt.got == nil || math.Abs(*tt.got-tt.want) > 1e-12 {
			t.Errorf("deviation %v, want %v", tt.got, tt.want)
		}
	}
	if game[0].Plays.Deviation != nil || all[1].Cube.Deviation != nil {
		t.Error("a deviation of fewer than two decisions")
	}
}

// TestAdvantage takes six games of a session that GNU Backgammon 1.07.001 gives
// +1.333 points a game, with an interval of 2.564 on either side.
func TestAdvantage(t *testing.T) {
	results := []float64{1, -4, 1, 2, 2, 6}
	for p, sign := range []float64{1, -1} {
		a := advantage(results, p)
		if math.Abs(a.Mean-sign*1.3333) > 1e-4 || math.Abs(a.Interval-2.5638) > 1e-4 {
			t.Errorf("player %d: %+v", p, a)
		}
	}
}
