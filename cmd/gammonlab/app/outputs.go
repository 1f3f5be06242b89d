package app

import (
	"maps"
	"slices"

	"gammonlab/cmd/gammonlab/internal/analyse"
	"gammonlab/cmd/gammonlab/internal/bench"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/dice"
	"gammonlab/cmd/gammonlab/internal/play"
	"gammonlab/cmd/gammonlab/internal/plot"
	"gammonlab/cmd/gammonlab/internal/recipe"
	"gammonlab/cmd/gammonlab/internal/records"
	"gammonlab/cmd/gammonlab/internal/site"
	"gammonlab/cmd/gammonlab/internal/study"
	"gammonlab/cmd/gammonlab/internal/weights"
)

// outputs returns the outputs of all commands.
func outputs() cliutil.Outputs {
	all := cliutil.Outputs{}
	for _, of := range []cliutil.Outputs{
		analyse.Outputs, bench.Outputs, play.Outputs, plot.Outputs, recipe.Outputs, records.Outputs, site.Outputs, study.Outputs, weights.Outputs,
	} {
		maps.Copy(all, of)
	}
	return all
}

// restarts returns the commands that take long and keep no progress when they are
// interrupted.
func restarts() []string {
	return slices.Concat(analyse.Restarts, bench.Restarts, dice.Restarts)
}
