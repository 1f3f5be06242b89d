package app

import (
	"slices"
	"testing"

	"github.com/urfave/cli/v2"
)

// Every command that has workers refuses too many of them, before any work.
func TestTooManyWorkers(t *testing.T) {
	tried := 0
	var visit func(path []string, commands []*cli.Command)
	visit = func(path []string, commands []*cli.Command) {
		for _, c := range commands {
			path := append(slices.Clone(path), c.Name)
			visit(path, c.Subcommands)
			if !slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), "workers") }) {
				continue
			}
			tried++
			for _, n := range []string{"-1", "0", "1025", "100000000", "1000000000000"} {
				args := append(slices.Clone(path), "--workers", n)
				program.Fails(t, 2, "--workers is "+n+", want 1 to ", args...)
			}
		}
	}
	visit(nil, gammonlab().App(nil, nil, nil).Commands)
	if tried < 20 {
		t.Errorf("%d commands have workers, want more", tried)
	}
}
