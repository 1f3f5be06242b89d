package weights

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/evalbench/promotion"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

func promoteCommand() *cli.Command {
	return &cli.Command{
		Name:      "promote",
		Usage:     "replace a net by another if a sequential test shows it is better",
		ArgsUsage: "CANDIDATE REPLACED",
		Description: `Plays CANDIDATE against REPLACED at 0 plies, by the sequential test of bench sprt. If the test
accepts H1 (the candidate scores more), the file REPLACED is replaced: it then contains the
candidate's nets and metadata with the evidence, which weights info prints and weights verify
checks. Otherwise nothing is written, and the exit code is 1.

REPLACED is a safetensors file, or the name of a shipped net, whose file in the source tree is
replaced: run the command in a checkout and rebuild the program. The replaced file is kept beside
the new one with its digest in the name, except in the source tree.

Bounds must be 0 or above. The same settings write the same file for any number of workers, and
after interruptions if --results keeps the games; only --date changes it.

` + cliutil.PoolUsage + `

Example:
   gammonlab weights promote runs/second/model.safetensors best.safetensors
   gammonlab weights promote --results promote.sprt runs/second/model.safetensors default`,
		Flags: slices.Concat(games.RulesFlags(new(promoteSettings), "variant"), []cli.Flag{
			games.ResultsFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(promotion.Report{}),
		}, cliutil.PoolFlags()),
		Action: runPromote,
	}
}

// extSafetensors is the extension of the files that are replaced.
const extSafetensors = ".safetensors"

// errNotPromoted is the error of a command whose candidate was not better.
var errNotPromoted = errors.New("not promoted")

// promoteSettings are the settings of a promotion. The variant is that of the nets.
type promoteSettings struct {
	tournament.Criterion `group:"Test"`
	evalbench.Conditions
	Date string `json:"date,omitempty" shown:"none" help:"date <DAY> to store in the evidence, such as 2026-01-31"`
}

// Validate returns an error for the first invalid setting, by its name.
func (s *promoteSettings) Validate() error {
	if _, err := time.Parse(time.DateOnly, s.Date); s.Date != "" && err != nil {
		return setting.Errorf("%s is %q, want a day such as 2026-01-31", setting.Name("date"), s.Date)
	}
	if err := cmp.Or(s.Criterion.Validate(), s.Rules.Validate()); err != nil {
		return err
	}
	h, bounds := s.Hypotheses(), setting.Name("equity")
	if h.Unit == tournament.Share {
		bounds = "elo"
	}
	if h.E0 < h.Unit.Even() {
		return setting.Errorf("%s: want bounds from 0 up: a net that replaces another must be better", bounds)
	}
	return nil
}

// place is the file of the net to replace.
type place struct {
	path string
	keep bool // keep the replaced file
}

// runPromote runs the command.
func runPromote(c *cli.Context) error {
	var s promoteSettings
	if err := games.Read(c, &s); err != nil {
		return err
	}
	test := &tournament.Test{Criterion: s.Criterion, Conditions: s.Conditions, Workers: cliutil.Workers(c)}
	where, contest, variant, err := promotionFromArguments(c)
	if errors.Is(err, promotion.ErrSame) {
		return finishedPromotion(c, test, where, err)
	}
	if err != nil {
		return err
	}
	if err := openConditions(c, test, variant); err != nil {
		return err
	}
	test.A, test.B = contest.Players(test.Bearoff.Databases)
	ledger, err := games.OpenLedger(c, test.Settings())
	if err != nil {
		return err
	}
	verdict, err := games.RunTest(c, test, ledger)
	if err = errors.Join(err, ledger.Close()); verdict == nil || verdict.Pairs == 0 {
		return err
	}
	record := test.Record(verdict)
	report := &promotion.Report{Model: where.path, Test: record}
	if err == nil {
		err = replaceNet(report, contest, where, s.Date)
	}
	return errors.Join(err, cliutil.PrintEither(c, report, func() string { return test.Text(verdict) + report.Text() }))
}

// openConditions opens the databases and the table of a test between nets of a variant.
func openConditions(c *cli.Context, test *tournament.Test, variant board.Variant) error {
	test.Variant = variant
	return cliutil.Opened(named.Open(&test.Conditions, cliutil.Opener(c)))
}

// promotionFromArguments returns the file to replace, the contest and its variant. It
// returns an error if the file cannot be written, so that this does not show only after
// all games.
func promotionFromArguments(c *cli.Context) (place, *promotion.Contest, board.Variant, error) {
	if c.NArg() != 2 {
		return place{}, nil, 0, cliutil.Usagef("%d arguments, want the candidate and the net that it is to replace", c.NArg())
	}
	candidate, err := cliutil.LoadModel(c.Args().First())
	if err != nil {
		return place{}, nil, 0, err
	}
	where, err := placeOf(c.Args().Get(1))
	if err != nil {
		return place{}, nil, 0, err
	}
	replaced, err := nets.Load(where.path)
	if err != nil {
		return place{}, nil, 0, err
	}
	contest, err := promotion.NewContest(candidate, replaced)
	if err != nil {
		return where, nil, 0, err
	}
	return where, contest, replaced.Variant, contest.Writable(where.path, where.keep)
}

// finishedPromotion reports a promotion whose process ended after it had replaced the
// file: the file contains the candidate, from a test with the same settings. Otherwise it
// returns same, the error that candidate and replaced net are equal.
func finishedPromotion(c *cli.Context, test *tournament.Test, where place, same error) error {
	candidate, err := cliutil.LoadModel(c.Args().First())
	if err != nil {
		return err
	}
	replaced, err := nets.Load(where.path)
	if err != nil {
		return err
	}
	evidence, kept, err := promotion.Finished(candidate, replaced, where.path)
	if err != nil {
		return err
	}
	if evidence == nil || sameFile(c.Args().First(), where.path) {
		return same
	}
	if err := openConditions(c, test, replaced.Variant); err != nil {
		return err
	}
	if !evidence.SameTest(test.Record(new(tournament.Verdict))) {
		return fmt.Errorf("%w: it was promoted by a test with other settings, see weights info", same)
	}
	report := &promotion.Report{Model: where.path, Promoted: true, Kept: kept, Test: evidence.Test}
	if report.SHA256, err = replaced.Digest(); err != nil {
		return err
	}
	return cliutil.PrintEither(c, report, func() string { return evidence.Test.Text() + "\n" + report.Text() })
}

// sameFile reports whether two paths name the same file.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// placeOf returns the file of an argument; for the name of a shipped net, its file in the
// source tree.
func placeOf(nameOrPath string) (place, error) {
	if !slices.Contains(nets.Shipped(), nameOrPath) {
		if ext := filepath.Ext(nameOrPath); ext != extSafetensors {
			return place{}, cliutil.Usagef("%s cannot be replaced: want a file with the extension %s, or a shipped net", nameOrPath, extSafetensors)
		}
		return place{nameOrPath, true}, nil
	}
	path, err := promotion.SourceFile(nameOrPath)
	return place{path, false}, err
}

// replaceNet replaces the net if the test has accepted the candidate.
func replaceNet(r *promotion.Report, contest *promotion.Contest, where place, date string) error {
	if r.Test.Decision != evalbench.AcceptH1.String() {
		return fmt.Errorf("%w: %s is as it was", errNotPromoted, where.path)
	}
	model, err := contest.Promoted(r.Test, date)
	if err != nil {
		return err
	}
	if r.Kept, err = contest.Replace(where.path, model, where.keep); err != nil {
		return err
	}
	r.Promoted = true
	r.SHA256, err = model.Digest()
	return err
}
