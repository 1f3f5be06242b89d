package study

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"study add":    {{Flag: "file", Resumes: continues}},
	"study export": {{Flag: "anki"}},
}
