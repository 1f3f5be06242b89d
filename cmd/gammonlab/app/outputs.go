package app

import (
	"maps"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/dice"
	"gammonlab/cmd/gammonlab/internal/play"
	"gammonlab/cmd/gammonlab/internal/plot"
	"gammonlab/cmd/gammonlab/internal/recipe"
	"gammonlab/cmd/gammonlab/internal/records"
	"gammonlab/cmd/gammonlab/internal/site"
	"gammonlab/cmd/gammonlab/internal/study"
)

// outputs returns the outputs of all commands.
func outputs() cliutil.Outputs {
	all := cliutil.Outputs{}
	for _, of := range []cliutil.Outputs{
		play.Outputs, plot.Outputs, recipe.Outputs, records.Outputs, site.Outputs, study.Outputs,
	} {
		maps.Copy(all, of)
	}
	return all
}

// restarts returns the commands that take long and keep no progress when they are
// interrupted.
func restarts() []string {
	return dice.Restarts
}
