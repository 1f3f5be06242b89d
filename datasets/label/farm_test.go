package label_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"gammonlab/datasets"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/farm"
	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
)

// Other machines compute the same labels as this one, by each method.
func TestKind(t *testing.T) {
	for _, by := range label.Methods() {
		t.Run(by.String(), func(t *testing.T) {
			t.Parallel()
			rows := fewer(40)
			switch by {
			case datasets.Static, datasets.Bearoff:
				rows = 700 // more than the largest shards
			case datasets.Rollout:
				rows = fewer(12)
			}
			s := settingsOf(by)
			s.Cubeful = by == datasets.Rollout || by == datasets.Ply1
			s.Prune = by == datasets.Ply1
			j := &label.Job{In: write(t, rowsOf(rows)), Labeller: newLabeller(t, s)}
			work := label.Work(t, j)
			work.Other = label.Work(t, &label.Job{In: write(t, rowsOf(rows-1)), Labeller: j.Labeller}).Job
			farmtest.Kind(t, work)
		})
	}
}

// A labeller with a custom evaluator cannot be described for other machines.
func TestKindOfOwnEvaluator(t *testing.T) {
	l := must.Get(label.New(own{}, settingsOf(datasets.Static)))(t)
	work := label.Work(t, &label.Job{In: write(t, rowsOf(5)), Labeller: l})
	must.Fail(t, must.Err(work.Job.Describe()), "label_test.own is not a model")
}

type own struct{ engine.Evaluator }

// pool is a pool of machines: it requests shards of a number of items, runs
// them by Doers of the description, and makes results durable after every
// second one.
type pool struct {
	t     *testing.T
	items int
	sent  *int // bytes of payloads
}

func (p pool) Run(ctx context.Context, job *farm.Job, next farm.Source, take func(farm.Shard, []byte) error, durable func() error) error {
	d := must.Get(job.Describe())(p.t)
	files := farmtest.Store(p.t, d.Files)
	there := *job
	there.Doer = must.Get(label.Kind().Open(ctx, d.Spec, files))(p.t)
	taken, rows := 0, uint64(0)
	err := farm.Local{Workers: 2}.Run(ctx, &there, func(int) (farm.Shard, error) {
		s, err := next(p.items)
		*p.sent += len(s.Payload)
		return s, err
	}, func(s farm.Shard, result []byte) error {
		if err := job.Check(s, result); err != nil {
			return err
		}
		if err := take(s, result); err != nil {
			return err
		}
		rows += s.Items
		if taken++; taken%2 == 0 {
			return durable()
		}
		return nil
	}, durable)
	return errors.Join(err, farmtest.CheckItems(job, rows))
}

// Rows with good labels, and rows of other classes, are not sent. The database
// and the summary are those of local goroutines.
func TestPool(t *testing.T) {
	in := write(t, mixed(t))
	for _, by := range []datasets.Method{datasets.Ply1, datasets.Rollout} {
		j := label.Job{In: in, Out: out(t), Labeller: newLabeller(t, settingsOf(by)), Classes: engine.ClassList{engine.Contact, engine.Race}}
		want := run(t, j)
		for _, items := range []int{1, 40, 1 << 20} {
			there, sent := j, 0
			there.Out, there.Pool = out(t), pool{t, items, &sent}
			if got := run(t, there); !reflect.DeepEqual(got, want) || digest(t, there.Out) != digest(t, j.Out) {
				t.Errorf("%v, shards of %d: other bytes than without a pool, or %+v, want %+v", by, items, got, want)
			}
			if most := 10*int(want.Wanted) + int(want.Rows); sent > most {
				t.Errorf("%v, shards of %d: %d bytes are sent, want at most %d", by, items, sent, most)
			}
		}
	}
}
