package cliutil

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"gammonlab/engine/analysis"
	"gammonlab/evalbench/analyses"
	"gammonlab/internal/cachefolder"
)

// NoCache is the value of the flag cache for no cache.
const NoCache = "none"

// CacheFlag returns the flag that names the folder with the cache of analyses.
func CacheFlag() cli.Flag {
	return &cli.StringFlag{Name: "cache", DefaultText: "the program's cache folder", Usage: "cache `FOLDER` for analyses, or none"}
}

// AnalysisCache returns the cache of the flag for analyses with the options, and its
// folder: nil and "" for none.
func AnalysisCache(c *cli.Context, o *analysis.Options) (*analyses.Cache, string, error) {
	folder := c.String("cache")
	if folder == NoCache {
		return nil, "", nil
	}
	if folder == "" {
		program, err := cachefolder.Path()
		if err != nil {
			return nil, "", fmt.Errorf("no folder for analyses: %w (--cache names one)", err)
		}
		folder = filepath.Join(program, "analyses")
	}
	cache, err := analyses.NewCache(folder, *o)
	return cache, folder, err
}

// KeptCandidates is the default number of best plays of a roll that an analysis of many
// records keeps. All commands use the same number, so each can use the cached analyses of
// others.
const KeptCandidates = 5

// AnalyseRecords analyses the records in files and calls take with each result: first the
// results of complete records, in the order of the files, then those of the records with
// an illegal play, up to that play. Take decides what to do with errors.
func AnalyseRecords(ctx context.Context, files []string, o analyses.Options, take func(*analyses.Result) error) error {
	var broken []string
	err := analyses.Analyse(ctx, files, o, func(r *analyses.Result) error {
		if r.Err != nil && r.Match != nil {
			broken = append(broken, r.File)
			return nil
		}
		return take(r)
	})
	if err != nil || len(broken) == 0 {
		return err
	}
	o.Analysis.KeepGoing, o.Cache, o.Progress = true, nil, nil
	return analyses.Analyse(ctx, broken, o, take)
}

// AnalysisFromFlags returns the options of an analysis of many records, open.
func AnalysisFromFlags(c *cli.Context) (*analysis.Options, error) {
	o := new(analysis.Options)
	if err := ReadSettings(c, o, nil); err != nil {
		return nil, err
	}
	o.Workers, o.Candidates, o.KeepGoing = Workers(c), KeptCandidates, false
	return o, OpenNet(c, Opener(c), o, &o.Net)
}

// AnalysisFlags returns the flags that [AnalysisFromFlags] reads.
func AnalysisFlags() []cli.Flag {
	return append(FlagsOf(new(analysis.Options), "candidates", "keep_going", "variant"), WorkersFlag())
}
