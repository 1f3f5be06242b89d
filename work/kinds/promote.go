package kinds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/evalbench/promotion"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/output"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/work"
)

// promoteWork has the settings of the command weights promote. The variant is that of the nets.
type promoteWork struct {
	Candidate            named.Model `json:"candidate" required:"true" place:"CANDIDATE" help:"net <CANDIDATE> that replaces the other"`
	Replaced             string      `json:"replaced" required:"true" place:"REPLACED" help:"net <REPLACED>"`
	tournament.Criterion `group:"Test"`
	evalbench.Conditions `without:"variant"`
	Date                 string `json:"date,omitempty" shown:"none" help:"date <DAY> to store in the evidence, such as 2026-01-31"`
	point
	ledger

	// After Open.
	file                string // of the net to replace
	keep                bool   // the replaced file is kept
	candidate, replaced *nets.Model
	contest             *promotion.Contest  // nil if the file has been replaced before
	evidence            *promotion.Evidence // then, of the promotion
	kept                string              // then, the replaced file that was kept, "" for none
}

// CheckArguments returns an error unless the command has two arguments.
func (*promoteWork) CheckArguments(all []string) error {
	if len(all) != 2 {
		return fmt.Errorf("%d arguments, want the candidate and the net that it is to replace", len(all))
	}
	return nil
}

// Validate returns an error for the first invalid setting, by its name.
func (w *promoteWork) Validate() error {
	if _, err := time.Parse(time.DateOnly, w.Date); w.Date != "" && err != nil {
		return setting.Errorf("%s is %q, want a day such as 2026-01-31", setting.Name("date"), w.Date)
	}
	if err := cmp.Or(w.point.check(&w.Rules), w.Criterion.Validate(), w.Rules.Validate()); err != nil {
		return err
	}
	h, bounds := w.Hypotheses(), setting.Name("equity")
	if h.Unit == tournament.Share {
		bounds = "elo"
	}
	if h.E0 < h.Unit.Even() {
		return setting.Errorf("%s: want bounds from 0 up: a net that replaces another must be better", bounds)
	}
	return nil
}

// Open loads the nets. It returns an error if the file cannot be replaced, so that this does not
// show only after all games.
func (w *promoteWork) Open(o *named.Opener) (err error) {
	if w.candidate, err = loadNets(o, w.Candidate.Name); err != nil {
		return err
	}
	if err := w.find(); err != nil {
		return err
	}
	if w.replaced, err = nets.Load(w.file); err != nil {
		return named.NotLoaded(err)
	}
	switch w.contest, err = promotion.NewContest(w.candidate, w.replaced); {
	case errors.Is(err, promotion.ErrSame):
		err = w.findFinished(err)
	case err == nil:
		err = w.contest.Writable(w.file, w.keep)
	}
	if err != nil {
		return named.NotLoaded(err)
	}
	w.Variant = w.replaced.Variant
	return named.Open(&w.Conditions, o)
}

// find finds the file to replace: for the name of a shipped net, its file in the source tree.
func (w *promoteWork) find() (err error) {
	if slices.Contains(nets.Shipped(), w.Replaced) {
		if w.file, err = promotion.SourceFile(w.Replaced); err != nil {
			return named.NotLoaded(err)
		}
		return nil
	}
	if filepath.Ext(w.Replaced) != extSafetensors {
		return fmt.Errorf("%s cannot be replaced: want a file with the extension %s, or a shipped net", w.Replaced, extSafetensors)
	}
	w.file, w.keep = w.Replaced, true
	return nil
}

// findFinished finds a promotion whose process ended after it had replaced the file: the file
// contains the candidate, with the evidence. Otherwise it returns the error that the nets are
// equal.
func (w *promoteWork) findFinished(same error) (err error) {
	w.evidence, w.kept, err = promotion.Finished(w.candidate, w.replaced, w.file)
	if err == nil && (w.evidence == nil || output.Same(w.Candidate.Name, w.file)) {
		return same
	}
	return err
}

// finished reports a promotion that was found.
func (w *promoteWork) finished(test *tournament.Test) (*shown, error) {
	if !w.evidence.SameTest(test.Record(new(tournament.Verdict))) {
		return nil, fmt.Errorf("%w: it was promoted by a test with other settings, see weights info", promotion.ErrSame)
	}
	sum, err := w.replaced.Digest()
	if err != nil {
		return nil, err
	}
	report := &promotion.Report{Model: w.file, Promoted: true, Kept: w.kept, SHA256: sum, Test: w.evidence.Test}
	return &shown{report, w.evidence.Test.Text() + "\n" + report.Text()}, nil
}

func promoteKind() work.Kind[promoteWork, *shown] {
	return work.Kind[promoteWork, *shown]{
		Name: "weights promote", Title: "Promotion", Unit: "games", Label: "sprt", Local: true,
		Usage: "replace a net by another if a sequential test shows it is better",
		Help: `Plays CANDIDATE against REPLACED at 0 plies, by the sequential test of bench sprt. If the test
accepts H1 (the candidate scores more), the file REPLACED is replaced: it then contains the
candidate's nets and metadata with the evidence, which weights info prints and weights verify
checks. Otherwise nothing is written, and the exit code is 1.

REPLACED is a safetensors file, or the name of a shipped net, whose file in the source tree is
replaced: run the command in a checkout and rebuild the program. The replaced file is kept beside
the new one with its digest in the name, except in the source tree.

Bounds must be 0 or above. The same settings write the same file for any number of workers, and
after interruptions if --results keeps the games; only --date changes it.

Example:
   gammonlab weights promote runs/second/model.safetensors best.safetensors
   gammonlab weights promote --results promote.sprt runs/second/model.safetensors default`,
		Farm: evalbench.Kind, Results: []any{promotion.Report{}}, Run: runPromote,
	}
}

// errNotPromoted is the error of work whose candidate was not better.
var errNotPromoted = errors.New("not promoted")

func runPromote(ctx context.Context, w *promoteWork, env *work.Env) (*shown, error) {
	test := &tournament.Test{Criterion: w.Criterion, Conditions: w.Conditions, Workers: env.Workers, Pool: env.Pool}
	if w.evidence != nil {
		return w.finished(test)
	}
	test.A, test.B = w.contest.Players(test.Bearoff.Databases)
	games, err := w.open(test.Settings(), env)
	if err != nil {
		return nil, err
	}
	test.Progress = func(v *tournament.Verdict) {
		env.Progress(work.Progress{Done: 2 * int64(v.Pairs), Total: int64(v.Expected(test.MaxGames)), Note: v.Note()})
	}
	v, err := test.Run(ctx, games)
	if err = errors.Join(err, games.Close()); v == nil || v.Pairs == 0 {
		return nil, err
	}
	report := &promotion.Report{Model: w.file, Test: test.Record(v)}
	if err == nil {
		err = w.replace(report)
	}
	return &shown{report, test.Text(v) + report.Text()}, err
}

// replace replaces the net if the test has accepted the candidate.
func (w *promoteWork) replace(r *promotion.Report) error {
	if r.Test.Decision != evalbench.AcceptH1.String() {
		return fmt.Errorf("%w: %s is as it was", errNotPromoted, w.file)
	}
	model, err := w.contest.Promoted(r.Test, w.Date)
	if err != nil {
		return err
	}
	if r.Kept, err = w.contest.Replace(w.file, model, w.keep); err != nil {
		return err
	}
	r.Promoted = true
	r.SHA256, err = model.Digest()
	return err
}
