package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"gammonlab/farm"
	"gammonlab/farm/submit"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/version"
)

const (
	kindName = "farmbench/1"
	class    = "any"
)

// sleeper is a [farm.Doer] that sleeps and returns a payload of a given size.
type sleeper struct {
	Took  time.Duration
	Bytes int
	File  string // digest

	begun   func()                   // is called when a shard begins
	slept   func(from, to time.Time) // is called when a shard ends
	fetched func(took time.Duration) // is called when the file has been fetched
}

func (d *sleeper) Clone() (farm.Doer, error) { c := *d; return &c, nil }

// Do sleeps, except for the first shard, which each worker computes as the canary.
func (d *sleeper) Do(ctx context.Context, s farm.Shard, dst []byte) ([]byte, error) {
	if s.First > 0 && d.begun != nil {
		d.begun()
	}
	if s.First > 0 && d.Took > 0 {
		from := time.Now()
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(d.Took):
		}
		if d.slept != nil {
			d.slept(from, time.Now())
		}
	}
	return append(dst, make([]byte, d.Bytes)...), nil
}

// job returns a job whose shards d computes, and its source.
func job(d *sleeper, shards uint64, file *farm.File) (*farm.Job, farm.Source) {
	text, err := json.Marshal(d)
	j := &farm.Job{Doer: d, Items: func() uint64 { return shards }, Describe: func() (*farm.Description, error) {
		description := &farm.Description{Kind: kindName, Spec: text, Class: class}
		if file != nil {
			description.Files = []farm.File{*file}
		}
		return description, err
	}}
	next, payload := uint64(0), make([]byte, d.Bytes)
	return j, func(int) (farm.Shard, error) {
		if next == shards {
			return farm.Shard{}, io.EOF
		}
		next++
		return farm.Shard{First: next - 1, Items: 1, Payload: payload}, nil
	}
}

// workers are workers of this process.
type workers struct {
	group sync.WaitGroup
	stop  context.CancelFunc
}

// startWorkers starts workers with the given number of cores each. The workers call the
// functions of watch.
func startWorkers(ctx context.Context, url, cache string, n, cores int, watch sleeper) (*workers, error) {
	w := &workers{}
	ctx, w.stop = context.WithCancel(ctx)
	kind := farm.Kind{Name: kindName, Open: func(ctx context.Context, spec json.RawMessage, files farm.Files) (farm.Doer, error) {
		d := &sleeper{begun: watch.begun, slept: watch.slept}
		if err := json.Unmarshal(spec, d); err != nil || d.File == "" {
			return d, err
		}
		started := time.Now()
		_, err := files(ctx, d.File)
		watch.fetched(time.Since(started))
		return d, err
	}}
	for i := range n {
		c, err := wire.Dial(ctx, wire.Options{URL: url, Name: fmt.Sprintf("worker%d", i)})
		if err != nil {
			return w, err
		}
		w.group.Go(func() {
			defer c.Close()
			_ = worker.Run(ctx, c, worker.Options{Kinds: []farm.Kind{kind}, Cores: cores, Cache: cache, Class: class,
				Toolkit: version.Toolkit, Revision: version.Build()}) // ends with the context
		})
	}
	return w, nil
}

func (w *workers) close() {
	w.stop()
	w.group.Wait()
}

// submitJob submits the job to the server and returns when the job has ended.
func submitJob(ctx context.Context, url string, j *farm.Job, next farm.Source, o submit.Options, take func() error) error {
	c, err := wire.Dial(ctx, wire.Options{URL: url, Name: "submitter"})
	if err != nil {
		return err
	}
	defer c.Close()
	return submit.New(c, o).Run(ctx, j, next, func(farm.Shard, []byte) error { return take() }, nil)
}
