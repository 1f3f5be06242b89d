package analyse

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"analyze": {{Flag: "html"}, {Flag: "plot"}, {Flag: "export", Paths: exportFiles}},
}

// Restarts lists the commands that take long and keep no progress when they are
// interrupted.
var Restarts = []string{"analyze"}
