package main

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"gammonlab/farm"
	"gammonlab/farm/submit"
)

const (
	manyShard = 10 * time.Second
	manyBytes = 10000 // in each direction; the server does not enlarge shards with payloads above 8 kB
)

// window sums the time of shards within an interval of time.
type window struct {
	mu       sync.Mutex
	from, to time.Time
	sum      time.Duration
}

// add adds the part of a shard's time that lies in the window, if the window is open.
func (w *window) add(from, to time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.from.IsZero() {
		return
	}
	if from.Before(w.from) {
		from = w.from
	}
	if to.After(w.to) {
		to = w.to
	}
	w.sum += max(to.Sub(from), 0)
}

// open opens the window when most workers have a shard.
func (w *window) open(length time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.from, w.to = time.Now(), time.Now().Add(length)
}

// benchMany measures a server with many workers of one core and shards of 10 s.
func benchMany(ctx context.Context, s *settings) error {
	store := filepath.Join(s.folder, "many")
	srv, err := s.startServer(ctx, store)
	if err != nil {
		return err
	}
	var win window
	w, err := startWorkers(ctx, srv.url, store+"-cache", s.workers, 1, sleeper{slept: win.add})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	j, next := job(&sleeper{Took: manyShard, Bytes: manyBytes}, 1<<40, nil)
	j.Check = func(farm.Shard, []byte) error { return nil }
	go func() {
		ended <- submitJob(ctx, srv.url, j, next, submit.Options{Shard: manyShard}, func() error { return nil })
	}()
	const lead = 3 * manyShard // until all workers have begun
	time.Sleep(lead)
	before, err := srv.used()
	if err != nil {
		return err
	}
	win.open(s.time)
	time.Sleep(s.time)
	after, err := srv.used()
	if err != nil {
		return err
	}
	memory, err := srv.memory()
	if err != nil {
		return err
	}
	time.Sleep(manyShard + time.Second) // unfinished shards are counted when they end
	win.mu.Lock()
	share := win.sum.Seconds() / s.time.Seconds() / float64(s.workers)
	win.mu.Unlock()
	fmt.Printf("  %d workers, shards of %v for %v: %.1f %% of ideal, the server %.1f %% of a core, at most %.0f MB\n",
		s.workers, manyShard, s.time, 100*share, 100*float64(after-before)/float64(s.time), memory)
	stop()
	<-ended
	w.close()
	return srv.stop()
}
