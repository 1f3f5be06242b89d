package bearoff

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/output"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"bearoff generate hyper":     {{Argument: 1, Kind: output.Journaled}},
	"bearoff generate one-sided": {{Argument: 1, Kind: output.Journaled}},
	"bearoff generate two-sided": {{Argument: 1, Kind: output.Journaled}},
}

// Restarts lists the commands that take long and keep no progress when they are
// interrupted.
var Restarts = []string{"bearoff verify"}
