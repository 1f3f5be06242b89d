package weights

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"weights choose":  {{Flag: "out"}},
	"weights convert": {{Argument: 2, Paths: convertedFiles}},
	"weights cut":     {{Flag: "out"}},
	"weights grow":    {{Flag: "out"}},
	"weights import":  {{Flag: "out"}},
	"weights join":    {{Flag: "out"}},
	"weights promote": {games.Results},
}

// Restarts lists the commands that take long and keep no progress when they are
// interrupted.
var Restarts = []string{"weights cut", "weights grow"}
