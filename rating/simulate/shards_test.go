package simulate

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gammonlab/engine/enginetest"
	"gammonlab/farm"
	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
)

// newJob returns a study of the small grid, of which nothing is played, and its job.
func newJob(t testing.TB) (*run, *farm.Job) {
	t.Helper()
	r := must.Get(newRun(must.Get(opened(small(t)))(t)))(t)
	return r, &r.job().Job
}

func TestKind(t *testing.T) {
	o := small(t)
	o.Grid.Restrict([]int{1})
	o.Grid.Matches, o.Grid.Pairs[1].Matches = 1, 1
	r := must.Get(newRun(must.Get(opened(o))(t)))(t)
	_, other := newJob(t) // of another grid
	work := farmtest.Of(r.job(), Kind(), func() func(int) (*shard, error) { return r.newSource().shard })
	work.Other = other
	work.Join = func(dst []byte, _ farm.Shard, result []byte) ([]byte, error) { // the order depends on the shards
		records := slices.Collect(slices.Chunk(append(dst, result...), recordSize))
		slices.SortFunc(records, slices.Compare[[]byte])
		return slices.Concat(records...), nil
	}
	farmtest.Kind(t, work)
}

// A study on a farm equals that of this process.
func TestPool(t *testing.T) {
	_, whole := smallStudy(t)
	o, path := small(t), t.TempDir()+"/study.parquet"
	o.Pool = farmtest.NewPool(t, Kind())
	must.Get(runIn(t.Context(), path, o))(t)
	if bytesOf(t, path) != bytesOf(t, whole) {
		t.Error("the bytes are others")
	}
}

// A job with evaluators that other machines cannot load is refused.
func TestNotPortable(t *testing.T) {
	o := small(t)
	o.Model.Evaluator = enginetest.Pips{}
	r := must.Get(newRun(must.Get(opened(o))(t)))(t)
	must.Fail(t, must.Err(r.job().Describe()), "is not a model that other machines can load")
}

func noFiles(context.Context, string) (string, error) { return "", errors.New("no files here") }

// Invalid descriptions are refused.
func TestOpenRefuses(t *testing.T) {
	_, job := newJob(t)
	d := must.Get(job.Describe())(t)
	for old, c := range map[string]struct{ new, want string }{
		`"matches":2`: {`"matches":0`, "matches is 0"},
		`"judge":0`:   {`"judge":9`, "judge is 9, want 0 to 4"},
		`"seed":5`:    {`"seed":6`, "model: no files here"},
	} {
		text := strings.Replace(string(d.Spec), old, c.new, 1)
		if text == string(d.Spec) {
			t.Fatalf("no %s in %s", old, text)
		}
		must.Fail(t, must.Err(Kind().Open(t.Context(), json.RawMessage(text), noFiles)), c.want, old)
	}
}

// A shard outside the grid is an error.
func TestShardOutside(t *testing.T) {
	_, job := newJob(t)
	for _, s := range []farm.Shard{
		{First: smallTotal, Items: 1}, {First: smallTotal - 1, Items: 2}, {First: 1, Items: math.MaxUint64},
	} {
		must.Fail(t, must.Err(job.Doer.Do(t.Context(), s, nil)), "of a grid with 15")
	}
}

// checked is a shard of matches of the last cell.
var checked = farm.Shard{First: smallTotal - 3, Items: 3}

func TestCheckRefuses(t *testing.T) {
	_, job := newJob(t)
	good := must.Get(job.Doer.Do(t.Context(), checked, nil))(t)
	must.OK(t, job.Check(checked, good))
	for name, c := range map[string]struct {
		change func(m *record)
		want   string
	}{
		"cell":  {func(m *record) { m.Cell, m.Match = 1, 1 }, "match 1 of place 1, want match 9 of place 2"},
		"grid":  {func(m *record) { m.Cell = 5 }, "not in the grid"},
		"match": {func(m *record) { m.Match = 2 }, "match 2 of place 2, want match 9 of place 2"},
		"won":   {func(m *record) { m.Won = 2 }, "won 2 times"},
		"games": {func(m *record) { m.Games = 0 }, "column games is 0"},
		"luck":  {func(m *record) { m.Luck = math.NaN() }, "luck_adjusted is NaN"},
		"error": {func(m *record) { m.Errors[2] = -1 }, "column cube_error_a is -1"},
	} {
		var m record
		must.Get(binary.Decode(good[recordSize:], binary.LittleEndian, &m))(t)
		c.change(&m)
		bad := must.Get(binary.Append(slices.Clone(good[:recordSize]), binary.LittleEndian, &m))(t)
		must.Fail(t, job.Check(checked, append(bad, good[2*recordSize:]...)), c.want, name)
	}
}

// Descriptions from outside never panic.
func FuzzOpen(f *testing.F) {
	_, job := newJob(f)
	d := must.Get(job.Describe())(f)
	f.Add([]byte(d.Spec))
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := Kind().Open(t.Context(), text, noFiles); err == nil {
			t.Error("opened without files")
		}
	})
}
