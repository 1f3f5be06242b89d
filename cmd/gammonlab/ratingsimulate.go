package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/rating/simulate"
)

func ratingSimulateCommand() *cli.Command {
	return &cli.Command{
		Name:  "simulate",
		Usage: "play matches between players that err by as much as they are told",
		Description: `Prints the grid of a part of the study: who plays whom, at which lengths and how
often.

Example:
   gammonlab rating simulate --part 1`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "part", Usage: "`PART` of the study: 1, 2 or appendix"},
			&cli.StringFlag{Name: "grid", Usage: "another grid, a JSON `FILE`"},
			&cli.IntFlag{Name: "matches", Usage: "`N` matches of each pair at each length"},
			&cli.StringFlag{Name: "lengths", Usage: "only matches to these points, such as `3,7`"},
		},
		Action: ratingSimulate,
	}
}

// ratingSimulate runs the command.
func ratingSimulate(c *cli.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	grid, err := gridFromFlags(c)
	if err != nil {
		return err
	}
	return printJSON(c.App.Writer, grid)
}

// gridFromFlags returns what is to be played.
func gridFromFlags(c *cli.Context) (*simulate.Grid, error) {
	part, file := c.String("part"), c.String("grid")
	var grid *simulate.Grid
	var err error
	switch {
	case (part == "") == (file == ""):
		return nil, usagef("%s: want --part or --grid, one of them", c.Command.FullName())
	case part == "1" || part == "2":
		grid, err = simulate.Part("part" + part)
	case part == "appendix":
		grid, err = simulate.Part(part)
	case part != "":
		return nil, usagef("--part is %q, want 1, 2 or appendix", part)
	default:
		grid, err = gridFromFile(file)
	}
	if err != nil {
		return nil, err
	}
	return grid, trim(c, grid)
}

// gridFromFile reads a file.
func gridFromFile(path string) (*simulate.Grid, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	grid, err := simulate.ParseGrid(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return grid, nil
}

// trim has the flags change how much of the grid is played.
func trim(c *cli.Context, grid *simulate.Grid) error {
	if c.IsSet("lengths") {
		var lengths []int
		for _, word := range strings.Split(c.String("lengths"), ",") {
			n, err := strconv.Atoi(word)
			if err != nil {
				return usagef("--lengths is %q, want numbers of points with commas", c.String("lengths"))
			}
			lengths = append(lengths, n)
		}
		grid.Restrict(lengths)
	}
	if c.IsSet("matches") {
		if c.Int("matches") < 1 {
			return usagef("--matches is %d, want at least 1", c.Int("matches"))
		}
		grid.Scale(c.Int("matches"))
	}
	if err := grid.Validate(); err != nil {
		return usagef("%w", err)
	}
	return nil
}
