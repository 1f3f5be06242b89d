package main

import "github.com/urfave/cli/v2"

func ratingCommand() *cli.Command {
	return &cli.Command{
		Name:  "rating",
		Usage: "find out how ratings follow from error rates",
		Subcommands: []*cli.Command{
			ratingSimulateCommand(),
			ratingPredictCommand(),
			ratingTableCommand(),
		},
	}
}
