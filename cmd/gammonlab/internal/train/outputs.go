package train

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/output"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"train supervised": {{Flag: "out", Kind: output.RunFolder, Resumes: continues}, events},
	"train td":         {{Flag: "out", Kind: output.RunFolder, Resumes: continues}, events},
}
