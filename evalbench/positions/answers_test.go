package positions

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

// stopped is a pubeval player that ends the context after some plays.
type stopped struct {
	player.Pubeval
	left   *int
	cancel context.CancelFunc
}

func (p stopped) Clone() engine.Player { return p }

func (p stopped) Choose(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error) {
	if *p.left--; *p.left == 0 {
		p.cancel()
	}
	return p.Pubeval.Choose(ctx, pos, roll, plays)
}

// A run that is stopped asks only the remaining questions when it goes on, with the same
// answers; a complete one asks none.
func TestKeptAnswers(t *testing.T) {
	all := Standard().Decisions[:60]
	path := filepath.Join(t.TempDir(), "answers")
	exam := func(p named.Player) *Exam {
		return &Exam{Players: named.Players{p}, Decisions: all, Workers: 1, Results: path}
	}
	own := exam(named.Of("pubeval", player.Pubeval{}))
	own.Results = ""
	want := must.Get(own.Run(t.Context()))(t).Players[0].Judged
	score := func(ctx context.Context, by stopped) ([]Judged, error) {
		e := exam(named.Of("pubeval", by.Pubeval))
		if by.left != nil {
			e = exam(named.Of("other", by))
		}
		r, err := e.Run(ctx)
		if err != nil {
			return nil, err
		}
		return r.Players[0].Judged, nil
	}
	for range 2 {
		if got := must.Get(score(t.Context(), stopped{}))(t); !reflect.DeepEqual(got, want) {
			t.Fatalf("%d answers, want %d", len(got), len(want))
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	left := 20
	if _, err := score(ctx, stopped{left: &left, cancel: cancel}); err == nil {
		t.Fatal("a stopped run has no error")
	}
	left = 1 << 30
	got := must.Get(score(t.Context(), stopped{left: &left, cancel: cancel}))(t)
	if asked := 1<<30 - left; asked == 0 || asked >= 50 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d plays were asked for again", asked)
	}
	if got := must.Get(score(t.Context(), stopped{left: &left, cancel: cancel}))(t); !reflect.DeepEqual(got, want) {
		t.Error("a complete file gives other answers")
	}
	before := must.Get(os.ReadFile(path))(t)
	own.Results, own.Decisions = path, all[1:]
	must.Fail(t, must.Err(own.Run(t.Context())), "decisions")
	own.Decisions, own.Seed = all, 1
	must.Fail(t, must.Err(own.Run(t.Context())), "seed 0, want 1")
	if string(must.Get(os.ReadFile(path))(t)) != string(before) {
		t.Error("a refused file was changed")
	}
}
