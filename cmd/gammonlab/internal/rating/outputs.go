package rating

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/output"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"rating change": {{Flag: "out", Kind: output.Folder, Patterns: cliutil.Pictures}},
	"rating plot":   {{Flag: "out", Kind: output.Folder, Patterns: cliutil.Pictures}},
}

// Restarts lists the commands that take long and keep no progress when they are
// interrupted.
var Restarts = []string{"rating fit", "rating plot"}
