package farmtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"gammonlab/farm"
)

// Pool runs jobs as other machines do: it creates doers from the description, uses shards
// of several items, and checks each result. From time to time it calls durable.
type Pool struct {
	Kinds   []farm.Kind
	Items   int    // items per shard
	Workers int    // number of goroutines
	Folder  string // folder of the job's files
}

// NewPool returns a pool with 3 workers and 5 items per shard.
func NewPool(t testing.TB, kinds ...farm.Kind) *Pool {
	return &Pool{Kinds: kinds, Items: 5, Workers: 3, Folder: t.TempDir()}
}

// Run implements [farm.Pool].
func (p *Pool) Run(ctx context.Context, job *farm.Job, next farm.Source, take func(farm.Shard, []byte) error, durable func() error) error {
	d, err := job.Describe()
	if err != nil {
		return err
	}
	doer, err := p.open(ctx, d)
	if err != nil {
		return err
	}
	there, taken, items, enough := farm.Job{Doer: doer}, 0, uint64(0), false
	err = farm.Local{Workers: p.Workers}.Run(ctx, &there, func(int) (farm.Shard, error) { return next(p.Items) },
		func(s farm.Shard, result []byte) error {
			items += s.Items
			if err := job.Check(s, result); err != nil {
				return fmt.Errorf("the result of the shard at %d: %w", s.First, err)
			}
			if err := take(s, result); err != nil {
				enough = errors.Is(err, farm.ErrEnough)
				return err
			}
			if taken++; taken%3 == 0 && durable != nil {
				return durable()
			}
			return nil
		}, durable)
	if err == nil && !enough {
		err = CheckItems(job, items)
	}
	return err
}

// CheckItems returns an error if Items of a finished job disagrees with the number of
// taken items.
func CheckItems(job *farm.Job, items uint64) error {
	switch {
	case job.Items == nil:
		return errors.New("the job announces no number of items")
	case job.AtMost && items <= job.Items(), !job.AtMost && items == job.Items():
		return nil
	}
	return fmt.Errorf("%d items were taken and %d announced, at most: %v", items, job.Items(), job.AtMost)
}

// open creates a doer from the description.
func (p *Pool) open(ctx context.Context, d *farm.Description) (farm.Doer, error) {
	i := slices.IndexFunc(p.Kinds, func(k farm.Kind) bool { return k.Name == d.Kind })
	if i < 0 {
		return nil, fmt.Errorf("no kind %q is known", d.Kind)
	}
	return openIn(ctx, p.Folder, p.Kinds[i], d)
}

// openIn copies the files of the description to the folder and creates a doer from the
// description.
func openIn(ctx context.Context, folder string, kind farm.Kind, d *farm.Description) (farm.Doer, error) {
	files, err := store(folder, d.Files)
	if err != nil {
		return nil, err
	}
	sent, err := send(d)
	if err != nil {
		return nil, err
	}
	return kind.Open(ctx, sent.Spec, files)
}
