package records

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"record convert": {{Argument: 2}},
	"record search":  {{Flag: "out"}},
}
