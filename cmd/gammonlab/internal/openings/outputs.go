package openings

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/output"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"openings build": {{Flag: "out", Kind: output.Journaled}},
}
