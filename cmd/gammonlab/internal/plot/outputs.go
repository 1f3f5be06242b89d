package plot

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/runs"
	"gammonlab/internal/output"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"plot": {{Flag: "out", Kind: output.Folder, Patterns: cliutil.Pictures}, {Flag: "metrics"}, {Flag: "tensorboard", Kind: output.Folder, Patterns: []string{runs.EventsPattern}, Paths: eventsFolders}},
}
