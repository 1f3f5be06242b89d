package bench

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/engine"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/evalbench/positions"
	"gammonlab/internal/evalbench/report"
	"gammonlab/nets/pretrained"
)

func positionsRunCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "measure the error rates of players on a benchmark",
		ArgsUsage: "[FILE...]",
		Description: `Prints the mean cost of a player's decisions in mEq (thousandths of a point), with the 95%
interval over decisions, for checker play, doubling and taking, and by class of position. It
also prints how often another choice is better, and how often it is better by more than 1.96
standard errors of the rollouts. With several players, each is compared with the first.

A play that the benchmark does not list costs as much as the worst listed play. Take
decisions are evaluated where a double is right, or wrong by at most 0.1 points. Players
without a cube are evaluated on plays only.

With --results, an interrupted command resumes if it is run again, and further players can be
added.

FILE is a file of "bench positions build" or a gnubg benchmark file (.bm). Without FILE the
shipped benchmark is used.

` + games.PoolUsage + `

Example:
   gammonlab bench positions run
   gammonlab bench positions run --player net:default --plies 0 --plies 1 --player pubeval --worst 20
   gammonlab bench positions run decisions.jsonl contact.bm --player net:new.safetensors
   gammonlab bench positions run --plies 0 --plies 2 --plots plots --html page.html`,
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "player", Value: cli.NewStringSlice("net:" + pretrained.Default), Usage: "`PLAYER` to measure; may be repeated"},
			&cli.StringSliceFlag{Name: "plies", Usage: "search depth of nets, `N` plies; may be repeated"},
			&cli.IntFlag{Name: "worst", Usage: "show the `N` worst decisions of each player; 0 for none"},
			&cli.StringFlag{Name: "plots", Usage: "draw errors and their distributions in `FOLDER`, as PNG and SVG"},
			&cli.StringFlag{Name: "results", Usage: "keep the answers in `FILE`; decisions in it are not asked again"},
			htmlFlag(), cliutil.BearoffFlag(), cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(positions.Report{}),
		}, cliutil.PoolFlags()...),
		Action: runPositionsRun,
	}
}

// runPositionsRun runs the command.
func runPositionsRun(c *cli.Context) error {
	if c.Int("worst") < 0 {
		return cliutil.Usagef("--worst is %d, want 0 or more", c.Int("worst"))
	}
	asked, databases, err := playersToAsk(c)
	if err != nil {
		return err
	}
	var settings report.Settings
	if c.IsSet("html") {
		if settings, err = positionsRunSettings(c, asked, databases); err != nil {
			return err
		}
	}
	answers, err := askPlayers(c, asked, databases)
	if err != nil {
		return err
	}
	if dir := c.String("plots"); dir != "" {
		if err := answers.Plot(dir); err != nil {
			return err
		}
	}
	err = writeHTML(c, func(w io.Writer) error {
		return report.Positions(w, answers, answers.Charts(), settings)
	})
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, answers)
}

// askPlayers measures all players on the decisions of the arguments.
func askPlayers(c *cli.Context, asked []tournament.Player, databases *engine.Databases) (answers *positions.Report, err error) {
	decisions, err := readDecisions(c.Args().Slice())
	if err != nil {
		return nil, err
	}
	path := c.String("results")
	var file *positions.AnswersFile
	if path != "" {
		if file, err = positions.OpenAnswers(path, decisions, c.Uint64("seed"), strings.Join(databases.Names(), ", ")); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
	}
	bar := cliutil.NewBar(c, "positions", "decisions")
	pool, close, err := cliutil.PoolFromFlags(c, bar, path)
	if err != nil {
		return nil, err
	}
	defer close()
	bar.Begin(0, int64(len(decisions)*len(asked)))
	defer bar.Finish()
	answers = &positions.Report{Worst: c.Int("worst")}
	for _, a := range asked {
		judged, err := positions.Score(bar.Watch(c.Context), decisions, a.Player, positions.Options{
			Seed: c.Uint64("seed"), Workers: cliutil.Workers(c), Pool: pool, Progress: func() { bar.Add(1) },
			File: file, Player: strings.TrimSpace(a.Name + " " + a.Digest),
		})
		if err != nil {
			return nil, resumableAnswers(path, fmt.Errorf("%s: %w", a.Name, err))
		}
		answers.Players = append(answers.Players, positions.Answers{Name: a.Name, Judged: judged})
	}
	return answers, nil
}

// resumableAnswers adds a text on how to resume to the error of an interruption.
func resumableAnswers(path string, err error) error {
	if path == "" {
		return cliutil.Resumable(err, "no answers are kept; with --results FILE they are kept, and the same command resumes")
	}
	return cliutil.Resumable(err, "the answers are kept in %s; resume with the same command", path)
}

// playersToAsk returns the players of the flags, each net once for each number of plies,
// and the bear-off databases of the nets.
func playersToAsk(c *cli.Context) ([]tournament.Player, *engine.Databases, error) {
	databases, err := cliutil.DatabasesFromFlag(c)
	if err != nil {
		return nil, nil, err
	}
	var asked []tournament.Player
	for _, spec := range c.StringSlice("player") {
		specs := []string{spec}
		if plies := c.StringSlice("plies"); len(plies) > 0 && strings.HasPrefix(spec, "net:") {
			specs = nil
			for _, n := range plies {
				specs = append(specs, spec+",plies="+n)
			}
		}
		for _, spec := range specs {
			a, err := games.ParsePlayer(c, "player", spec, databases)
			if err != nil {
				return nil, nil, err
			}
			asked = append(asked, a)
		}
	}
	return asked, databases, nil
}

// readDecisions returns the decisions of the files or, without files, of the program's
// benchmark.
func readDecisions(files []string) ([]positions.Decision, error) {
	var all []positions.Decision
	var variant board.Variant
	if len(files) == 0 {
		return positions.Standard().Decisions, nil
	}
	for i, name := range files {
		set, err := positions.Open(name)
		if err != nil {
			return nil, err
		}
		if i > 0 && set.Variant != variant {
			return nil, fmt.Errorf("%s is of %v, those before of %v", name, set.Variant, variant)
		}
		variant = set.Variant
		all = append(all, set.Decisions...)
	}
	return all, nil
}
