package cliutil

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/datasets/generate"
	"gammonlab/engine/player"
	"gammonlab/td"
)

// StartsFlags returns the flags of the positions from which self-play games begin.
func StartsFlags() []cli.Flag {
	return Group("Starting positions",
		&cli.StringSliceFlag{Name: "starts", Usage: "start games from positions of a database or list `FILE[=WEIGHT]`, drawn by their weights, if any; may be repeated: files are drawn by WEIGHT"},
		&cli.Float64Flag{Name: "opening", Usage: "with --starts, `SHARE` of games that start from the opening; 0 for none"},
	)
}

// namedStarts reads the pools of positions that --starts names.
func namedStarts(names []string, opening float64, v board.Variant) (*player.Starts, error) {
	if !(opening >= 0 && opening <= 1) { // so that NaN fails too
		return nil, Usagef("--opening is %v, want 0 to 1", opening)
	}
	for _, name := range names {
		if file, _, _ := strings.Cut(name, "="); file == "" {
			return nil, Usagef("--starts: %q names no file, want FILE or FILE=WEIGHT", name)
		}
	}
	pools, err := generate.ReadPools(names, v)
	if err != nil {
		return nil, fmt.Errorf("--starts: %w", err)
	}
	starts, err := player.NewStarts(v, opening, pools...)
	if err != nil {
		return nil, Usagef("--starts: %w", err)
	}
	return starts, nil
}

// StartsOf returns the positions from which training games begin: the pools of the flags
// or, without flags, those of the files in the settings, which must not have changed.
func StartsOf(c *cli.Context, v board.Variant, s *td.Settings) (*player.Starts, error) {
	opening := s.Opening
	if c.IsSet("opening") {
		opening = c.Float64("opening")
	}
	switch names := c.StringSlice("starts"); {
	case len(names) > 0:
		return namedStarts(names, opening, v)
	case len(s.StartFiles) != len(s.Starts):
		return nil, Usagef("--config: %d start_files, want one for each of the %d starts", len(s.StartFiles), len(s.Starts))
	case len(s.StartFiles) == 0 && c.IsSet("opening"):
		return nil, Usagef("--opening requires --starts")
	case len(s.StartFiles) == 0:
		return player.Opening(v), nil
	}
	var names []string
	for i, file := range s.StartFiles {
		names = append(names, fmt.Sprintf("%s=%v", file, s.Starts[i].Weight))
	}
	pools, err := generate.ReadPools(names, v)
	if err != nil {
		return nil, fmt.Errorf("the run begins games in positions of files: %w", err)
	}
	starts, err := player.NewStarts(v, opening, pools...)
	if err != nil {
		return nil, err
	}
	return starts, starts.Check(s.Starts)
}
