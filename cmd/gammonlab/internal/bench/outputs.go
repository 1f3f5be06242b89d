package bench

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/evalbench/campaign"
	"gammonlab/internal/output"
)

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"bench campaign play":   {{Flag: "out", Kind: output.Folder, Patterns: campaign.Patterns, Resumes: campaignIsThere}},
	"bench match":           {{Flag: "html"}, games.Results, {Flag: "save", Kind: output.Folder, Patterns: []string{"*.mat"}, Resumes: resultsAreThere}},
	"bench positions build": {{Flag: "out", Kind: output.Journaled}, {Flag: "bm", Resumes: buildIsDone}},
	"bench positions run":   {{Flag: "html"}, {Flag: "results", Kind: output.Kept}, {Flag: "plots", Kind: output.Folder, Patterns: cliutil.Pictures}},
	"bench sprt":            {{Flag: "html"}, games.Results},
	"bench suite":           {{Flag: "html"}},
	"bench tournament":      {{Flag: "html"}, games.Results},
	"bench values":          {{Flag: "plot"}},
}

// Restarts lists the commands that take long and keep no progress when they are
// interrupted.
var Restarts = []string{"bench speed", "bench signature", "bench suite", "bench values"}
