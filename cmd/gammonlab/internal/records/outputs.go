package records

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"record convert": {{Argument: 2, Paths: convertedFiles}},
	"record search":  {{Flag: "out"}},
}

// convertedFiles returns the file to write. With --split, the names follow from the input.
func convertedFiles(c *cli.Context, path string) []string {
	if c.Bool("split") {
		return nil
	}
	return []string{path}
}
