package cliutil

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/engine/analysis"
	"gammonlab/evalbench/analyses"
)

// CacheFlag returns the flag that names the folder with the cache of analyses.
func CacheFlag() cli.Flag {
	return &cli.StringFlag{Name: "cache", DefaultText: "the program's cache folder", Usage: "cache `FOLDER` for analyses, or none"}
}

// AnalysisCache returns the cache of the flag for analyses with the options, nil for none.
func AnalysisCache(c *cli.Context, o *analysis.Options) (*analyses.Cache, error) {
	folder, err := analyses.CacheFolder(c.String("cache"))
	if err != nil {
		return nil, fmt.Errorf("%w (--cache names one)", err)
	}
	if folder == "" {
		return nil, nil
	}
	return analyses.NewCache(folder, *o)
}

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
	o.Workers, o.Candidates, o.KeepGoing = Workers(c), analyses.KeptCandidates, false
	return o, OpenNet(c, Opener(c), o, &o.Net)
}

// AnalysisFlags returns the flags that [AnalysisFromFlags] reads.
func AnalysisFlags() []cli.Flag {
	return append(FlagsOf(new(analysis.Options), "candidates", "keep_going", "variant"), WorkersFlag())
}
