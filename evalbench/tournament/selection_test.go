package tournament

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/internal/must"
)

var base = Player{Name: "base", Player: player.NewRandom()}

func selectionOf(workers int, a ...Player) *Selection {
	return &Selection{
		A: named.Candidates(a), B: base, Criterion: Criterion{Equity: EquityBounds{0, 0.8}, Alpha: 0.05, Beta: 0.05, MaxGames: 10_000},
		Conditions: settings.Conditions, Workers: workers,
	}
}

// runSelection runs a selection with the ledger in a file and returns its record and the file.
func runSelection(ctx context.Context, t *testing.T, path string, s *Selection) (*SelectionRecord, []byte) {
	t.Helper()
	l := open(t, path)
	now, err := s.Run(ctx, l)
	if err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	must.OK(t, l.Close())
	return now.Record(), must.Get(os.ReadFile(path))(t)
}

// TestSelections finds the best of three, and none of two, for any number of workers with the same
// bytes.
func TestSelections(t *testing.T) {
	for _, c := range []struct {
		a        []Player
		decision string
		places   []string
	}{
		{[]Player{bad, good, worse}, "H1", []string{"behind", "best", "behind"}},
		{[]Player{bad, worse}, "H0", []string{"H0", "H0"}},
		{[]Player{good}, "H1", []string{"best"}},
	} {
		dir := t.TempDir()
		want, whole := runSelection(t.Context(), t, filepath.Join(dir, "one"), selectionOf(1, c.a...))
		var places []string
		games := 0
		for _, of := range want.Candidates {
			places, games = append(places, of.Place), games+of.Games
		}
		if want.Decision != c.decision || !reflect.DeepEqual(places, c.places) || games != want.Games || want.Games != 2*want.Pairs || (want.Best == nil) != (c.decision == "H0") {
			t.Errorf("%+v, want %s, %v", want, c.decision, c.places)
		}
		for _, workers := range []int{2, 5} {
			got, bytes2 := runSelection(t.Context(), t, filepath.Join(dir, "many"), selectionOf(workers, c.a...))
			if !reflect.DeepEqual(got, want) || !bytes.Equal(bytes2, whole) {
				t.Errorf("%d workers: %+v, want %+v", workers, got, want)
			}
			os.Remove(filepath.Join(dir, "many"))
		}
	}
}

// TestSelectionStopped stops selections after any number of pairs, and wants the same result and bytes
// from the resumed ones.
func TestSelectionStopped(t *testing.T) {
	dir := t.TempDir()
	players := []Player{bad, good, worse}
	want, whole := runSelection(t.Context(), t, filepath.Join(dir, "whole"), selectionOf(1, players...))
	for after := 1; after < want.Pairs; after += 5 {
		ctx, cancel := context.WithCancel(t.Context())
		path := filepath.Join(dir, "stopped")
		s := selectionOf(2, players...)
		s.Progress = func(now *Standing) {
			if now.Games() == 2*after {
				cancel()
			}
			if e := now.Expected(); e < now.Games() || e > s.MaxGames {
				t.Errorf("%d games expected after %d", e, now.Games())
			}
		}
		runSelection(ctx, t, path, s)
		cancel()
		told := 0
		s = selectionOf(2, players...)
		s.Each = func(int, *Verdict) { told++ }
		if got, resumed := runSelection(t.Context(), t, path, s); !reflect.DeepEqual(got, want) || !bytes.Equal(resumed, whole) || told != want.Pairs {
			t.Errorf("stopped after %d pairs: %+v\nwant %+v", after, got, want)
		}
		os.Remove(path)
	}
}

// TestSelectionContinues begins with the games of tests of single candidates. A reader of the file
// finds the same standing by the plan.
func TestSelectionContinues(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	want, _ := runSelection(t.Context(), t, filepath.Join(t.TempDir(), "alone"), selectionOf(1, bad, good, worse))
	l := open(t, path)
	for _, a := range []Player{bad, good, worse} {
		single := &Test{A: a, B: base, Criterion: undecidable(2 * want.Games), Conditions: settings.Conditions}
		must.Get(single.Run(t.Context(), l))(t)
	}
	must.OK(t, l.Close())
	s := selectionOf(1, bad, good, worse)
	s.Progress = func(*Standing) { t.Error("a pair was played again") }
	if got, _ := runSelection(t.Context(), t, path, s); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	plan := must.Get(ReadPlan(must.Get(os.ReadFile(path + PlanSuffix))(t)))(t)
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	read := must.Get(Read(file, must.Get(file.Stat())(t).Size(), path))(t)
	of := plan.Selection()
	if plan.SPRT() != nil || of == nil {
		t.Fatalf("plan %+v, want that of several candidates", plan)
	}
	if now := read.Selection(of); now.Sentence() != "good is the best: it scores +800 mEq or more against base, and none of the others is better than it by +800 mEq" || now.Games() != want.Games {
		t.Errorf("%s, %d games", now.Sentence(), now.Games())
	}
	if of.A[0].Name = "unknown"; read.Selection(of) != nil {
		t.Error("a standing of a player that is not in the file")
	}
}

// TestSelectionEnds has too few games to decide.
func TestSelectionEnds(t *testing.T) {
	for games, want := range map[int]string{
		2:  "undecided: no candidate is known yet to score +1 mEq or more against base",
		46: "undecided: no candidate is known yet to score +1 mEq or more against base",
	} {
		s := selectionOf(2, bad, worse)
		s.Equity, s.MaxGames = EquityBounds{0, 0.001}, games
		now := must.Get(s.Run(t.Context(), NewLedger(settings)))(t)
		if now.Sentence() != want || now.Games() != games || now.Decision() != evalbench.Undecided || now.Leader() >= 0 {
			t.Errorf("%s after %d games, want %s after %d", now.Sentence(), now.Games(), want, games)
		}
	}
}

func TestSelectionRefuses(t *testing.T) {
	change := func(change func(*Selection)) *Selection {
		s := selectionOf(1, bad, good)
		change(s)
		return s
	}
	for _, c := range []struct {
		s    *Selection
		want string
	}{
		{change(func(s *Selection) { s.A = append(s.A, bad) }), "a: bad is there twice"},
		{change(func(s *Selection) { s.A = append(s.A, base) }), "a and b are the same player"},
		{change(func(s *Selection) { s.MaxGames = 3 }), "max_games is 3, want an even number"},
		{change(func(s *Selection) { s.Seed = 8 }), "a test with other settings than the ledger: seed 7, want 8"},
		{change(func(s *Selection) { s.A[1] = Player{Player: good.Player} }), "without a name"},
	} {
		must.Fail(t, must.Err(c.s.Run(t.Context(), NewLedger(settings))), c.want, c.want)
	}
}
