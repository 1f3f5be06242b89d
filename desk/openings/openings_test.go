package openings_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/desk/openings"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/rollout"
	"gammonlab/engine/rules"
	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
	"gammonlab/internal/setting"
)

// settings returns the settings of a small book.
func settings(t *testing.T, out string) openings.Settings {
	t.Helper()
	s := openings.Settings{Out: out}
	must.OK(t, setting.Read(&s, []byte(`{"candidates": 2, "trials": 2, "truncate": 1, "stop_se": 0, "variance_reduction": "off"}`), nil))
	s.Model.Evaluator = enginetest.RandomStatic(t, 4, 1)
	return s
}

// A book has all rolls and replies, and the same bytes for any number of workers and
// after an interruption.
func TestBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("short: two books of 330 decisions")
	}
	folder := t.TempDir()
	one := settings(t, filepath.Join(folder, "one.json"))
	one.Workers = 1
	book := must.Get(openings.Build(t.Context(), one))(t)
	if len(book.Decisions) != 15+15*21 {
		t.Fatalf("%d decisions, want 330", len(book.Decisions))
	}
	reply := &book.Decisions[15+21+3] // the second roll is 31, the fourth reply, too
	if reply.Opening != "31" || reply.Dice != "31" || reply.Answers != book.Decisions[1].Plays[0].Move || reply.ID != book.Decisions[1].Plays[0].ResultID {
		t.Errorf("got %+v after %+v", reply, book.Decisions[1])
	}
	want := must.Get(os.ReadFile(one.Out))(t)
	must.Fail(t, must.Err(openings.Build(t.Context(), one)), "is there already")

	three := settings(t, filepath.Join(folder, "three.json"))
	three.Workers = 3
	ctx, cancel := context.WithCancel(t.Context())
	three.Progress = func(done, _ int64) {
		if done == 100 {
			cancel()
		}
	}
	must.Fail(t, must.Err(openings.Build(ctx, three)), "context canceled")
	first := int64(0)
	three.Progress = func(done, total int64) {
		if first == 0 {
			first = done
		}
	}
	must.Get(openings.Build(t.Context(), three))(t)
	if first <= 100 {
		t.Errorf("the book goes on with decision %d, want one behind 100", first)
	}
	if got := must.Get(os.ReadFile(three.Out))(t); !bytes.Equal(got, want) {
		t.Error("another file with three workers and after an interruption")
	}
	other := settings(t, filepath.Join(folder, "three.json"))
	other.Replace, other.NoReplies, other.Seed = true, true, 9
	if got := must.Get(openings.Build(t.Context(), other))(t); got.Decisions[0].Plays[0].Worth() == book.Decisions[0].Plays[0].Worth() {
		t.Error("the same figures with another seed")
	}
}

// The workers of a pool make the same book.
func TestPool(t *testing.T) {
	folder := t.TempDir()
	here, there := settings(t, filepath.Join(folder, "here.json")), settings(t, filepath.Join(folder, "there.json"))
	here.NoReplies, there.NoReplies = true, true
	there.Pool = farmtest.NewPool(t, rollout.Kind())
	must.Get(openings.Build(t.Context(), here))(t)
	must.Get(openings.Build(t.Context(), there))(t)
	if !bytes.Equal(must.Get(os.ReadFile(here.Out))(t), must.Get(os.ReadFile(there.Out))(t)) {
		t.Error("the pool makes another book")
	}
}

// last chooses the last play.
type last struct{ enginetest.PlayerFunc }

func (last) ChooseAt(_ context.Context, _ *board.Position, _ *board.Match, _ board.Roll, plays []board.Play) (int, error) {
	return len(plays) - 1, nil
}
func (last) Doubles(context.Context, *board.Position, *board.Match) (bool, error) { return false, nil }
func (last) Takes(context.Context, *board.Position, *board.Match) (bool, error)   { return true, nil }

// At a score, the book also rolls out and shows the plays of another player, and its file
// can be read.
func TestBeside(t *testing.T) {
	s := settings(t, filepath.Join(t.TempDir(), "book.json"))
	s.NoReplies, s.Beside, s.Start = true, named.Of("the last", last{}), rules.Start{Match: 5, Score: rules.Score{2, 3}}
	book := must.Get(openings.Build(t.Context(), s))(t)
	for _, d := range book.Decisions {
		found := false
		for _, p := range d.Plays {
			found = found || p.Move == d.Beside && p.Trials == 2 && p.MWC != nil
		}
		if !found {
			t.Errorf("%s: %s is not rolled out", d.Dice, d.Beside)
		}
	}
	file := must.Get(os.Open(s.Out))(t)
	defer file.Close()
	again := must.Get(openings.Read(file, s.Out))(t)
	if got := again.Markdown(); got != book.Markdown() || !strings.Contains(got, "| Roll | Play |  | Equity | ± | Diff | the last |") ||
		!strings.Contains(again.Text(), "Roll  Play") {
		t.Errorf("got\n%s", got)
	}
}

// A play is equal to the best unless both nets put it behind.
func TestSecond(t *testing.T) {
	s := settings(t, filepath.Join(t.TempDir(), "book.json"))
	s.NoReplies, s.Candidates, s.Margin, s.Trials = true, 4, 3, 36
	alone := must.Get(openings.Build(t.Context(), s))(t)
	s.Replace, s.Second = true, named.Model{Name: "other", Evaluator: enginetest.RandomStatic(t, 4, 2)}
	book := must.Get(openings.Build(t.Context(), s))(t)
	more := 0
	for i, d := range book.Decisions {
		for j, p := range d.Plays {
			by, before := p.Second, alone.Decisions[i].Plays[j]
			if by == nil || by.Trials != 36 || by.Error <= 0 || p.Move != before.Move || p.Worth() != before.Worth() || before.Equal && !p.Equal {
				t.Fatalf("%s: %+v, alone %+v", d.Dice, p, before)
			}
			if j > 0 && p.Equal && !before.Equal {
				more++
				if by.Cubeful < d.Plays[0].Second.Cubeful-2*(by.Error+d.Plays[0].Second.Error) {
					t.Errorf("%s: %s is equal, but behind by both nets", d.Dice, p.Move)
				}
			}
		}
	}
	if more == 0 {
		t.Error("the second net makes no play equal that the first puts behind")
	}
	if page := book.Markdown(); !strings.Contains(page, "| Diff by other |") || book.Made["second"] == "other" {
		t.Errorf("got\n%.600s", page)
	}
}

func TestReadMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{", "book.json: this is no opening book: "},
		{`{"format": "x", "variant": "", "made": {}, "decisions": []}`, `the format is "x"`},
		{`{"format": "gammonlab openings 1", "variant": "", "made": {}, "decisions": [{"dice": "71", "position_id": "", "plays": []}]}`, `decision 1: bad dice "71"`},
		{`{"format": "gammonlab openings 1", "variant": "", "made": {}, "decisions": [{"dice": "31", "position_id": "", "plays": []}]}`, "decision 1: 31 has no plays"},
	} {
		must.Fail(t, must.Err(openings.Read(strings.NewReader(c.text), "book.json")), c.want, c.text)
	}
}
