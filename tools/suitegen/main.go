// Command suitegen computes the answers of tests without an answer in a suite: from
// bear-off databases if these contain the positions, or else by long rollouts. It writes
// each answer into the file, below its evidence. It removes and reports tests whose best
// alternatives the rollout does not separate.
//
//	go run ./tools/suitegen -model /usr/lib/gnubg/gnubg.wd FILE…
//
// The command writes the file after each test, so it resumes after an interruption. With
// -replace it also computes existing answers again.
//
// With -mark it computes no answers. It marks the tests that the net default fails at
// 0-ply as expected to fail, and removes the marks of all other tests.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"gammonlab/engine"
	"gammonlab/nets"
)

// config has the values of the flags.
type config struct {
	model, bearoff string
	trials         int
	seed           uint64
	workers        int
	candidates     int
	replace, mark  bool
}

func main() {
	var c config
	flag.StringVar(&c.model, "model", "/usr/lib/gnubg/gnubg.wd", "`file` of the model that plays the rollouts")
	flag.StringVar(&c.bearoff, "bearoff", "", "`files` of bearoff databases, joined by commas, required: a two-sided and a one-sided one")
	flag.IntVar(&c.trials, "trials", 1296, "maximal number of trials of each alternative")
	flag.Uint64Var(&c.seed, "seed", 1, "seed of the rollouts, to which the test's number is added")
	flag.IntVar(&c.workers, "workers", 0, "0 for one on each processor")
	flag.IntVar(&c.candidates, "candidates", 4, "number of plays to compare: the best at 2-ply")
	flag.BoolVar(&c.replace, "replace", false, "compute existing answers again")
	flag.BoolVar(&c.mark, "mark", false, "mark the tests that the net default fails")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, &c, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "suitegen:", err)
		os.Exit(1)
	}
}

// run processes each file.
func run(ctx context.Context, c *config, files []string) error {
	databases := new(engine.Databases)
	for path := range strings.SplitSeq(c.bearoff, ",") {
		if err := databases.Open(path); err != nil {
			return fmt.Errorf("-bearoff: %w", err)
		}
	}
	if c.mark {
		return markAll(ctx, c, databases, files)
	}
	model, err := nets.Load(c.model)
	if err != nil {
		return err
	}
	l, err := newLabeller(c, model, databases)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := answerFile(ctx, l, file, c.replace); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}
