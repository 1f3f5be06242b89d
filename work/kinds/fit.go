package kinds

import (
	"context"
	"strconv"
	"strings"

	"gammonlab/internal/setting"
	"gammonlab/rating/fit"
	"gammonlab/rating/simulate"
	"gammonlab/work"
)

// fitSettings are the settings of fits.
type fitSettings struct {
	Files      []string   `json:"files" required:"true" path:"in" place:"FILE..." help:"<FILE>s of rating simulate"`
	Estimator  fit.Method `json:"estimator" default:"ols" help:"regression <METHOD> at each length: ols, wls (weights 1/variance) or robust"`
	Pairs      fit.Part   `json:"pairs" default:"auto" help:"fit both models to these <PAIRS>: 1 (equal noise), 2 (the others), all, or auto"`
	Bootstrap  int        `json:"bootstrap" default:"1000" help:"number <N> of bootstrap samples"`
	Confidence float64    `json:"confidence" default:"0.9" help:"confidence level of the intervals, a <SHARE> between 0 and 1"`
	Lengths    string     `json:"lengths" help:"only these match lengths, such as <3,7>"`
	Seed       uint64     `json:"seed" default:"1" help:"random seed <N>"`

	options fit.Options // after Validate
}

// Validate finds the options. It returns an error for the first invalid setting.
func (s *fitSettings) Validate() (err error) {
	s.options = fit.Options{Method: s.Estimator, Part: s.Pairs, Bootstrap: s.Bootstrap, Confidence: s.Confidence, Seed: s.Seed}
	if s.options.Lengths, err = s.lengths(); err != nil {
		return err
	}
	if s.Bootstrap == 0 || s.Confidence == 0 { // the package replaces 0 by its defaults
		return setting.Errorf("%s %d and %s %v, want more than 0", setting.Name("bootstrap"), s.Bootstrap, setting.Name("confidence"), s.Confidence)
	}
	return s.options.Validate()
}

// lengths returns the lengths of matches, nil for all.
func (s *fitSettings) lengths() (all []int, err error) {
	if s.Lengths == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(s.Lengths, ",") {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, setting.Errorf("%s is %q, want numbers of points with commas", setting.Name("lengths"), s.Lengths)
		}
		all = append(all, n)
	}
	return all, nil
}

// studies reads the files.
func (s *fitSettings) studies() (all []*simulate.Study, err error) {
	for _, path := range s.Files {
		study, err := simulate.Read(path)
		if err != nil {
			return nil, err
		}
		all = append(all, study)
	}
	return all, nil
}

// fit fits the matches of all files together.
func (s *fitSettings) fit(ctx context.Context, env *work.Env) (*fit.Report, error) {
	files, err := s.studies()
	if err != nil {
		return nil, err
	}
	var rows []simulate.Row
	for _, study := range files {
		rows = append(rows, study.Rows...)
	}
	s.options.Workers = env.Workers
	return fit.Fit(ctx, rows, s.options)
}

// fitWork has the settings of the command rating fit.
type fitWork struct{ fitSettings }

func fitKind() work.Kind[fitWork, *fit.Report] {
	return work.Kind[fitWork, *fit.Report]{
		Name: "rating fit", Title: "Fit of ratings", Unit: "matches",
		Usage: "fit rating differences to error rates",
		Help: `Fits the difference R of FIBS ratings to the error rates of two players in matches to N points,
from one or several files of "rating simulate":

   R = (A + B/N)·DEPD                         the linear model
   R = (A2 + B2/N)·EPM + (A3 + B3/N)·EPC      the bilinear one

DEPD is the difference of errors per decision, EPM that of checker errors per
unforced play, EPC that of cube errors per close or actual cube decision. The
coefficients are printed beside those of GNU Backgammon's manual, with bootstrap intervals.

By default, the linear model is fitted to pairs in which each player has the same noise in
checker play and cube decisions, as in part 1 of the study, or to all pairs if there are none.
The bilinear model is fitted to the other pairs, as in part 2. --pairs selects other pairs.
docs/ratings.md has the definitions.

Example:
   gammonlab rating fit part1.parquet part2.parquet
   gammonlab rating fit --estimator robust --lengths 3,5,7 --json part1.parquet > fit.json`,
		Local: true,
		Run: func(ctx context.Context, w *fitWork, env *work.Env) (*fit.Report, error) {
			return w.fit(ctx, env)
		},
	}
}

// plotWork has the settings of the command rating plot.
type plotWork struct {
	Out string `json:"out" required:"true" path:"folder" files:"*.png *.svg *.pdf" help:"write the figures to <FOLDER>"`
	PDF bool   `json:"pdf" help:"write the figures also as PDF"`
	fitSettings
}

// Defaults returns the default values that differ from those of fits.
func (*plotWork) Defaults() map[string]string { return map[string]string{"confidence": "0.95"} }

func plotKind() work.Kind[plotWork, *written] {
	return work.Kind[plotWork, *written]{
		Name: "rating plot", Title: "Figures of ratings", Unit: "matches",
		Usage: "draw ratings against error rates",
		Help: `Draws the figures of the study as PNG and SVG, from one or several files of "rating simulate" and
the fits of "rating fit" with the same flags: the rating difference R against the difference of
errors per decision at each length, the slope against the length, both models against the
measurements, pairs of mixed quality with the predictions of both models, and the coefficients
of the bilinear model against 1/N. Figures that need more matches or lengths are omitted. Prints
the names of the files.

Files of the same nets and the same judge, such as the parts of a study, are fitted together. Other
files are studies of their own, which the figures show side by side; mixed-N has a file for each.
Captions name nets, judge, number of matches and seed.

Example:
   gammonlab rating plot --out figures part1.parquet part2.parquet
   gammonlab rating plot --pdf --out figures default.parquet td512.parquet`,
		Local: true,
		Run: func(ctx context.Context, w *plotWork, env *work.Env) (*written, error) {
			figures, err := w.figures(ctx, env)
			if err != nil {
				return nil, err
			}
			var more []string
			if w.PDF {
				more = []string{".pdf"}
			}
			files, err := fit.WriteFigures(w.Out, figures, more...)
			if err != nil {
				return nil, err
			}
			return &written{files}, nil
		},
	}
}

// figures fits each study and draws all together.
func (w *plotWork) figures(ctx context.Context, env *work.Env) ([]fit.Figure, error) {
	files, err := w.studies()
	if err != nil {
		return nil, err
	}
	w.options.Workers = env.Workers
	studies := fit.Studies(files)
	var reports []*fit.Report
	for _, s := range studies {
		report, err := fit.Fit(ctx, s.Rows(), w.options)
		if err != nil {
			return nil, err
		}
		report.Caption = s.Caption(report)
		reports = append(reports, report)
	}
	return fit.Together(studies, reports), nil
}
