//go:build !site

package evalbench

import (
	"context"
	"errors"
	"slices"
	"sync"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/engine/search"
	"gammonlab/internal/setting"
)

// Values is the measurement of models on labelled positions. The fields with JSON keys are
// the only description of such work, see [setting.Field].
type Values struct {
	Files     []string        `json:"file" required:"true" path:"in" place:"FILE..." help:"<FILE> of labelled positions: a database, or text as for dataset import"`
	Models    []string        `json:"model" default:"default" help:"<MODEL> that evaluates: a shipped net (default, fast, large, td512), a safetensors file, gnubg weights or evaluator:COMMAND"`
	Plies     []int           `json:"plies" default:"0" help:"search depth of <N> plies, 0 to 4"`
	Tolerance float64         `json:"tolerance,omitempty" help:"clamp probabilities of text files that are out of range or order by up to <X>, as in rollouts; 0 for never"`
	Worst     int             `json:"worst,omitempty" help:"show the <N> positions with the largest errors, for each model; 0 for none"`
	Bearoff   named.Databases `json:"bearoff,omitzero"`
	Variant   board.Variant   `json:"variant" default:"backgammon" help:"variant <GAME>: {values}"`

	Workers  int                     `json:"-"` // goroutines; 0 for one per processor
	Progress func(done, total int64) `json:"-"` // receives the evaluations; may be nil

	searchers []namedSearcher
}

// namedSearcher is a model at a search depth, with its name in tables.
type namedSearcher struct {
	name string
	*search.Searcher
}

// Validate returns errors for invalid settings, by their names.
func (v *Values) Validate() error {
	outside := slices.IndexFunc(v.Plies, func(n int) bool { return n < 0 || n > search.MaxPlies })
	return errors.Join(
		setting.Check("plies", outside < 0, "has a depth outside 0 to %d", search.MaxPlies),
		setting.Check("tolerance", v.Tolerance >= 0 && v.Tolerance <= 1, "is %v, want a number from 0 to 1", v.Tolerance),
		setting.Check("worst", v.Worst >= 0, "is %d, want 0 or more", v.Worst),
	)
}

// Open finds what the settings name.
func (v *Values) Open(o *named.Opener) error {
	if err := named.Open(v, o); err != nil {
		return err
	}
	v.searchers = nil
	for _, name := range v.Models {
		net := named.Strength{Net: named.Net{Model: named.Model{Name: name}, Bearoff: v.Bearoff}, Prune: true}
		if err := net.Open(o); err != nil {
			return err
		}
		for _, net.Plies = range v.Plies {
			s, err := net.Searcher(0)
			if err != nil {
				return err
			}
			v.searchers = append(v.searchers, namedSearcher{AnswersName(name, net.Plies), s})
		}
	}
	return nil
}

// Run reads the files and measures the models, by file, then by model.
func (v *Values) Run(ctx context.Context) (ValuesReport, error) {
	var sets []*LabelledSet
	total := int64(0)
	for _, path := range v.Files {
		s, err := LoadSet(path, v.Variant, float32(v.Tolerance))
		if err != nil {
			return nil, err
		}
		sets = append(sets, s)
		total += int64(len(s.Rows) * len(v.searchers))
	}
	var mu sync.Mutex
	done := int64(0)
	progress := func(rows int) {
		mu.Lock()
		defer mu.Unlock()
		if done += int64(rows); v.Progress != nil {
			v.Progress(done, total)
		}
	}
	progress(0)
	var all ValuesReport
	for _, s := range sets {
		for _, by := range v.searchers {
			answers, err := s.Evaluate(ctx, Evaluators(v.Workers, by.Searcher), progress)
			if err != nil {
				return nil, err
			}
			a := NewAnswers(by.name, s, answers, v.Worst)
			if a.Cubeful, err = measureCubeful(by.Searcher, s.Rows, answers); err != nil {
				return nil, err
			}
			all = append(all, a)
		}
	}
	return all, nil
}
