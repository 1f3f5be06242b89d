package games_test

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/problem"
	"gammonlab/internal/must"
)

// After a restart games continue without a difference, also if a crash
// truncated a file anywhere.
func TestGamesSurviveRestarts(t *testing.T) {
	for i, s := range settings() {
		folder := t.TempDir()
		store := open(t, newBackend(t, folder))
		g := must.Get(store.New(t.Context(), s))(t)
		rng := rand.New(rand.NewPCG(uint64(i), 2))
		v := must.Get(g.View(t.Context()))(t)
		for range 60 {
			if after, err := g.Act(t.Context(), random(rng, v)); err == nil {
				v = after
			}
		}
		v = must.Get(g.View(t.Context()))(t)
		store.Close()
		if _, err := g.View(t.Context()); err == nil {
			t.Error("a game that was put away can be seen")
		}
		again := open(t, newBackend(t, folder))
		if ids := again.IDs(9); !slices.Equal(ids, []string{g.ID}) {
			t.Fatalf("the games are %v, want %s", ids, g.ID)
		}
		resumed := must.Get(must.Get(again.Find(g.ID))(t).View(t.Context()))(t)
		if resumed.Version != v.Version || resumed.Match != v.Match || resumed.Position != v.Position ||
			!reflect.DeepEqual(resumed.Sheet, v.Sheet) || !slices.Equal(resumed.Actions, v.Actions) {
			t.Errorf("%+v: resumed as\n%+v\nwant\n%+v", s, resumed, v)
		}
		again.Close()
		checkCuts(t, filepath.Join(folder, "games", g.ID+".game"), g.ID)
	}
}

// checkCuts opens games whose file ends early.
func checkCuts(t *testing.T, path, id string) {
	t.Helper()
	whole := must.Get(os.ReadFile(path))(t)
	refused := 0
	for n := 0; n < len(whole); n += 1 + len(whole)/40 {
		folder := t.TempDir()
		must.OK(t, os.Mkdir(filepath.Join(folder, "games"), 0o777))
		must.OK(t, os.WriteFile(filepath.Join(folder, "games", id+".game"), whole[:n], 0o666))
		store := open(t, newBackend(t, folder))
		g, err := store.Find(id)
		if err != nil {
			refused++ // the settings or the first action are missing
			continue
		}
		v := must.Get(g.View(t.Context()))(t)
		must.OK(t, v.Record().Validate())
		if v.Decision == "none" {
			v = must.Get(g.Act(t.Context(), &games.Action{Version: v.Version, Action: "continue"}))(t)
		}
		if v.Decision == "none" {
			t.Errorf("cut after %d bytes, the game does not go on", n)
		}
		store.Close()
	}
	if refused > 20 {
		t.Errorf("%d of 41 files that were cut are refused", refused)
	}
}

// A damaged file, or one of another program, is refused and not changed.
func TestDamagedGames(t *testing.T) {
	for what, text := range map[string]string{
		"empty":         "",
		"another thing": "GIF89a, and then more than a line of it\n",
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, "games", "A.game")
		must.OK(t, os.Mkdir(filepath.Dir(path), 0o777))
		must.OK(t, os.WriteFile(path, []byte(text), 0o666))
		store := open(t, newBackend(t, folder))
		if _, err := store.Find("A"); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	store := open(t, newBackend(t, t.TempDir()))
	for _, id := range []string{"", "..", "A", "none"} {
		var p *problem.Problem
		if _, err := store.Find(id); !errors.As(err, &p) || p.Status != http.StatusNotFound {
			t.Errorf("%q: %v", id, err)
		}
	}
}

// A draft is kept and listed from the user's first deed on. The same settings give the same one until then,
// and its settings are those of the next game.
func TestDrafts(t *testing.T) {
	folder := t.TempDir()
	store := open(t, newBackend(t, folder))
	files := func() int { return len(must.Get(os.ReadDir(filepath.Join(folder, "games")))(t)) }
	if usual := store.Usual(); usual.Length != 5 {
		t.Errorf("before the first game: %+v", usual)
	}
	asked := store.Usual()
	asked.First, asked.Length, asked.Jacoby = "you", 3, false // which has no effect in a match
	g := must.Get(store.Draft(t.Context(), asked))(t)
	v := must.Get(g.View(t.Context()))(t)
	if _, err := g.Act(t.Context(), &games.Action{Version: v.Version, Action: "move", Play: "1/2"}); err == nil {
		t.Error("a wrong play is made")
	}
	must.Get(g.Act(t.Context(), &games.Action{Version: v.Version, Action: "hint"}))(t)
	for _, again := range []*games.Game{must.Get(store.Draft(t.Context(), asked))(t), must.Get(store.Find(g.ID))(t), must.Get(store.Current(t.Context()))(t)} {
		if again != g {
			t.Errorf("another game: %s, want %s", again.ID, g.ID)
		}
	}
	if !v.Draft || files() != 0 || len(store.IDs(9)) != 0 {
		t.Errorf("a draft is kept: %d files, %v", files(), store.IDs(9))
	}
	action := &games.Action{Version: v.Version, Action: "move"}
	action.Play = v.Plays[0].Play
	if after := must.Get(g.Act(t.Context(), action))(t); after.Draft || files() != 1 || !slices.Equal(store.IDs(9), []string{g.ID}) {
		t.Errorf("after a play: draft %v, %d files, %v", after.Draft, files(), store.IDs(9))
	}
	other := must.Get(store.Draft(t.Context(), store.Usual()))(t)
	if current := must.Get(store.Current(t.Context()))(t); other == g || current != g {
		t.Errorf("the next draft is %s, the current game %s, want another one and %s", other.ID, current.ID, g.ID)
	}
	store.Close()
	if usual := open(t, newBackend(t, folder)).Usual(); usual.Length != 3 || usual.First != "you" || usual.Seed != 0 || !bool(usual.Jacoby) {
		t.Errorf("after a restart: %+v", usual)
	}
}
