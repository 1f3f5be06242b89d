package cliutil

import (
	"github.com/urfave/cli/v2"

	"gammonlab/engine"
)

// EquityFlag returns a flag whose value is an equity, see [engine.ParseEquity].
func EquityFlag(name string, value float64, usage string) *cli.StringFlag {
	return &cli.StringFlag{Name: name, Value: engine.FormatEquity(value), Usage: usage, Action: func(_ *cli.Context, text string) error {
		if _, err := engine.ParseEquity(text); err != nil {
			return Usagef("--%s: %w", name, err)
		}
		return nil
	}}
}

// Equity returns the value of an [EquityFlag] in points.
func Equity(c *cli.Context, name string) float64 {
	x, _ := engine.ParseEquity(c.String(name)) // the flag's action has returned the error
	return x
}
