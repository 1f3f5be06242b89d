package library

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/problem"
	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/evalbench/analyses"
	"gammonlab/internal/digest"
	"gammonlab/internal/plaintext"
	"gammonlab/rating/matches"
)

// Judge is a net and a search depth for analyses.
type Judge struct {
	Model *models.Model
	Plies int
}

// Judge returns the judge with a net, "" for the first, and a depth.
func (l *Library) Judge(model string, plies int) (*Judge, error) {
	found, err := l.backend.Models.Find(model)
	if err != nil {
		return nil, err
	}
	return &Judge{found, plies}, models.CheckPlies(plies)
}

// Key returns a word for addresses that identifies the judge, "" for the usual one.
func (l *Library) Key(j *Judge) string { return l.key(j.Model.Name, j.Plies) }

func (l *Library) key(model string, plies int) string {
	isFirst := model == l.backend.Models.Names()[0]
	switch {
	case isFirst && plies == models.UsualPlies:
		return ""
	case isFirst:
		return fmt.Sprintf("-%d", plies)
	}
	return fmt.Sprintf("-%d-%s", plies, digest.Bytes([]byte(model))[:8])
}

// JudgeOf returns the judge whose key ends an address, and the rest of the address.
func (l *Library) JudgeOf(address string) (j *Judge, id string, err error) {
	for _, name := range l.backend.Models.Names() {
		for plies := range models.MaxPlies + 1 {
			if key := l.key(name, plies); key != "" && strings.HasSuffix(address, key) {
				j, err = l.Judge(name, plies)
				return j, strings.TrimSuffix(address, key), err
			}
		}
	}
	j, err = l.Judge("", models.UsualPlies)
	return j, address, err
}

// keptPlays is the number of best plays of a roll that an analysis keeps.
const keptPlays = 10

// Options returns the options of an analysis with a number of workers, and the cache. All
// pages use the same, so each can use the analyses of the others.
func (l *Library) Options(j *Judge, workers int) (*analyses.Options, error) {
	o := &analyses.Options{Analysis: analysis.Options{
		Strength: j.Model.Strength(j.Plies), MET: named.MET{Table: l.backend.Models.MET()},
		Candidates: keptPlays, Workers: workers, KeepGoing: true,
	}}
	var err error
	o.Cache, err = analyses.NewCache(CacheFolder(l.backend), o.Analysis)
	return o, err
}

// Check returns an error if the judge plays another variant than a match.
func (j *Judge) Check(e *Entry) error {
	switch {
	case e.Match == nil:
		return problem.New(http.StatusBadRequest, "%s", e.Problem)
	case e.Match.Rules.Variant != j.Model.Variant():
		return problem.New(http.StatusBadRequest, "the record is of %v, but the net %s plays %v", e.Match.Rules.Variant, j.Model.Name, j.Model.Variant())
	}
	return nil
}

// Analysed is a match with its analysis.
type Analysed struct {
	*Entry
	Digest string // of the record
	Report *analysis.Report
}

// Known returns the kept analysis of a match, nil if there is none.
func (l *Library) Known(e *Entry, j *Judge) (*analysis.Report, error) {
	o, err := l.Options(j, 1)
	if err != nil {
		return nil, err
	}
	return finish(analyses.Known(e.record, *o))
}

// Analyses returns those of the matches that have a kept analysis by the judge, in their
// order, and the number of others that the judge can analyse.
func (l *Library) Analyses(entries []*Entry, j *Judge) (all []Analysed, missing int, err error) {
	o, err := l.Options(j, 1)
	if err != nil {
		return nil, 0, err
	}
	for _, e := range entries {
		if j.Check(e) != nil {
			continue
		}
		r := analyses.Known(e.record, *o)
		report, err := finish(r)
		if err != nil || report == nil {
			missing++
			continue
		}
		all = append(all, Analysed{e, r.Digest, report})
	}
	return all, missing, nil
}

// Analyse analyses a match, or returns its kept analysis.
func (l *Library) Analyse(ctx context.Context, e *Entry, j *Judge, workers int, progress func(done, total int64)) (*analysis.Report, error) {
	o, err := l.Options(j, workers)
	if err != nil {
		return nil, err
	}
	o.Analysis.Progress = progress
	return finish(analyses.One(ctx, e.record, *o))
}

// finish adds the ratings to a report.
func finish(r *analyses.Result) (*analysis.Report, error) {
	if r.Err != nil || r.Report == nil {
		return nil, r.Err
	}
	return r.Report, Finish(r.Report)
}

// Finish adds the ratings to a report, and makes its names visible.
func Finish(r *analysis.Report) error {
	for p := range r.Names {
		r.Names[p] = plaintext.VisibleLine(r.Names[p])
	}
	return matches.Rate(r)
}
