package positions_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/engine/start"
	"gammonlab/evalbench/positions"
	"gammonlab/farm/farmtest"
	"gammonlab/internal/journal"
	"gammonlab/internal/must"
)

// The benchmark has the exact values of a database: the best play, the cost of the
// others, and both sides of a double.
func TestEndingsAreExact(t *testing.T) {
	static := endingStatic(t)
	set := must.Get(positions.Build(t.Context(), endingSettings(t, static)))(t)
	const tolerance = 1.5e-4 // the database rounds to multiples of 1/32767, at every turn
	rolls, cubes := 0, 0
	for i := range set.Decisions {
		d := &set.Decisions[i]
		if d.IsCube() {
			cubes++
			e, ok := static.Databases().MoneyEquities(&d.Position)
			if !ok {
				t.Fatalf("%s is not in the database", d.Position.ID())
			}
			if off := math.Abs(d.NoDouble.Equity - float64(e.Centred)); off > tolerance || d.NoDouble.Error != 0 {
				t.Errorf("%s: no double is worth %v ± %v, want %v", d.Position.ID(), d.NoDouble.Equity, d.NoDouble.Error, e.Centred)
			}
			if off := math.Abs(d.Take.Equity - 2*float64(e.OppOwned)); off > tolerance || d.Take.Error != 0 {
				t.Errorf("%s: a double and a take is worth %v ± %v, want %v", d.Position.ID(), d.Take.Equity, d.Take.Error, 2*e.OppOwned)
			}
			continue
		}
		rolls++
		plays := board.Plays(d.Position, d.Roll)
		if len(d.Moves) != len(plays) {
			t.Errorf("%s, %v: %d plays, want %d", d.Position.ID(), d.Roll, len(d.Moves), len(plays))
		}
		most := math.Inf(-1)
		for _, p := range plays {
			most = max(most, equityAfter(static, &p.Result))
		}
		for _, m := range d.Moves {
			if want := equityAfter(static, &m.Result); math.Abs(m.Equity-want) > tolerance && m.Rolled || m.Error != 0 {
				t.Errorf("%s, %v: a play is worth %v ± %v, want %v", d.Position.ID(), d.Roll, m.Equity, m.Error, want)
			}
		}
		if got := equityAfter(static, &d.Moves[0].Result); got < most-tolerance {
			t.Errorf("%s, %v: the best play is worth %v, want %v", d.Position.ID(), d.Roll, got, most)
		}
	}
	if rolls != 40 || cubes != 20 {
		t.Errorf("%d rolls and %d cubes, want 40 and 20", rolls, cubes)
	}
}

// equityAfter returns the equity of a result for the player who made the play.
func equityAfter(static *engine.Static, result *board.Position) float64 {
	if r := result.Result(); r != 0 {
		return -float64(r)
	}
	p, _, ok := static.Databases().Evaluate(result)
	if !ok {
		panic("the database does not know " + result.ID())
	}
	return -float64(p.Equity())
}

// A player with the database makes no error, and a player with more noise loses
// more.
func TestPlayersInEndings(t *testing.T) {
	static := endingStatic(t)
	set := must.Get(positions.Build(t.Context(), endingSettings(t, static)))(t)
	perfect := score(t, set, player.NewGreedy(static.Clone()))
	for _, kind := range []positions.Kind{positions.Play, positions.Double, positions.Take} {
		if r := rate(t, perfect, kind); r.Loss.Center > 1e-5 {
			t.Errorf("who knows all gives away %v at a %s, want 0", r.Loss.Center, kind)
		}
	}
	quiet, loud := noisy(t, static, 0.01), noisy(t, static, 0.2)
	a, b, c := perfect, score(t, set, quiet), score(t, set, loud)
	ra, rb, rc := rate(t, a, positions.Play), rate(t, b, positions.Play), rate(t, c, positions.Play)
	if !(ra.Loss.Center <= rb.Loss.Center && rb.Loss.Center < rc.Loss.Center) {
		t.Errorf("losses without noise, with little and with much: %v, %v, %v, want them to rise",
			ra.Loss.Center, rb.Loss.Center, rc.Loss.Center)
	}
	d := positions.Difference(a, c, positions.Play)
	if want := rc.Loss.Center - ra.Loss.Center; math.Abs(d.Center-want) > 1e-12 || d.N != ra.Loss.N {
		t.Errorf("difference %v of %d, want %v of %d", d.Center, d.N, want, ra.Loss.N)
	}
}

// The bytes are the same for any number of workers and after any interruption, and differ
// for another seed.
func TestBuildResumes(t *testing.T) {
	s := rawSettings(t)
	s.Workers = 1
	must.Get(positions.Build(t.Context(), s))(t)
	want := must.Get(os.ReadFile(s.Out))(t)
	whole := s
	whole.Out += "3"
	whole.Workers = 3
	must.Get(positions.Build(t.Context(), whole))(t)
	if got := must.Get(os.ReadFile(whole.Out))(t); !bytes.Equal(got, want) {
		t.Error("three workers have made another file than one")
	}
	elsewhere := s
	elsewhere.Out += "elsewhere"
	elsewhere.Pool = farmtest.NewPool(t, positions.BuildKind())
	must.Get(positions.Build(t.Context(), elsewhere))(t)
	if got := must.Get(os.ReadFile(elsewhere.Out))(t); !bytes.Equal(got, want) {
		t.Error("a pool has made another file")
	}
	if _, err := os.Stat(whole.Out + journal.Suffix); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the journal is still there: %v", err)
	}

	other := s
	other.Out, other.Seed = s.Out+"other", 8
	must.Get(positions.Build(t.Context(), other))(t)
	if bytes.Equal(must.Get(os.ReadFile(other.Out))(t), want) {
		t.Error("another seed has made the same file")
	}
	s.Out += "broken"
	stopAndGoOn(t, s, want)
}

// stopAndGoOn stops a build and resumes it from truncated journals.
func stopAndGoOn(t *testing.T, broken positions.Settings, want []byte) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	broken.Progress = func(done, _ int64) {
		if done == 4 {
			cancel()
		}
	}
	if _, err := positions.Build(ctx, broken); !errors.Is(err, context.Canceled) {
		t.Fatalf("a build that is stopped: %v", err)
	}
	part := must.Get(os.ReadFile(broken.Out + journal.Suffix))(t)
	if lines := bytes.Count(part, []byte("\n")); lines != 6 {
		t.Fatalf("%d lines in the journal, want 6", lines)
	}
	broken.Progress = nil
	for _, cut := range []int{len(part) - 1, len(part)} {
		must.OK(t, os.WriteFile(broken.Out+journal.Suffix, part[:cut], 0o666))
		must.Get(positions.Build(t.Context(), broken))(t)
		if got := must.Get(os.ReadFile(broken.Out))(t); !bytes.Equal(got, want) {
			t.Errorf("after %d bytes of the journal: another file", cut)
		}
		must.OK(t, os.Remove(broken.Out))
	}
}

// A journal is resumed only with its own settings, and otherwise unchanged.
func TestForeignJournals(t *testing.T) {
	s := rawSettings(t)
	ctx, cancel := context.WithCancel(t.Context())
	s.Progress = func(done, _ int64) {
		if done == 3 {
			cancel()
		}
	}
	if _, err := positions.Build(ctx, s); err == nil {
		t.Fatal("a build that is stopped has no error")
	}
	s.Progress = nil
	whole := must.Get(os.ReadFile(s.Out + journal.Suffix))(t)
	other := s
	other.Rollout.Trials = 72
	for _, c := range []struct {
		name     string
		settings positions.Settings
		journal  []byte
		want     string
	}{
		{"other trials", other, whole, `other settings (trials "36", want "72")`},
		{"a benchmark", s, []byte(`{"format":"gammonlab-positions","version":1}`), "not a gammonlab file of the kind \"unfinished benchmark\""},
	} {
		must.OK(t, os.WriteFile(s.Out+journal.Suffix, c.journal, 0o666))
		_, err := positions.Build(t.Context(), c.settings)
		must.Fail(t, err, c.want, c.name)
		if got := must.Get(os.ReadFile(s.Out + journal.Suffix))(t); !bytes.Equal(got, c.journal) {
			t.Errorf("%s: the journal has changed", c.name)
		}
	}
}

func TestSettings(t *testing.T) {
	s := rawSettings(t)
	for _, c := range []struct {
		change func(*positions.Settings)
		want   string
	}{
		{func(s *positions.Settings) { s.Out = "" }, "path of the file is missing"},
		{func(s *positions.Settings) { s.Player.Player = nil }, "want a player and an evaluator"},
		{func(s *positions.Settings) { s.Rolls, s.Cubes = number(0), number(0) }, "at least 1 decision"},
		{func(s *positions.Settings) { s.Cubes = number(-1) }, "cubes is -1, want at least 0"},
		{func(s *positions.Settings) { s.PerGame = 0 }, "per_game is 0, want at least 1"},
		{func(s *positions.Settings) { s.Candidates = 1 }, "candidates is 1, want at least 2"},
		{func(s *positions.Settings) { s.Margin = engine.Equity(math.NaN()) }, "margin is NaN, want more than 0"},
		{func(s *positions.Settings) { s.Quotas = generate.Quotas{engine.Race: 7} }, "decisions has no effect with quota"},
		{func(s *positions.Settings) { s.Dice.Opening = true }, "opening_roll has no effect"},
		{func(s *positions.Settings) { s.Drawn = start.Opening(board.Hypergammon3) }, "the start positions of hypergammon3"},
		{func(s *positions.Settings) { s.Rollout.Trials = 0 }, "trials is 0"},
	} {
		changed := s
		c.change(&changed)
		must.Fail(t, must.Err(positions.Build(t.Context(), changed)), c.want)
	}
}

// Quotas are filled with positions of their classes, and an existing file is
// not replaced.
func TestQuotas(t *testing.T) {
	s := rawSettings(t)
	s.Quotas, s.Rolls, s.Cubes = generate.Quotas{engine.Crashed: 6, engine.Race: 2}, nil, number(0)
	set := must.Get(positions.Build(t.Context(), s))(t)
	count := map[engine.Class]int{}
	seen := map[string]bool{}
	for _, d := range set.Decisions {
		count[engine.ClassOf(&d.Position)]++
		seen[d.Position.ID()+d.Roll.String()] = true
	}
	if count[engine.Crashed] != 6 || count[engine.Race] != 2 || len(seen) != 8 {
		t.Errorf("classes %v, %d distinct decisions, want 6 crashed, 2 race, 8 distinct", count, len(seen))
	}
	must.Fail(t, must.Err(positions.Build(t.Context(), s)), "is there already", "over a file")
}

// Decisions are in positions of the kinds that are asked for.
func TestKinds(t *testing.T) {
	static := endingStatic(t)
	s := endingSettings(t, static)
	s.Kinds = []board.Kind{board.BearOffContact}
	s.Rolls, s.Cubes, s.Drawn = number(6), number(2), starts(t, append(late(50), endings(50)...)...)
	set := must.Get(positions.Build(t.Context(), s))(t)
	for i := range set.Decisions {
		if d := &set.Decisions[i]; !board.BearOffContact.Of(&d.Position) {
			t.Errorf("%s is a decision of another kind", d.Position.ID())
		}
	}
	s.Out += "2"
	s.Drawn = starts(t, endings(100)...)
	must.Fail(t, must.Err(positions.Build(t.Context(), s)), "or start in such positions")
}

// A search for decisions that do not occur ends.
func TestNoDecisions(t *testing.T) {
	static := endingStatic(t)
	s := endingSettings(t, static)
	s.Drawn = starts(t, board.Position{
		Own: board.Side{1: 1, board.Off: 14}, Opp: board.Side{1: 1, board.Off: 14},
	})
	must.Fail(t, must.Err(positions.Build(t.Context(), s)), "had no decision", "games without a decision")
}
