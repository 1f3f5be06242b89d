package training

import (
	"cmp"
	"math"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/netrun"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// Strength is that of a match, adjusted for luck if a model is given, and names the opponent with the
// digest of its net.
func TestStrength(t *testing.T) {
	opener := &named.Opener{Model: nets.LoadShipped}
	for _, c := range []struct {
		variant        board.Variant
		opponent, luck string
	}{
		{board.Backgammon, "", ""},
		{board.Backgammon, "", "fast"},
		{board.Backgammon, "net:td512,name=former", "fast"},
		{board.Hypergammon3, "pubeval", ""},
	} {
		r := Run{Workers: 2}
		must.OK(t, r.openBench(opener, c.opponent, c.luck))
		model := nets.NewModel(enginetest.RandomNet(t, 5, 3), c.variant)
		got := must.Get(r.strength(t.Context(), model, 20))(t)
		match := evalbench.Match{
			A: named.Of("a", player.NewGreedy(engine.NewStatic(model, nil))), Games: 20,
			B:          named.Player{Name: strings.TrimSuffix(cmp.Or(c.opponent, "pubeval"), ",name=former")},
			Assessment: evalbench.Assessment{Luck: named.Model{Name: c.luck}},
			Conditions: evalbench.Conditions{Variant: c.variant, Seed: seedOfMatches},
		}
		must.OK(t, match.Open(opener))
		result := must.Get(match.Run(t.Context()))(t)
		want := result.PPG()
		if c.luck != "" {
			want = result.Adjusted()
		}
		if got.PPG != want.Center || got.PPGLow != want.Low || got.PPGHigh != want.High || got.Bench != 20 || math.IsInf(got.PPGLow, 0) {
			t.Errorf("%+v: got %+v, want %+v", c, got, want)
		}
		if got.Digest != match.B.Digest || got.Opponent != map[bool]string{true: netrun.Pubeval, false: "former"}[got.Digest == ""] {
			t.Errorf("%+v: the opponent is %+v", c, got)
		}
		must.OK(t, r.sameOpponent(got))
		must.OK(t, r.sameOpponent(nil))
		other := *got
		other.Digest = "0123456789abcdef"
		must.Fail(t, r.sameOpponent(&other), "was measured against 0123456789ab")
	}
	must.Fail(t, new(Run).openBench(opener, "net:nothing", ""), "bench_opponent")
	must.Fail(t, new(Run).openBench(opener, "", "nothing"), "bench_luck")
}
