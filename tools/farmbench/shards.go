package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"gammonlab/farm"
	"gammonlab/farm/submit"
)

// benchShards measures the server's processor time for each shard, with shards that need
// no computation.
func benchShards(ctx context.Context, s *settings) error {
	for _, c := range []struct{ bytes, shards int }{{1000, 20000}, {4000, 20000}, {10000, 10000}, {100000, 3000}} {
		if err := s.measureShards(ctx, filepath.Join(s.folder, fmt.Sprint("shards", c.bytes)), c.bytes, c.shards); err != nil {
			return err
		}
	}
	return nil
}

func (s *settings) measureShards(ctx context.Context, store string, bytes, shards int) error {
	srv, err := s.startServer(ctx, store)
	if err != nil {
		return err
	}
	w, err := startWorkers(ctx, srv.url, store+"-cache", 4, 8, sleeper{})
	if err != nil {
		return err
	}
	d := &sleeper{Bytes: bytes}
	j, next := job(d, uint64(shards), nil)
	j.Check = func(_ farm.Shard, result []byte) error {
		if len(result) != bytes {
			return fmt.Errorf("%d bytes, want %d", len(result), bytes)
		}
		return nil
	}
	begun, since := time.Duration(0), time.Time{}
	const lead = 500 // shards before the measurement
	n := 0
	err = submitJob(ctx, srv.url, j, next, submit.Options{Shard: time.Microsecond}, func() error {
		if n++; n == lead {
			since = time.Now()
			begun, err = srv.used()
		}
		return err
	})
	took := time.Since(since)
	if err != nil {
		return err
	}
	used, err := srv.used()
	if err != nil {
		return err
	}
	each := (used - begun) / time.Duration(shards-lead)
	fmt.Printf("  %6d bytes each way: %v of a server's core a shard, %.0f shards/s\n", bytes, each.Round(time.Microsecond), float64(shards-lead)/took.Seconds())
	w.close()
	return srv.stop()
}
