package label_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
)

// Labels equal the evaluations of a search: to the bit, except for rounding where
// the nets are updated incrementally, and for results that are certain.
func TestPlies(t *testing.T) {
	model, databases := smallModel(t), smallDatabases(t)
	for _, c := range []struct {
		by    datasets.Method
		plies int
		prune bool
		n     int
	}{
		{datasets.Static, 0, false, fewer(800)},
		{datasets.Ply1, 1, false, fewer(800)},
		{datasets.Ply1, 1, true, fewer(80)},
		{datasets.Ply2, 2, false, 5},
		{datasets.Ply2, 2, true, 5},
	} {
		searcher, err := search.New(engine.NewStatic(model, databases), search.Options{Depth: search.Depth{Plies: c.plies}, NoPruning: !c.prune})
		must.OK(t, err)
		rows := rowsOf(c.n)
		positions, want := make([]board.Position, c.n), make([]engine.Probabilities, c.n)
		for i := range rows {
			positions[i] = rows[i].Position
		}
		searcher.Evaluate(want, positions)
		s := settingsOf(c.by)
		s.Prune = c.prune
		for i, row := range labelled(t, s, rows, 1) {
			known := i == 0 || row.Position.Result() != 0 || searcher.Static().ClassOf(&row.Position) == engine.Bearoff2
			rounding := 0.0
			if c.by == datasets.Ply1 {
				rounding = 1e-6
			}
			datasets.RuleOut(&want[i], &row.Position)
			if farthest(&row.Probabilities, &want[i]) > rounding || row.Method != c.by || (row.EquityError == 0) != known {
				t.Errorf("%v, pruning %v: position %d: %v, %v ± %v, want %v", c.by, c.prune, i, row.Method,
					row.Probabilities, row.EquityError, want[i])
			}
			if row.Source != "test" || len(row.Labeller) != 64 || row.Trials != 0 || row.Seed != 0 {
				t.Errorf("%v: position %d: source %q, labeller %q, %d trials, seed %d", c.by, i, row.Source, row.Labeller, row.Trials, row.Seed)
			}
		}
	}
}

// farthest returns the largest difference.
func farthest(a, b *engine.Probabilities) (most float64) {
	for k := range a {
		most = max(most, math.Abs(float64(a[k]-b[k])))
	}
	return most
}

// The sigmoid of gnubg's nets has jumps, which rounding can fall on either side of.
func TestPly1OfGnubg(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	searcher := must.Get(search.New(static.Clone(), search.Options{Depth: search.Depth{Plies: 1}, NoPruning: true}))(t)
	l := must.Get(label.New(static, settingsOf(datasets.Ply1)))(t)
	rows := rowsOf(fewer(400))
	must.OK(t, l.Rows(t.Context(), rows, 2))
	sum := 0.0
	for i := range rows {
		var want [1]engine.Probabilities
		searcher.Evaluate(want[:], []board.Position{rows[i].Position})
		d := math.Abs(float64(rows[i].Probabilities.Equity() - want[0].Equity()))
		sum += d
		if d > 1e-4 { // the largest of 3000 was 4.4e-5
			t.Errorf("%s: %v, want %v", rows[i].Position.ID(), rows[i].Probabilities, want[0])
		}
	}
	if mean := sum / float64(len(rows)); mean > 2e-6 {
		t.Errorf("the mean difference of the equity is %v, want about 3e-7", mean)
	}
}

// A label equals the result of a rollout with the seed of the row.
func TestRollouts(t *testing.T) {
	model, databases := smallModel(t), smallDatabases(t)
	s := settingsOf(datasets.Rollout)
	for i, row := range labelled(t, s, rowsOf(12), 2) {
		settings := s.Rollout
		settings.Seed = row.Seed
		result, err := rollout.Run(t.Context(), engine.NewStatic(model, databases), rollout.OfPosition(row.Position, nil), settings)
		must.OK(t, err)
		e := &result.Outcomes[0].Estimate
		if d := math.Abs(float64(row.Probabilities[engine.Win]) - e.Mean[engine.Win]); d > 1e-6 {
			t.Errorf("position %d: wins %v, want %v", i, row.Probabilities[engine.Win], e.Mean[engine.Win])
		}
		if err := row.Check(); err != nil {
			t.Errorf("position %d: %v", i, err)
		}
		wantError, wantTrials := float32(e.Error[rollout.Cubeless]), 36
		switch row.Position {
		case gammonWon:
			wantTrials = 0
		case oneSideEnding: // all trials ended at once, with an approximation
			wantError = float32(math.NaN())
		}
		same := row.EquityError == wantError || row.EquityError != row.EquityError && wantError != wantError
		if !same || int(row.Trials) != wantTrials || !math.IsNaN(float64(row.Cubeful)) {
			t.Errorf("position %d: ± %v after %d trials, cubeful %v, want ± %v, %d, NaN",
				i, row.EquityError, row.Trials, row.Cubeful, wantError, wantTrials)
		}
	}
}

func TestCubefulRollouts(t *testing.T) {
	s := settingsOf(datasets.Rollout)
	s.Cubeful = true
	for i, row := range labelled(t, s, rowsOf(8), 1) {
		if known := !math.IsNaN(float64(row.Cubeful)); known != (row.Position != gammonWon) {
			t.Errorf("position %d: cubeful equity %v", i, row.Cubeful)
		}
	}
}

func TestBearoff(t *testing.T) {
	databases := smallDatabases(t)
	l := must.Get(label.OfDatabases(databases))(t)
	rows := rowsOf(5)
	must.OK(t, l.Rows(t.Context(), rows, 1))
	exact, _ := databases.MoneyEquities(&exactEnding)
	oneSided, _, _ := databases.Evaluate(&oneSideEnding)
	if r := &rows[0]; r.Method != datasets.Bearoff || r.Cubeful != exact.Centred || r.EquityError != 0 ||
		math.Abs(float64(r.Probabilities.Equity()-exact.Cubeless)) > 1e-6 {
		t.Errorf("two-sided: %+v, want %+v", r, exact)
	}
	if r := &rows[1]; r.Method != datasets.Bearoff || r.Probabilities != oneSided || r.EquityError == r.EquityError {
		t.Errorf("one-sided: %+v, want %v ± NaN", r, oneSided)
	}
	if r := &rows[2]; r.Probabilities != engine.Certain(2) || r.Errors != [engine.Outputs]float32{} {
		t.Errorf("a gammon won: %+v", r)
	}
	datasetstest.Want(t, rows[3:], rowsOf(5)[3:], "positions that no database knows")
}

func TestGames(t *testing.T) {
	rows := rowsOf(fewer(40))
	for _, games := range []int{1, 100} {
		s := settingsOf(datasets.Game)
		s.Trials = games
		for i, row := range labelled(t, s, rows[:len(rows)/min(games, 4)], 2) {
			if row.Position == gammonWon {
				continue
			}
			p := float64(row.Probabilities[engine.Win])
			if c := p * float64(games); math.Abs(c-math.Round(c)) > 1e-4 || int(row.Trials) != games {
				t.Errorf("%d games of position %d: %v won, %d trials", games, i, p, row.Trials)
			}
			want := math.Sqrt(p * (1 - p) / float64(games-1))
			if games == 1 || p == 0 || p == 1 {
				want = math.NaN()
			}
			got := float64(row.Errors[engine.Win])
			if math.Abs(got-want) > 1e-6 || math.IsNaN(got) != math.IsNaN(want) {
				t.Errorf("%d games of position %d: %v ± %v, want ± %v", games, i, p, got, want)
			}
			if off := row.Position.Opp[board.Off] > 0; off && row.Errors[engine.WinGammon] != 0 {
				t.Errorf("%d games of position %d: no gammon can be won, ± %v", games, i, row.Errors[engine.WinGammon])
			}
		}
	}
}

// Both are means of the same games, with and without luck adjustment.
func TestGamesAgreeWithRollouts(t *testing.T) {
	late := []datasets.Row{datasets.NewRow(ending(board.Side{5: 2, 3: 2, 2: 1, board.Off: 10}, board.Side{8: 1, 6: 8, 5: 6}))}
	s := settingsOf(datasets.Game)
	s.Trials = fewer(1000)
	games := labelled(t, s, late, 2)[0]
	r := settingsOf(datasets.Rollout)
	r.Rollout.Trials, r.Rollout.Truncation.Turns, r.Rollout.Bearoff = fewer(1296), 0, rollout.NoBearoff
	trials := labelled(t, r, late, 2)[0]
	if g := games.Probabilities[engine.WinGammon]; g < 0.05 || g > 0.95 {
		t.Errorf("%v gammons won: the position shows little", g)
	}
	for k := range games.Probabilities {
		// 4.5 standard errors; the seeds are fixed.
		limit := 4.5*math.Hypot(known(games.Errors[k]), known(trials.Errors[k])) + 1e-6
		if d := math.Abs(float64(games.Probabilities[k] - trials.Probabilities[k])); d > limit {
			t.Errorf("output %d: %v by games, %v by rollouts", k, games.Probabilities[k], trials.Probabilities[k])
		}
	}
}

func known(e float32) float64 {
	if e != e {
		return 0
	}
	return float64(e)
}

// A label does not depend on the workers, the order or the other positions.
func TestLabelsStandAlone(t *testing.T) {
	for _, by := range label.Methods() {
		n := 12
		if by == datasets.Ply2 {
			n = 4
		}
		rows := rowsOf(n)
		want := labelled(t, settingsOf(by), rows, 1)
		slices.Reverse(rows)
		got := labelled(t, settingsOf(by), rows, 3)
		slices.Reverse(got)
		datasetstest.Want(t, got, want, by.String())
		datasetstest.Want(t, labelled(t, settingsOf(by), want[n-1:], 1), want[n-1:], by.String()+" of one")
	}
}

func TestSeedsDiffer(t *testing.T) {
	s := settingsOf(datasets.Game)
	seeds := map[uint64]bool{}
	for range 2 {
		for _, row := range labelled(t, s, rowsOf(20), 1) {
			if row.Position.Result() == 0 {
				seeds[row.Seed] = true
			}
		}
		s.Seed++
	}
	if want := 2 * 19; len(seeds) != want {
		t.Errorf("%d seeds, want %d", len(seeds), want)
	}
}

func TestRowsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	rows := rowsOf(3)
	err := newLabeller(t, settingsOf(datasets.Rollout)).Rows(ctx, rows, 2)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}

func TestImpossibleSettings(t *testing.T) {
	for _, c := range []struct {
		want   string
		change func(*label.Settings)
	}{
		{`method is "", want static, ply1`, func(s *label.Settings) { s.By = "" }},
		{`method is "imported"`, func(s *label.Settings) { s.By = datasets.Imported }},
		{"trials is 0", func(s *label.Settings) { s.Rollout.Trials = 0 }},
		{"trials is 0, want 1 to 1000000", func(s *label.Settings) { s.By, s.Trials = datasets.Game, 0 }},
		{"plies is 5, want 0 to 4", func(s *label.Settings) { s.By, s.Depth.Plies = datasets.Game, 5 }},
	} {
		s := settingsOf(datasets.Rollout)
		c.change(&s)
		must.Fail(t, must.Err(label.New(engine.NewStatic(smallModel(t), nil), s)), c.want)
	}
	must.Fail(t, must.Err(label.OfDatabases(nil)), "no bear-off databases")
}
