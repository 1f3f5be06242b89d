// Command farmbench measures a farm: the server's processor time for each shard, a server
// with many workers, the start of a server, the fetching of files, and workers of this
// machine compared with goroutines. docs/benchmarks.md contains the results. It needs
// Linux.
//
//	make build
//	go run ./tools/farmbench
//	go run ./tools/farmbench -part many -workers 1000 -time 1m
//	go run ./tools/farmbench -part local -runs 5
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// settings are the values of the flags.
type settings struct {
	workers   int
	time      time.Duration
	gammonlab string
	runs      int
	positions int
	rollouts  int
	folder    string
}

// part is a benchmark.
type part struct {
	name string
	run  func(ctx context.Context, s *settings) error
}

var parts = []part{{"shards", benchShards}, {"many", benchMany}, {"start", benchStart}, {"files", benchFiles}, {"local", benchLocal}}

func main() {
	var s settings
	names := flag.String("part", "shards,many,start,files", "the parts to run: shards, many, start, files, local")
	flag.IntVar(&s.workers, "workers", 1000, "workers of the part many")
	flag.DurationVar(&s.time, "time", time.Minute, "duration of the part many")
	flag.StringVar(&s.gammonlab, "gammonlab", "bin/gammonlab", "the program")
	flag.IntVar(&s.runs, "runs", 3, "runs of each kind of the part local")
	flag.IntVar(&s.positions, "positions", 200000, "positions to label by ply1 in the part local")
	flag.IntVar(&s.rollouts, "rollouts", 200, "positions to label by rollouts in the part local")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := s.run(ctx, strings.Split(*names, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "farmbench:", err)
		stop()
		os.Exit(1)
	}
}

// run runs the parts with the given names.
func (s *settings) run(ctx context.Context, names []string) (err error) {
	if s.gammonlab, err = filepath.Abs(s.gammonlab); err != nil {
		return err
	}
	if s.folder, err = os.MkdirTemp("", "farmbench"); err != nil {
		return err
	}
	defer os.RemoveAll(s.folder)
	for _, name := range names {
		i := slices.IndexFunc(parts, func(p part) bool { return p.name == name })
		if i < 0 {
			return fmt.Errorf("-part contains %q, want names from shards, many, start, files, local", name)
		}
		load, _ := os.ReadFile("/proc/loadavg") // context for the results; "" if unknown
		fmt.Printf("%s, load %.14s\n", name, load)
		if err := parts[i].run(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
