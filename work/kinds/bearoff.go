package kinds

import (
	"context"
	"fmt"

	"gammonlab/engine/bearoff/generate"
	"gammonlab/engine/databases"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// dryRun is the setting of work that only says what it would do.
type dryRun struct {
	DryRun bool `json:"dry_run" input:"command" help:"print the size of the database and an estimate of the time, and create nothing; FILE may be omitted"`
}

// The settings of the commands that make bear-off databases.
type (
	oneSidedWork struct {
		databases.OneSided
		File string `json:"file" input:"command" path:"journal" place:"FILE" file:"one-sided.bd" help:"<FILE> of the database"`
		dryRun
	}
	twoSidedWork struct {
		databases.TwoSided
		File string `json:"file" input:"command" path:"journal" place:"FILE" file:"two-sided.bd" help:"<FILE> of the database"`
		dryRun
	}
	hyperWork struct {
		databases.Hyper
		File string `json:"file" input:"command" path:"journal" place:"FILE" file:"hyper.bd" help:"<FILE> of the database"`
		dryRun
	}
)

func oneSidedKind() work.Kind[oneSidedWork, work.Result] {
	return bearoffKind(work.Kind[oneSidedWork, work.Result]{
		Name: "bearoff generate one-sided", Title: "One-sided bear-offs",
		Usage: "create a one-sided database: distribution of the number of rolls",
		About: "Make a bear-off database with the distribution of the number of rolls.",
		Help: `Creates the same database as gnubg's makebearoff with the same settings, byte for byte. With 8
points or more, an interrupted command resumes if it is run again.

Example:
   gammonlab bearoff generate one-sided --points 6 os6.bd`,
	}, func(w *oneSidedWork) bearoffOf { return bearoffOf{&w.OneSided, w.File, w.DryRun} })
}

func twoSidedKind() work.Kind[twoSidedWork, work.Result] {
	return bearoffKind(work.Kind[twoSidedWork, work.Result]{
		Name: "bearoff generate two-sided", Title: "Two-sided bear-offs",
		Usage: "create a two-sided database: equities with and without the cube",
		About: "Make a bear-off database with equities, with and without the cube.",
		Help: `Creates the same database as gnubg's makebearoff with the same settings, byte for byte. With
more than 8 checkers on 6 points, an interrupted command resumes if it is run again.

Example:
   gammonlab bearoff generate two-sided --points 6 --checkers 6 ts6.bd`,
	}, func(w *twoSidedWork) bearoffOf { return bearoffOf{&w.TwoSided, w.File, w.DryRun} })
}

func hyperKind() work.Kind[hyperWork, work.Result] {
	return bearoffKind(work.Kind[hyperWork, work.Result]{
		Name: "bearoff generate hyper", Title: "Hypergammon",
		Usage: "create a hypergammon database by value iteration",
		About: "Make a database of all positions of hypergammon.",
		Help: `Creates the same database as gnubg's makehyper, byte for byte. It recomputes all positions
until no equity changes by more than --stop-change. If interrupted, run the same command again
to resume; at most a minute of work is lost.

Example:
   gammonlab bearoff generate hyper --checkers 2 hyper2.bd`,
	}, func(w *hyperWork) bearoffOf { return bearoffOf{&w.Hyper, w.File, w.DryRun} })
}

// bearoffOf is the database that settings describe.
type bearoffOf struct {
	databases.Settings
	file string
	plan bool // nothing is made
}

// bearoffKind returns the kind of work with what all kinds of databases have.
func bearoffKind[S any](k work.Kind[S, work.Result], of func(*S) bearoffOf) work.Kind[S, work.Result] {
	k.Unit, k.Label = "positions", "bearoff"
	k.Results = []any{databases.Made{}, databases.Plan{}}
	k.Run = func(ctx context.Context, settings *S, env *work.Env) (work.Result, error) {
		d := of(settings)
		switch {
		case d.plan:
			return d.Plan(ctx, env.Workers)
		case d.file == "":
			return nil, work.Refused(setting.Errorf("no file given"))
		}
		err := d.Make(ctx, d.file, env.Workers, func(sweep int, change float64, done, total int64) {
			p := work.Progress{Done: done, Total: total}
			if sweep > 0 {
				p.Step, p.Note = fmt.Sprintf("sweep %d", sweep), fmt.Sprintf("largest change %.6f", change)
			}
			env.Progress(p)
		})
		if err != nil {
			return nil, err
		}
		return databases.Read(d.file)
	}
	return k
}

// verifyBearoffWork has the settings of the command bearoff verify.
type verifyBearoffWork struct {
	File   string `json:"file" required:"true" path:"in" place:"FILE" help:"<FILE> of the database"`
	Sample int    `json:"sample" default:"10000" help:"number <N> of entries to recompute; 0 for all"`
	Seed   uint64 `json:"seed" default:"1" help:"random seed <N>"`
}

// Validate returns an error for the first invalid setting.
func (w *verifyBearoffWork) Validate() error {
	return setting.Check("sample", w.Sample >= 0, "is %d, want 0 or more", w.Sample)
}

func verifyBearoffKind() work.Kind[verifyBearoffWork, *generate.VerifyReport] {
	return work.Kind[verifyBearoffWork, *generate.VerifyReport]{
		Name: "bearoff verify", Title: "Check of bear-offs", Unit: "entries", Label: "bearoff",
		Usage: "check the structure of a database and recompute a sample of entries",
		Help: `Checks the structure of the file, and recomputes a sample of its entries from the entries one
roll later.

Example:
   gammonlab bearoff verify os6.bd`,
		Local: true,
		Run: func(ctx context.Context, w *verifyBearoffWork, env *work.Env) (*generate.VerifyReport, error) {
			report, err := generate.Verify(ctx, w.File, generate.VerifyOptions{
				Sample: w.Sample, Seed: w.Seed, Workers: env.Workers, Progress: env.Count(),
			})
			if err != nil {
				return nil, err
			}
			return &report, nil
		},
	}
}
