package rollout

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/farm"
	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
)

// matchStakes returns the stakes of a score with a custom match equity table.
func matchStakes(t testing.TB) *cube.Stakes {
	met := cube.NewMec(cube.Mec{GammonRate: 0.3, WinRate: 0.48})
	return must.Get(cube.Prepare(cube.Match(5, 1, 3, false), met))(t)
}

// shortSettings are those of short trials in which the player looks ahead late.
func shortSettings(t testing.TB) Settings {
	s := Defaults()
	s.Trials, s.Seed, s.Truncation.Turns, s.Luck = 37, 1<<60, 2, NoLuck
	s.Filter, s.Late = must.Get(search.ParseFilter("tiny"))(t), Late{From: 1, Plies: 1}
	return s
}

// newWork returns the test of a rollout of which nothing is done.
func newWork(t testing.TB, alternatives []Alternative) farmtest.Work {
	t.Helper()
	s := shortSettings(t)
	all := must.Get(newTrials(&s.Trial, engine.NewFull(enginetest.RandomStatic(t, 10, 1)), alternatives))(t)
	work := farmtest.Of(all.job(), Kind(), func() func(int) (*shard, error) {
		r := newRun(&s, alternatives)
		return func(items int) (*shard, error) {
			s, err := r.next(items)
			if err == farm.ErrLater { // all trials are handed out, and none is taken
				err = io.EOF
			}
			return s, err
		}
	})
	work.Join = ordered
	return work
}

// newJob returns the job of a rollout.
func newJob(t testing.TB, alternatives []Alternative) *farm.Job { return newWork(t, alternatives).Job }

// sampleSize is the size of a sample in a result.
const sampleSize = 8 * Values

// ordered appends samples in the order of their trials, each with its number.
func ordered(dst []byte, s farm.Shard, result []byte) ([]byte, error) {
	const size = 8 + sampleSize
	for i := range s.Items {
		dst = append(dst, make([]byte, 8)...)
		for k := range 8 {
			dst[len(dst)-8+k] = byte((s.First + i) >> (56 - 8*k))
		}
		dst, result = append(dst, result[:sampleSize]...), result[sampleSize:]
	}
	numbered := slices.Collect(slices.Chunk(dst, size))
	slices.SortFunc(numbered, bytes.Compare)
	return slices.Concat(numbered...), nil
}

func TestKind(t *testing.T) {
	start := board.Backgammon.Start()
	for name, alternatives := range map[string][]Alternative{
		"a position": OfPosition(board.Hypergammon3.Start(), nil),
		"a double":   OfDouble(start, matchStakes(t)),
		"plays":      OfPlays(start, board.Plays(start, board.Roll{3, 1})[:1], must.Get(cube.Prepare(cube.Money(true, false), nil))(t)),
	} {
		t.Run(name, func(t *testing.T) {
			work := newWork(t, alternatives)
			work.Other = newJob(t, OfPosition(enginetest.Positions(1, 3)[0], nil))
			farmtest.Kind(t, work)
		})
	}
}

// The result and the file of a farm equal those of this process, for any rule of
// stopping; the farm resumes the interrupted work of this process.
func TestPool(t *testing.T) {
	start := board.Backgammon.Start()
	plays := OfPlays(start, board.Plays(start, board.Roll{3, 1})[:4], matchStakes(t))
	for name, stop := range map[string]Stop{
		"never": {}, "error": {MinTrials: 36, Error: 0.05}, "distance": {MinTrials: 40, Distance: 1},
	} {
		run := func(ctx context.Context, state string, change func(s *Settings)) (*Result, error) {
			s := shortSettings(t)
			s.Trials, s.Stop, s.Late, s.State = 250, stop, Late{}, state
			change(&s)
			return Run(ctx, enginetest.RandomStatic(t, 10, 1), plays, s)
		}
		folder := t.TempDir()
		want := must.Get(run(t.Context(), filepath.Join(folder, "alone"), func(s *Settings) { s.Workers = 1 }))(t)
		file := must.Get(os.ReadFile(filepath.Join(folder, "alone")))(t)
		for _, items := range []int{5, 100} {
			pool := farmtest.NewPool(t, Kind())
			pool.Items = items
			path := filepath.Join(folder, "pool")
			ctx, cancel := context.WithCancel(t.Context())
			_, err := run(ctx, path, func(s *Settings) {
				s.Progress = func(r *Result) {
					if r.Trials() > 30 {
						cancel()
					}
				}
			})
			must.Fail(t, err, "context canceled")
			got := must.Get(run(t.Context(), path, func(s *Settings) { s.Pool = pool }))(t)
			for i := range want.Outcomes {
				if got.Outcomes[i].Estimate != want.Outcomes[i].Estimate || got.Outcomes[i].Status != want.Outcomes[i].Status {
					t.Errorf("%s, shards of %d: alternative %d: %+v, want %+v", name, items, i, got.Outcomes[i], want.Outcomes[i])
				}
			}
			if !bytes.Equal(must.Get(os.ReadFile(path))(t), file) {
				t.Errorf("%s, shards of %d: the file differs", name, items)
			}
			must.OK(t, os.Remove(path))
		}
	}
}

// Trials are distributed up to one decision of the stopping rule ahead, by
// multiples of 36 if many are requested, without trials that exist.
func TestSource(t *testing.T) {
	s := Settings{Trials: 1000, Stop: Stop{MinTrials: 100, Error: 0.1}, Progress: func(*Result) {}}
	r := newRun(&s, make([]Alternative, 2))
	r.tracks[1].put(80, &Sample{})
	for i, want := range []*shard{
		shardOf(0, 0, 36), shardOf(1, 0, 36), shardOf(0, 36, 36), shardOf(1, 36, 36), shardOf(0, 72, 36), shardOf(1, 72, 8),
		shardOf(1, 81, 27), shardOf(0, 108, 36), shardOf(1, 108, 36),
	} {
		if got, err := r.next(50); got.First != want.First || got.Items != want.Items || err != nil {
			t.Errorf("shard %d is %+v, %v, want %+v", i, got, err, want)
		}
	}
	if _, err := r.next(50); err != farm.ErrLater {
		t.Errorf("after one decision ahead: %v, want ErrLater", err)
	}
}

// An evaluator that other machines cannot load cannot be described.
func TestNotPortable(t *testing.T) {
	s := shortSettings(t)
	s.Pool = farmtest.NewPool(t, Kind())
	err := must.Err(Run(t.Context(), enginetest.Pips{}, OfPosition(board.Backgammon.Start(), nil), s))
	must.Fail(t, err, "is not a model that other machines can load")
}

func TestOpenRefuses(t *testing.T) {
	stakes := must.Get(cube.Prepare(cube.Money(false, false), nil))(t)
	job := newJob(t, OfPosition(board.Backgammon.Start(), stakes))
	d := must.Get(job.Describe())(t)
	files := farmtest.Store(t, d.Files)
	for _, c := range []struct{ old, new, want string }{
		{`"Own":[0,0`, `"Own":[0,9`, "alternative 1: "},
		{`"stakes":[`, `"stakes":[{},`, "stakes of 2 alternatives, want 1"},
		{`"truncate":2`, `"truncate":-2`, "truncate is -2, want at least 0"},
		{`"Cube":1`, `"Cube":3`, "cube at 3"},
		{`"Length":0,"OwnAway":0,"OppAway":0`, `"Length":5,"OwnAway":5,"OppAway":5`, "without a match equity table"},
		{`"stakes":[`, `"met":"1234","stakes":[`, "met: "},
	} {
		text := strings.Replace(string(d.Spec), c.old, c.new, 1)
		if text == string(d.Spec) {
			t.Fatalf("no %s in %s", c.old, text)
		}
		must.Fail(t, must.Err(Kind().Open(t.Context(), json.RawMessage(text), files)), c.want, c.old)
	}
}

func TestShardOutside(t *testing.T) {
	job := newJob(t, twoPositions())
	for _, s := range []farm.Shard{
		{First: 2 * maxTrials, Items: 1}, {First: maxTrials - 1, Items: 2}, {First: 1, Items: math.MaxUint64},
	} {
		must.Fail(t, must.Err(job.Doer.Do(t.Context(), s, nil)), "want those of one of 2 alternatives")
	}
}

// twoPositions are quickly played.
func twoPositions() []Alternative {
	return slices.Concat(OfPosition(board.Hypergammon3.Start(), nil), OfPosition(board.Hypergammon1.Start(), nil))
}

// checked is a shard.
var checked = farm.Shard{First: maxTrials + 7, Items: 3}

func TestCheckRefuses(t *testing.T) {
	job := newJob(t, twoPositions())
	good := must.Get(job.Doer.Do(t.Context(), checked, nil))(t)
	must.OK(t, job.Check(checked, good))
	for name, c := range map[string]struct {
		change func(s *Sample)
		want   string
	}{
		"no number": {func(s *Sample) { s[Value] = math.NaN() }, "trial 8 of alternative 2: value 6 is NaN"},
		"infinite":  {func(s *Sample) { s[engine.Win] = math.Inf(1) }, "value 0 is +Inf"},
		"equity":    {func(s *Sample) { s[Cubeless] += 1e-6 }, "the cubeless equity is "},
	} {
		samples := make([]Sample, checked.Items)
		must.Get(binary.Decode(good, binary.LittleEndian, samples))(t)
		c.change(&samples[1])
		must.Fail(t, job.Check(checked, must.Get(binary.Append(nil, binary.LittleEndian, samples))(t)), c.want, name)
	}
}

// Descriptions from outside never panic.
func FuzzOpen(f *testing.F) {
	job := newJob(f, OfDouble(board.Backgammon.Start(), matchStakes(f)))
	d := must.Get(job.Describe())(f)
	f.Add([]byte(d.Spec))
	f.Fuzz(func(t *testing.T, text []byte) {
		doer, err := Kind().Open(t.Context(), text, farmtest.Store(t, d.Files))
		if (doer == nil) != (err != nil) {
			t.Errorf("got %v, %v", doer, err)
		}
	})
}
