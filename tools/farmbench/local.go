package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// localWorkers is the number of workers, or goroutines, in the part local.
const localWorkers = 4

// benchLocal compares workers of this machine with goroutines of the command.
func benchLocal(ctx context.Context, s *settings) error {
	l := &local{settings: s}
	if err := l.serve(ctx); err != nil {
		return err
	}
	defer l.end()
	for _, c := range []struct {
		by        string
		positions int
		more      []string
	}{
		{"ply1", s.positions, nil},
		{"rollout", s.rollouts, []string{"--trials", "360"}},
	} {
		in := filepath.Join(s.folder, c.by+".parquet")
		if _, err := l.run(ctx, "dataset", "generate", "--positions", strconv.Itoa(c.positions), "--seed", "1", "--out", in); err != nil {
			return err
		}
		label := append([]string{"dataset", "label", in, "--method", c.by}, c.more...)
		var here, there []time.Duration
		for i := range s.runs {
			out := filepath.Join(s.folder, fmt.Sprint(c.by, i))
			took, err := l.run(ctx, append(label, "--out", out+".here", "--workers", strconv.Itoa(localWorkers))...)
			if err != nil {
				return err
			}
			here = append(here, took)
			if took, err = l.run(ctx, append(label, "--out", out+".there", "--pool", l.server.url)...); err != nil {
				return err
			}
			there = append(there, took)
			if err := same(out+".here", out+".there"); err != nil {
				return err
			}
		}
		slices.Sort(here)
		slices.Sort(there)
		a, b := here[len(here)/2], there[len(there)/2]
		fmt.Printf("  %d positions by %s: %d goroutines %v, %d workers %v: %.1f %% (medians of %d)\n",
			c.positions, c.by, localWorkers, a.Round(time.Millisecond), localWorkers, b.Round(time.Millisecond), 100*a.Seconds()/b.Seconds(), s.runs)
	}
	return nil
}

// local is a farm on this machine.
type local struct {
	*settings
	server  *server
	workers []*exec.Cmd
}

// serve starts a server and the workers.
func (l *local) serve(ctx context.Context) (err error) {
	if l.server, err = l.startServer(ctx, filepath.Join(l.folder, "local")); err != nil {
		return err
	}
	for i := range localWorkers {
		w := exec.CommandContext(ctx, l.gammonlab, "worker", "--pool", l.server.url, "--cores", "1", "--name", fmt.Sprint("worker", i),
			"--cache", filepath.Join(l.folder, fmt.Sprint("cache", i)))
		w.Stderr = io.Discard
		if err := w.Start(); err != nil {
			return err
		}
		l.workers = append(l.workers, w)
	}
	time.Sleep(10 * time.Second) // until the workers have passed their tests
	return nil
}

func (l *local) end() {
	for _, w := range l.workers {
		_ = w.Process.Kill()
		_ = w.Wait() // returns an error, because the worker was killed
	}
	_ = l.server.stop()
}

// run runs the program and returns its running time.
func (l *local) run(ctx context.Context, args ...string) (time.Duration, error) {
	started := time.Now()
	out, err := exec.CommandContext(ctx, l.gammonlab, args...).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%v: %w\n%s", args, err, out)
	}
	return time.Since(started), nil
}

// same returns an error if the files differ.
func same(a, b string) error {
	x, errX := os.ReadFile(a)
	y, errY := os.ReadFile(b)
	if err := errors.Join(errX, errY); err != nil {
		return err
	}
	if string(x) != string(y) {
		return fmt.Errorf("%s and %s differ", a, b)
	}
	return nil
}
