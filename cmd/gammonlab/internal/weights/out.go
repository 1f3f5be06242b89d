package weights

import (
	"path/filepath"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// outFlag returns the flag for the model that a command writes.
func outFlag() cli.Flag {
	return &cli.StringFlag{Name: "out", Usage: "output safetensors `FILE`, required"}
}

// writes returns the action of a command that writes a model to --out.
func writes(act cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		if out := c.String("out"); filepath.Ext(out) != extSafetensors {
			return cliutil.Usagef("--out is %q, want a file with the extension %s", out, extSafetensors)
		}
		return act(c)
	}
}
