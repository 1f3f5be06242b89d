package analyse

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/output"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"analyze":   {{Flag: "html"}, {Flag: "plot"}, {Flag: "export", Paths: exportFiles}},
	"cube show": {{Flag: "plot"}},
	"hint":      {{Flag: "export", Paths: exportFiles}},
	"rollout":   {{Flag: "out", Kind: output.Kept}},
}

// Restarts lists the commands that take long and keep no progress when they are
// interrupted.
var Restarts = []string{"analyze"}
