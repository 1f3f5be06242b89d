package dataset

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/output"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"dataset export": {{Flag: "out"}},
	"dataset import": {{Flag: "out"}},
	"dataset info":   {{Flag: "plots", Kind: output.Folder, Patterns: cliutil.Pictures, Paths: plotFolders}},
	"dataset merge":  {{Flag: "out"}},
	"dataset split":  {{Flag: "train"}, {Flag: "validation"}, {Flag: "test"}},
}

// Restarts lists the commands that take long and keep no progress when they are
// interrupted.
var Restarts = []string{"dataset export", "dataset import", "dataset merge", "dataset split", "dataset verify"}
