package site

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/output"
)

// Outputs lists all flags that name outputs of the command.
var Outputs = cliutil.Outputs{
	"site": {{Flag: "out", Kind: output.Folder, Patterns: []string{workerName}}},
}
