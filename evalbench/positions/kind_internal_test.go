package positions

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/rollout"
	"gammonlab/farm"
	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
)

// someBuilder returns the build of a few decisions, some of which are done already.
func someBuilder(t testing.TB) *builder {
	t.Helper()
	s := Defaults()
	s.Model.Evaluator, s.Seed, s.Candidates = enginetest.RandomStatic(t, 4, 5), 7, 2
	s.Rollout.Trials, s.Rollout.Truncation.Turns, s.Rollout.Luck, s.Rollout.Stop = 36, 1, rollout.NoLuck, rollout.Stop{}
	b := &builder{settings: &s}
	for i, pos := range enginetest.Positions(12, 9) {
		roll, state := board.Rolls[i], cube.State{}
		if i%4 == 0 {
			state = cube.Match(7, 3, 2, false)
			state.Roller = board.PlayerX
		}
		if i%3 == 0 || len(board.Plays(pos, roll)) == 0 {
			roll, state = board.Roll{}, moneyState()
		}
		b.spots = append(b.spots, spot{pos, roll, state})
	}
	b.left = []int{0, 1, 2, 5, 7, 8, 9}
	return b
}

func TestKind(t *testing.T) {
	b := someBuilder(t)
	left := slices.Clone(b.left)
	other := someBuilder(t)
	other.settings.PerGame = b.settings.PerGame + 1
	work := farmtest.Of(b.job(), BuildKind(), func() func(int) (*shard, error) {
		b.left = left
		return b.next
	})
	work.Other = &other.job().Job
	farmtest.Kind(t, work)
}

// TestBuildRefused checks invalid shards, results and descriptions.
func TestBuildRefused(t *testing.T) {
	b := someBuilder(t)
	job := b.job()
	doer := must.Get(job.Doer.Clone())(t)
	s := job.Worker.Shard(must.Get(b.next(1))(t))
	result := string(must.Get(doer.Do(t.Context(), s, nil))(t))
	must.OK(t, job.Check(s, []byte(result)))
	for from, c := range map[string]struct{ to, want string }{
		`"match":0`:   {`"match":1`, "the decision is position"},
		`"match":0,`:  {`"match":0, `, "not in canonical form"},
		"\n":          {"\n\n", "1 bytes follow"},
		`{"position"`: {`{"x":1,"position"`, `unknown field "x"`},
	} {
		must.Fail(t, job.Check(s, []byte(strings.Replace(result, from, c.to, 1))), c.want, from)
	}
	other := spot{board.Backgammon.Start(), board.Roll{}, moneyState()}
	must.Fail(t, job.Check(farm.Shard{First: 0, Items: 1, Payload: other.append(nil)}, []byte(result)), "the decision is position")
	for want, sp := range map[string]spot{
		"the game is over": {enginetest.Finished()[0], board.Roll{3, 1}, cube.State{}},
		"dice 07":          {board.Backgammon.Start(), board.Roll{0, 7}, cube.State{}},
	} {
		must.Fail(t, must.Err(doer.Do(t.Context(), farm.Shard{Items: 1, Payload: sp.append(nil)}, nil)), want)
	}
	spec := string(must.Get(b.settings.describe())(t).Spec)
	none := func(context.Context, string) (string, error) { return "", nil }
	for from, c := range map[string]struct{ to, want string }{
		`"candidates":2`: {`"candidates":1`, "candidates is 1, want at least 2"},
		`"truncate":1`:   {`"truncate":-1`, "truncate is -1"},
		`"trials":36`:    {`"trials":-1`, "-1"},
	} {
		changed := strings.Replace(spec, from, c.to, 1)
		must.Fail(t, must.Err(BuildKind().Open(t.Context(), json.RawMessage(changed), none)), c.want, changed)
	}
}

// A build whose evaluator is no net runs on this machine only.
func TestBuildOnPoolNeedsNet(t *testing.T) {
	b := someBuilder(t)
	b.settings.Model.Evaluator = enginetest.Pips{}
	_, err := b.job().Describe()
	must.Fail(t, err, "enginetest.Pips is not a model")
}

// Reading any bytes as results of a shard does not panic, and accepted results
// are possible decisions.
func FuzzBuildResult(f *testing.F) {
	b := someBuilder(f)
	job := b.job()
	doer := must.Get(job.Doer.Clone())(f)
	s := job.Worker.Shard(must.Get(b.next(2))(f))
	result := must.Get(doer.Do(f.Context(), s, nil))(f)
	f.Add(s.Payload, result)
	f.Fuzz(func(t *testing.T, payload, result []byte) {
		s := farm.Shard{Items: uint64(len(payload) / spotSize), Payload: payload}
		if job.Check(s, result) != nil {
			return
		}
		read := must.Get(job.Worker.Piece(s))(t)
		must.OK(t, job.Worker.ReadResult(result, read))
		for _, d := range read.decisions {
			must.OK(t, d.check(b.settings.Game()))
		}
	})
}
