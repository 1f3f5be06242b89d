package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"time"

	"gammonlab/farm/submit"
	"gammonlab/internal/digest"
)

// modelSize is the size of a large model in bytes.
const modelSize = 10 << 20

// benchFiles measures the time from the start of a worker to its first shard, and how much
// of this time the worker needs to fetch a model.
func benchFiles(ctx context.Context, s *settings) error {
	store := filepath.Join(s.folder, "files")
	srv, err := s.startServer(ctx, store)
	if err != nil {
		return err
	}
	model := noise(modelSize)
	content, _ := model.Open()
	sum := digest.New()
	if _, err := io.Copy(sum, content); err != nil {
		return err
	}
	model.SHA256 = sum.String()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	j, next := job(&sleeper{Took: 100 * time.Millisecond, Bytes: manyBytes, File: model.SHA256}, 1<<40, model)
	go func() {
		ended <- submitJob(ctx, srv.url, j, next, submit.Options{}, func() error { return nil })
	}()
	time.Sleep(2 * time.Second) // until the server has the model
	first, once := make(chan struct{}), sync.Once{}
	var fetched time.Duration
	started := time.Now()
	w, err := startWorkers(ctx, srv.url, store+"-cache", 1, 1, sleeper{begun: func() { once.Do(func() { close(first) }) },
		fetched: func(took time.Duration) { fetched = took }})
	if err != nil {
		return err
	}
	select {
	case <-first:
		fmt.Printf("  a worker fetches a model of 10 MiB in %v, and begins its first shard %v after its start\n",
			fetched.Round(time.Millisecond), time.Since(started).Round(time.Millisecond))
	case err := <-ended:
		return fmt.Errorf("the job ended: %w", err)
	case <-time.After(time.Minute):
		return fmt.Errorf("no shard within a minute")
	}
	stop()
	<-ended
	w.close()
	return srv.stop()
}
