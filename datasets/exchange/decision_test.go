package exchange_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets/exchange"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// decisions returns those of handmade.bm: 31, 65 without interest, 13.
func decisions(t testing.TB) []exchange.Decision {
	t.Helper()
	all, err := exchange.ReadDecisions(exchange.NewBMReader(strings.NewReader(testFile(t, "handmade.bm")), "data", board.Backgammon))
	must.OK(t, err)
	if len(all) != 3 {
		t.Fatalf("%d decisions, want 3", len(all))
	}
	return all
}

func TestDecisions(t *testing.T) {
	all := decisions(t)
	d := all[0]
	if d.Position != board.Backgammon.Start() || d.Roll != (board.Roll{3, 1}) || d.Equity != 0.1595 {
		t.Errorf("got %v with %v, equity %v", d.Position.ID(), d.Roll, d.Equity)
	}
	for i, want := range []struct {
		loss   float64
		rolled bool
		win    float32
	}{{0, true, 0.448}, {0.152, true, 0.497}, {0.1615, true, 0.501}, {0.21, false, 0}} {
		m := d.Moves[i]
		if m.Loss != want.loss || m.Rolled != want.rolled || m.Probabilities[engine.Win] != want.win {
			t.Errorf("play %d: got %+v, want %v", i+1, m, want)
		}
	}
	for i, want := range []bool{true, false, true} {
		if got := all[i].Interesting(); got != want {
			t.Errorf("decision %d: interesting %v, want %v", i+1, got, want)
		}
	}
	// Rollouts before another decision do not belong to this one; those after
	// "r" do.
	if last := all[2]; last.Moves[0].Rolled || !last.Moves[1].Rolled {
		t.Errorf("the last decision has rolled out %v and %v, want only the second play", last.Moves[0].Rolled, last.Moves[1].Rolled)
	}
}

// choosing returns a chooser that makes the given plays one after the other.
func choosing(t *testing.T, texts ...string) func(*board.Position, []board.Play) (int, error) {
	return func(pos *board.Position, plays []board.Play) (int, error) {
		want := texts[0]
		texts = texts[1:]
		for i := range plays {
			if board.FormatPlay(*pos, plays[i]) == want {
				return i, nil
			}
		}
		t.Fatalf("no play %s", want)
		return 0, nil
	}
}

func TestScore(t *testing.T) {
	for _, c := range []struct {
		name        string
		plays       []string
		errors, out int
		mean        float64
	}{
		{"best", []string{"8/5 6/5", "8/5 6/5"}, 0, 0, 0},
		{"listed", []string{"13/9", "24/23 13/10"}, 2, 0, (0.21 + 0.15) / 2},
		{"not listed", []string{"6/2", "6/2"}, 2, 2, (0.21 + 0.15) / 2},
		{"one of each", []string{"8/5 6/5", "6/2"}, 1, 1, 0.075},
	} {
		s := must.Get(exchange.Score(decisions(t), choosing(t, c.plays...)))(t)
		if s.Decisions != 2 || s.Dull != 1 || s.Errors != c.errors || s.Out != c.out {
			t.Errorf("%s: got %+v, want %+v", c.name, s, c)
		}
		if got := s.Mean(); math.Abs(got-c.mean) > 1e-12 {
			t.Errorf("%s: mean %v, want %v", c.name, got, c.mean)
		}
	}
}

func TestScoreOfNothing(t *testing.T) {
	s, err := exchange.Score(nil, nil)
	if err != nil || s.Mean() != 0 {
		t.Errorf("got mean %v, %v", s.Mean(), err)
	}
}

func TestScoreFails(t *testing.T) {
	failure := errors.New("no idea")
	_, err := exchange.Score(decisions(t), func(*board.Position, []board.Play) (int, error) { return 0, failure })
	if !errors.Is(err, failure) {
		t.Errorf("got %v, want %v", err, failure)
	}
}

func ExampleScore() {
	file := strings.NewReader(`r 1
m OAHDPAABDAOAHDPAABDA 3 1 LAGHPAABDAOAHDPAABDA 0.16 OAHDOBABDAOAHDPAABDA 0.21
`)
	decisions, err := exchange.ReadDecisions(exchange.NewBMReader(file, "opening.bm", board.Backgammon))
	if err != nil {
		fmt.Println(err)
		return
	}
	first := func(*board.Position, []board.Play) (int, error) { return 0, nil }
	s, err := exchange.Score(decisions, first)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.0f mEq lost a decision, %d of %d not listed\n", 1000*s.Mean(), s.Out, s.Decisions)
	// Output: 210 mEq lost a decision, 1 of 1 not listed
}
