package positions_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/evalbench/positions"
	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
)

// again opens settings that roll out the decisions of files again.
func again(t *testing.T, like positions.Settings, static *engine.Static, files ...string) (positions.Settings, error) {
	t.Helper()
	s := positions.Defaults()
	s.Out = filepath.Join(t.TempDir(), "again.jsonl")
	s.Player, s.Model.Evaluator = named.Of("random", player.NewRandom()), static
	s.Again, s.Candidates, s.Rollout, s.Seed = files, like.Candidates, like.Rollout, 99
	return s, s.Open(&named.Opener{Databases: func(string) (*engine.Databases, error) { return static.Databases(), nil }})
}

// Rolled out again, decisions of endings have the same exact values, each decision once. The new values
// answer as a player that makes no error.
func TestAgain(t *testing.T) {
	static := endingStatic(t)
	first := endingSettings(t, static)
	set := must.Get(positions.Build(t.Context(), first))(t)
	s, err := again(t, first, static, first.Out, first.Out)
	must.OK(t, err)
	got := must.Get(positions.Build(t.Context(), s))(t)
	if built := s.Built(got); built.Rolls != 40 || built.Cubes != 20 || len(got.Decisions) != 60 {
		t.Fatalf("%d decisions, %+v, want those of one file", len(got.Decisions), built)
	}
	for i := range set.Decisions {
		if d, o := &set.Decisions[i], &got.Decisions[i]; d.Position != o.Position || d.Roll != o.Roll || d.State != o.State {
			t.Errorf("decision %d is %+v, want %+v", i+1, o, d)
		}
	}
	for _, name := range []string{"player", "per_game", "margin"} {
		if _, ok := got.Made[name]; ok {
			t.Errorf("made says %s, which has no part in it", name)
		}
	}
	s.Pool, s.Out = farmtest.NewPool(t, positions.BuildKind()), s.Out+"elsewhere"
	if !bytes.Equal(bytesOf(t, must.Get(positions.Build(t.Context(), s))(t)), bytesOf(t, got)) {
		t.Error("a pool has made another file")
	}

	other := *got // says that no double is right
	other.Decisions = append([]positions.Decision(nil), got.Decisions...)
	for i := range other.Decisions {
		if d := &other.Decisions[i]; d.IsCube() {
			d.NoDouble.Equity, d.Take.Equity = d.Take.Equity+0.5, d.Take.Equity+0.25
		}
	}
	e := positions.Exam{
		Players: named.Players{named.Of("random", player.NewRandom())}, Decisions: set.Decisions, Seed: 1,
		Rolled: []positions.Rolled{{"again", got.Decisions}, {"other", other.Decisions}, {"part", got.Decisions[:30]}},
	}
	r := must.Get(e.Run(t.Context()))(t)
	answers := r.Players[1]
	for kind, few := range map[positions.Kind]bool{positions.Play: true, positions.Double: true, positions.Take: false} {
		rate := rate(t, answers.Judged, kind)
		if rate.Loss.Center > 1e-4 || rate.Loss.N == 0 || few && rate.Loss.N < 15 {
			t.Errorf("%s: the same values give away %v at %d questions", kind, rate.Loss.Center, rate.Loss.N)
		}
	}
	if d := rate(t, answers.Judged, positions.Double); math.Abs(d.Gain.Bias.Center) > 1e-4 || d.Gain.Bias.N != d.Loss.N {
		t.Errorf("bias %+v of the gain by the same values", d.Gain.Bias)
	}
	d := rate(t, r.Players[2].Judged, positions.Double)
	if want := d.DoubleTake.Bias.Center; math.Abs(want-0.25) > 1e-4 || d.Loss.Center <= 0 || d.Gain.Bias.Center >= 0 {
		t.Errorf("with other values the bias of double/take is %v, want 0.25; %+v", want, d)
	}
	if n, all := len(r.Players[3].Judged), len(answers.Judged); n == 0 || n >= all {
		t.Errorf("of 30 decisions %d answers, of all %d", n, all)
	}
	e.Rolled = []positions.Rolled{{"none", nil}}
	must.Fail(t, must.Err(e.Run(t.Context())), "none has none of the decisions")
}

func TestAgainRefuses(t *testing.T) {
	static := endingStatic(t)
	first := endingSettings(t, static)
	set := must.Get(positions.Build(t.Context(), first))(t)
	_, err := again(t, first, static, first.Out, filepath.Join(t.TempDir(), "missing"))
	must.Fail(t, err, "again: open ")
	set.Variant = 1
	nack := filepath.Join(t.TempDir(), "nack.jsonl")
	must.OK(t, os.WriteFile(nack, bytesOf(t, set), 0o666))
	_, err = again(t, first, static, nack)
	must.Fail(t, err, "again: the decisions are of nackgammon, and rollouts would be of backgammon")
	_, err = again(t, first, static, first.Out, nack)
	must.Fail(t, err, "nack.jsonl is of nackgammon, those before of backgammon")
	s, err := again(t, first, static, first.Out)
	must.OK(t, err)
	for _, change := range []func(*positions.Settings){
		func(s *positions.Settings) { s.Rolls = number(3) }, func(s *positions.Settings) { s.Cubes = number(3) },
		func(s *positions.Settings) { s.Length = 5 }, func(s *positions.Settings) { s.Starts = []string{"x"} },
	} {
		other := s
		change(&other)
		must.Fail(t, other.Validate(), "again has the decisions with their rules: want no decisions")
	}
}
