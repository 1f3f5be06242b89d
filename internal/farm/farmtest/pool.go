package farmtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"gammonlab/internal/farm"
)

// Pool runs jobs as other machines do: with doers created from the description, in shards
// of several items, with a check of each result. Sometimes it makes results durable.
type Pool struct {
	Kinds   []farm.Kind
	Items   int    // of a shard
	Workers int    // goroutines
	Folder  string // of files
}

// NewPool returns a pool of 3 workers and shards of 5 items.
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

// CheckItems returns an error if the job, whose items are all taken, announced another
// number of items.
func CheckItems(job *farm.Job, items uint64) error {
	switch {
	case job.Items == nil:
		return errors.New("the job announces no number of items")
	case job.AtMost && items <= job.Items(), !job.AtMost && items == job.Items():
		return nil
	}
	return fmt.Errorf("%d items were taken and %d announced, at most: %v", items, job.Items(), job.AtMost)
}

// open makes a doer of the description.
func (p *Pool) open(ctx context.Context, d *farm.Description) (farm.Doer, error) {
	i := slices.IndexFunc(p.Kinds, func(k farm.Kind) bool { return k.Name == d.Kind })
	if i < 0 {
		return nil, fmt.Errorf("no kind %q is known", d.Kind)
	}
	return openIn(ctx, p.Folder, p.Kinds[i], d)
}

// openIn makes a doer of the description and of its files, which it puts into the
// folder.
func openIn(ctx context.Context, folder string, kind farm.Kind, d *farm.Description) (farm.Doer, error) {
	files, err := store(folder, d.Files)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	var sent farm.Description
	if err := json.Unmarshal(text, &sent); err != nil {
		return nil, err
	}
	return kind.Open(ctx, sent.Spec, files)
}
