package search_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
)

// approximate is how far the values of a search may be from those of gnubg as
// Debian builds it: its approximate reciprocals make about 2e-5 in a static
// answer, rarely more than 1e-4.
const approximate = 1e-4

// TestStartIsGnubgs has the values that gnubg 1.07.001 gives, with pruning.
func TestStartIsGnubgs(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	for plies, want := range map[int]engine.Probabilities{
		1: {0.526555, 0.147975, 0.008536, 0.128527, 0.004866},
		2: {0.525342, 0.149280, 0.006834, 0.125660, 0.005344},
	} {
		s := newSearcher(t, static.Clone(), search.Options{Depth: search.Depth{Plies: plies}})
		got := evaluateOne(s, board.Backgammon.Start())
		if distance(got, want) > approximate {
			t.Errorf("%d plies: %v, want %v", plies, got, want)
		}
	}
}

// TestManualsFilter ranks the plays of an opening 42, as an example in gnubg's
// manual. There, with the cube, these four plays go to 2 plies. Without the
// cube the differences are smaller and more plays do, but these four are the
// first.
func TestManualsFilter(t *testing.T) {
	pos, roll := board.Backgammon.Start(), board.Roll{4, 2}
	s := newSearcher(t, enginetest.GnubgStatic(t), search.Options{Depth: search.Depth{Plies: 2, Filter: search.Normal()}})
	ranked := must.Get(s.Rank(t.Context(), &pos, board.Plays(pos, roll)))(t)
	var got []string
	for _, c := range ranked[:4] {
		got = append(got, board.FormatPlay(pos, c.Play))
		if c.Plies != 2 {
			t.Errorf("%s goes to %d plies", got[len(got)-1], c.Plies)
		}
	}
	slices.Sort(got)
	if want := []string{"13/11 13/9", "24/20 13/11", "24/22 13/9", "8/4 6/4"}; !slices.Equal(got, want) {
		t.Errorf("the best are %q, want %q", got, want)
	}
}

// askGnubg lets the real gnubg answer requests as testdata/ask_gnubg.py reads
// them, and also returns the processor time that they took, in seconds.
func askGnubg(t testing.TB, requests []string) ([][]string, float64) {
	t.Helper()
	answers := enginetest.QueryGnubg(t, requests, 1)
	seconds := must.Get(strconv.ParseFloat(answers[len(requests)][0], 64))(t)
	return answers[:len(requests)], seconds
}

// TestValuesAreRunningGnubgs compares the equities after the plays of an
// opening 62 at 0 and 2 plies with gnubg's; its manual lists them as the result
// of a hint.
func TestValuesAreRunningGnubgs(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	pos := board.Backgammon.Start()
	plays := board.Plays(pos, board.Roll{6, 2})[:8]
	for _, plies := range []int{0, 2} {
		s := newSearcher(t, static.Clone(), search.Options{Depth: search.Depth{Plies: plies}})
		var requests []string
		for i := range plays {
			requests = append(requests, fmt.Sprintf("eval %d 1 %s", plies, plays[i].Result.ID()))
		}
		answers, _ := askGnubg(t, requests)
		for i := range plays {
			var want engine.Probabilities
			for k := range want {
				v := must.Get(strconv.ParseFloat(answers[i][k], 32))(t)
				want[k] = float32(v)
			}
			got := evaluateOne(s, plays[i].Result)
			if off := got.Equity() - want.Equity(); off < -0.002 || off > 0.002 {
				t.Errorf("%s at %d plies: equity %v, gnubg's is %v", board.FormatPlay(pos, plays[i]), plies, got.Equity(), want.Equity())
			}
		}
	}
}

// TestBestIsRunningGnubgs compares decisions: the play must be gnubg's, or its equity must
// differ by at most 0.001. Of 500 decisions at 1 ply and 500 at 2 plies, 493 each were the
// same; in the others the equities of the two plays were equal.
func TestBestIsRunningGnubgs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	static := enginetest.GnubgStatic(t)
	for plies, n := range map[int]int{1: 60, 2: 25} {
		if asked, err := strconv.Atoi(os.Getenv("GAMMONLAB_GNUBG_QUESTIONS")); err == nil {
			n = asked
		}
		s := newSearcher(t, static.Clone(), search.Options{Depth: search.Depth{Plies: plies, Filter: search.Normal()}})
		positions, rolls := decisions(n)
		answers, _ := askGnubg(t, playRequests(plies, positions, rolls))
		same, level := 0, 0
		for i, pos := range positions {
			ranked := must.Get(s.Rank(t.Context(), &pos, board.Plays(pos, rolls[i])))(t)
			theirs := enginetest.GnubgPlayed(t, pos, answers[i])
			chosen := slices.IndexFunc(ranked, func(c engine.Candidate) bool { return c.Play.Result == theirs })
			switch {
			case chosen < 0:
				t.Errorf("%s %v: gnubg's play %v is not legal here", pos.ID(), rolls[i], answers[i])
			case chosen == 0:
				same++
			case ranked[0].Equity-ranked[chosen].Equity < 0.001:
				level++
			default:
				t.Errorf("%s %v at %d plies: gnubg plays %v, worth %v, our best is worth %v", pos.ID(), rolls[i], plies,
					answers[i], ranked[chosen].Equity, ranked[0].Equity)
			}
		}
		t.Logf("%d decisions at %d plies: %d the same, %d others within 0.001", n, plies, same, level)
	}
}

// decisions returns positions and rolls with a choice of plays.
func decisions(n int) (positions []board.Position, rolls []board.Roll) {
	for i, pos := range enginetest.Positions(2*n+20, 8) {
		roll := board.Rolls[i%len(board.Rolls)]
		if len(positions) < n && len(board.Plays(pos, roll)) > 1 {
			positions, rolls = append(positions, pos), append(rolls, roll)
		}
	}
	return positions, rolls
}

// playRequests asks gnubg for its plays, with pruning.
func playRequests(plies int, positions []board.Position, rolls []board.Roll) []string {
	var requests []string
	for i := range positions {
		requests = append(requests, fmt.Sprintf("play %d 1 %s %d %d", plies, positions[i].ID(), rolls[i][0], rolls[i][1]))
	}
	return requests
}
