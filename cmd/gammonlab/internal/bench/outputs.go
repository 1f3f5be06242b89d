package bench

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/campaign"
	"gammonlab/internal/output"
)

// Outputs lists, for each command that is no kind of work of the catalogue, all flags and
// arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"bench campaign play": {{Flag: "out", Kind: output.Folder, Patterns: campaign.Patterns, Resumes: campaignIsThere}},
}

// Restarts lists these commands that take long and keep no progress when they are
// interrupted.
var Restarts = []string{"bench speed", "bench signature"}
