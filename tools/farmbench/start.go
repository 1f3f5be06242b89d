package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"

	"gammonlab/farm"
	"gammonlab/farm/submit"
)

// benchStart measures the time until a server is ready.
func benchStart(ctx context.Context, s *settings) error {
	store := filepath.Join(s.folder, "start")
	for _, fill := range []bool{true, false} {
		size, err := sizeOf(store)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		srv, err := s.startServer(ctx, store)
		if err != nil {
			return err
		}
		fmt.Printf("  ready after %v, with a store of %d MB\n", srv.ready.Round(time.Millisecond), size/1e6)
		if fill {
			if err := fillStore(ctx, srv.url, store+"-cache", 1<<30); err != nil {
				return err
			}
		}
		if err := srv.stop(); err != nil {
			return err
		}
	}
	return nil
}

// noise returns a file of random bytes.
func noise(size int64) *farm.File {
	return &farm.File{SHA256: strings.Repeat("0", 64), Name: "noise", Size: size, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(io.LimitReader(rand.NewChaCha8([32]byte{}), size)), nil
	}}
}

// fillStore stores a file of the given size on the server. The server keeps it for later
// jobs.
func fillStore(ctx context.Context, url, cache string, size int64) error {
	w, err := startWorkers(ctx, url, cache, 1, 1, sleeper{})
	if err != nil {
		return err
	}
	defer w.close()
	j, next := job(&sleeper{Bytes: manyBytes}, 2, noise(size)) // the second shard waits for the file
	return submitJob(ctx, url, j, next, submit.Options{}, func() error { return nil })
}

// sizeOf returns the total size of the files in the folder, in bytes.
func sizeOf(folder string) (size int64, err error) {
	err = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}
