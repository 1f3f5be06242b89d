package main

import (
	"gammonlab/cmd/gammonlab/internal/analyse"
	"gammonlab/cmd/gammonlab/internal/bench"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/dataset"
	"gammonlab/cmd/gammonlab/internal/features"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/cmd/gammonlab/internal/plot"
	"gammonlab/cmd/gammonlab/internal/study"
	"gammonlab/cmd/gammonlab/internal/train"
	"gammonlab/cmd/gammonlab/internal/weights"
	"gammonlab/internal/evalbench/runs"
	"gammonlab/internal/output"
)

// pictures matches the files of commands that draw into a folder.
var pictures = []string{"*.png", "*.svg"}

// outputs lists, for each command, all flags and arguments that name its outputs.
var outputs = cliutil.Outputs{
	"analyze":                    {{Flag: "html"}, {Flag: "plot"}, {Flag: "export", Paths: analyse.ExportFiles}},
	"bearoff generate hyper":     {{Argument: 1, Kind: output.Journaled}},
	"bearoff generate one-sided": {{Argument: 1, Kind: output.Journaled}},
	"bearoff generate two-sided": {{Argument: 1, Kind: output.Journaled}},
	"bench match":                {{Flag: "html"}, games.Results, {Flag: "save", Kind: output.Folder, Patterns: []string{"*.mat"}, Resumes: bench.ResultsAreThere}},
	"bench positions build":      {{Flag: "out", Kind: output.Journaled}, {Flag: "bm", Resumes: bench.BuildIsDone}},
	"bench positions run":        {{Flag: "html"}, {Flag: "results", Kind: output.Kept}, {Flag: "plots", Kind: output.Folder, Patterns: pictures}},
	"bench sprt":                 {{Flag: "html"}, games.Results},
	"bench tournament":           {{Flag: "html"}, games.Results},
	"bench values":               {{Flag: "plot"}},
	"dataset export":             {{Flag: "out"}},
	"dataset generate":           {{Flag: "out", Kind: output.Journaled}},
	"dataset import":             {{Flag: "out"}},
	"dataset info":               {{Flag: "plots", Kind: output.Folder, Patterns: pictures, Paths: dataset.PlotFolders}},
	"dataset label":              {{Flag: "out", Kind: output.Journaled}},
	"dataset merge":              {{Flag: "out"}},
	"dataset split":              {{Flag: "train"}, {Flag: "validation"}, {Flag: "test"}},
	"features ablate":            {{Flag: "plot"}},
	"features export":            {{Flag: "out", Paths: features.ExportedFiles}},
	"hint":                       {{Flag: "export", Paths: analyse.ExportFiles}},
	"openings build":             {{Flag: "out", Kind: output.Journaled}},
	"play":                       {{Flag: "save"}},
	"plot":                       {{Flag: "out", Kind: output.Folder, Patterns: pictures}, {Flag: "tensorboard", Kind: output.Folder, Patterns: []string{runs.EventsPattern}, Paths: plot.EventsFolders}},
	"rating plot":                {{Flag: "out", Kind: output.Folder, Patterns: pictures}},
	"rating simulate":            {{Flag: "out", Kind: output.Journaled}},
	"record convert":             {{Argument: 2}},
	"record search":              {{Flag: "out"}},
	"rollout":                    {{Flag: "out", Kind: output.Kept}},
	"study add":                  {{Flag: "file", Resumes: study.Continues}},
	"study export":               {{Flag: "anki"}},
	"train iterate":              {{Flag: "out", Kind: output.RunFolder, Resumes: train.Continues}, train.Events},
	"train supervised":           {{Flag: "out", Kind: output.RunFolder, Resumes: train.Continues}, train.Events},
	"train td":                   {{Flag: "out", Kind: output.RunFolder, Resumes: train.Continues}, train.Events},
	"weights convert":            {{Argument: 2, Paths: weights.ConvertedFiles}},
	"weights cube":               {{Flag: "out"}},
	"weights cut":                {{Flag: "out"}},
	"weights grow":               {{Flag: "out"}},
	"weights import":             {{Flag: "out"}},
	"weights join":               {{Flag: "out"}},
	"weights promote":            {games.Results},
	"weights prune":              {{Flag: "out"}},
}

// restarts lists the commands that take long and keep no progress when they are
// interrupted.
var restarts = []string{
	"analyze", "bearoff verify", "bench speed", "bench signature", "bench suite", "bench values",
	"dataset export", "dataset import", "dataset merge", "dataset split", "dataset verify", "dice test", "features ablate", "features export", "features export",
	"rating fit", "rating plot", "weights cube", "weights cut", "weights grow", "weights prune",
}
