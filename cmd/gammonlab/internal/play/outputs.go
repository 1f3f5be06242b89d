package play

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"play": {{Flag: "save"}},
}
