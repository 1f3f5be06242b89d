package cliutil

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/engine/cube"
	"gammonlab/engine/named"
)

// WorkersFlag returns the flag for the number of workers, which it checks.
func WorkersFlag() cli.Flag {
	return &cli.IntFlag{
		Name: "workers", Value: runtime.NumCPU(), DefaultText: "all cores",
		Usage: "number `N` of parallel workers; the result does not depend on it",
		Action: func(_ *cli.Context, n int) error { // before anything is read or made
			if most := max(maxWorkers, runtime.NumCPU()); n < 1 || n > most {
				return Usagef("--workers is %d, want 1 to %d", n, most)
			}
			return nil
		},
	}
}

// maxWorkers is the largest number of workers, more than machines have cores. Each worker
// uses some MB for a net and a cache.
const maxWorkers = 1024

// waitingWorkers are the workers of a command whose model is another program, so that many
// questions share a frame.
const waitingWorkers = 64

// Workers returns the value of the workers flag.
func Workers(c *cli.Context) int {
	if !c.IsSet("workers") && slices.ContainsFunc(c.FlagNames(), func(name string) bool {
		return strings.Contains(fmt.Sprint(c.Value(name)), "evaluator:")
	}) {
		return waitingWorkers
	}
	return c.Int("workers")
}

// METFlag returns the flag that names a match equity table.
func METFlag() cli.Flag {
	flag := FlagsOf(new(struct {
		MET named.MET `json:"met" group:"Rules, cube and score"`
	}))[0].(*cli.StringFlag)
	flag.Value = cube.DefaultMET
	return flag
}
