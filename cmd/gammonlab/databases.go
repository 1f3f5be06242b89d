package main

import (
	"github.com/urfave/cli/v2"

	"gammonlab/engine"
)

// Values of the bearoff flag other than files.
const (
	bearoffDefault = "default"
	bearoffNone    = "none"
)

func bearoffFlag() cli.Flag {
	return &cli.StringFlag{Name: "bearoff", Value: bearoffDefault,
		Usage: "`DATABASES` to look endings up in: default (made on first use), none, or files joined by commas"}
}

// databasesFromFlag opens the databases that the flag of that name asks for.
func databasesFromFlag(*cli.Context) (*engine.Databases, error) { return nil, nil }
