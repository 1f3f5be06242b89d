package features

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"features export": {{Flag: "out", Paths: exportedFiles}},
}

// Restarts lists the commands that take long and keep no progress when they are
// interrupted.
var Restarts = []string{"features export"}
