package kinds

import (
	"cmp"
	"context"
	"io"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/features"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// variantWork is the variant of questions that no net answers.
type variantWork struct {
	Variant board.Variant `json:"variant" default:"backgammon" help:"variant <GAME>: {values}"`
}

// entriesWork has the settings of the command bearoff show.
type entriesWork struct {
	Bearoff named.Databases `json:"bearoff,omitzero"`
	MET     named.MET       `json:"met,omitzero"`
	variantWork
	Index  string `json:"index,omitempty" help:"the position whose sides have the <NUMBERS> own,opponent"`
	Points int    `json:"points" default:"6" needs:"index" help:"number <N> of points of --index, 1 to 12"`

	indexed *board.XGID // the position of the setting index; nil without
}

// Validate returns an error for the first invalid setting.
func (w *entriesWork) Validate() error {
	if w.Index == "" {
		return nil
	}
	own, opp, ok := strings.Cut(w.Index, ",")
	sides := bearoff.Sides{Points: w.Points}
	var errOwn, errOpp error
	sides.Own, errOwn = strconv.Atoi(own)
	sides.Opp, errOpp = strconv.Atoi(opp)
	if !ok || errOwn != nil || errOpp != nil {
		return setting.Errorf(`%s is %q, want two numbers with "," between them`, setting.Name("index"), w.Index)
	}
	position, err := sides.Position(w.Variant)
	if err != nil {
		return setting.In("index", err)
	}
	w.indexed = &board.XGID{Position: position, Match: board.NewMatch(0)}
	return nil
}

// CheckQuestions returns an error for positions besides that of the setting index.
func (w *entriesWork) CheckQuestions(texts []string) error {
	if w.indexed != nil && len(texts) > 0 {
		return setting.Errorf("want %s or position IDs, not both", setting.Name("index"))
	}
	return nil
}

// Question returns the position of the setting index, nil without.
func (w *entriesWork) Question() *board.XGID { return w.indexed }

// databaseEntry is what the databases tell about a position; at the score of a match also its
// cube decision there.
type databaseEntry struct {
	*engine.EndingReport
	Match *cube.RaceReport `json:"match,omitempty"` // nil in money games

	position board.Position
	stakes   *cube.Stakes // nil in money games
}

// Text implements [work.Result].
func (e *databaseEntry) Text() string {
	if e.stakes == nil {
		return e.EndingReport.Text()
	}
	return cube.DrawPosition(&e.position, board.Roll{}, e.Class, e.stakes) + e.Tables("Money games:\n") + "\n" + e.Match.Text()
}

// entry returns the entry of a position, at the cube and score of its ID.
func (w *entriesWork) entry(_ context.Context, s *board.XGID) (*databaseEntry, error) {
	report, err := w.Bearoff.Databases.Report(s.Position)
	if err != nil {
		return nil, err
	}
	if s.Match.Length == 0 {
		return &databaseEntry{EndingReport: report}, nil
	}
	state, err := cube.FromXGID(s)
	if err != nil {
		return nil, err
	}
	met, err := w.MET.Find()
	if err != nil {
		return nil, err
	}
	stakes, err := cube.Prepare(state, met)
	if err != nil {
		return nil, err
	}
	return &databaseEntry{report, cube.NewRaceReport(&s.Position, stakes, w.Bearoff.Databases), s.Position, stakes}, nil
}

func entriesKind() work.Kind[entriesWork, *databaseEntry] {
	return work.Kind[entriesWork, *databaseEntry]{
		Name: "bearoff show", Title: "Bear-off entries", Unit: "positions", Local: true, Serial: true,
		Usage: "print the bear-off database entries of positions",
		Help: `Prints the position key and the numbers of both sides in the database (the index of gnubg's
bearoffdump), and for each side the distribution of the number of rolls to bear off, and of the number to
bear off the first checker; the winning chance; and, if a database contains them, the cubeless
and cubeful money equities and the correct cube action. One-sided databases contain each side
alone; the winning chance then assumes that both sides bear off as fast as possible.

--index names a position by the numbers of its sides instead of an ID: of the player on roll, then
of the opponent, on the first --points points.

If ID contains a match ID or is an XGID of a match, also prints the exact match-winning chances at
its cube and score, and the correct cube action: the race is solved with the match equity table.
This needs a two-sided database; both sides must have borne off a checker.

@POSITIONS

Example:
   gammonlab bearoff show 2x0AAOi2AQAAAA
   gammonlab bearoff show CgAAEAEAAAAAAA
   gammonlab bearoff show kQcAgEoDAAAAAA:UQngABAAIAAA
   gammonlab bearoff show --index 8,17
   gammonlab bearoff show --bearoff hyper3.bd --variant hypergammon3 ADAAAQAkIAAAAA`,
		Ask: func(_ context.Context, w *entriesWork, _ *work.Env) (*work.Answers[*databaseEntry], error) {
			return &work.Answers[*databaseEntry]{Variant: w.Variant, Answer: w.entry}, nil
		},
	}
}

// inputsWork has the settings of the command features show.
type inputsWork struct {
	Features string `json:"features" default:"perspective196" help:"feature <SET> (see features list), or several joined by +"`
	All      bool   `json:"all,omitempty" help:"also print inputs that are 0"`
	variantWork

	set features.Set // after Validate
}

// Validate finds the feature set.
func (w *inputsWork) Validate() (err error) {
	w.set, err = features.Lookup(w.Features)
	return setting.In("features", err)
}

func inputsKind() work.Kind[inputsWork, *features.Report] {
	return work.Kind[inputsWork, *features.Report]{
		Name: "features show", Title: "Inputs of positions", Unit: "positions", Local: true, Serial: true,
		Usage: "print the inputs of positions",
		Help: `Prints the inputs of a feature set for positions: number, name, value and meaning. Inputs that
are 0 are printed only with --all.

@POSITIONS

Example:
   gammonlab features show --features tesauro198 4HPwATDgc/ABMA`,
		Ask: func(_ context.Context, w *inputsWork, _ *work.Env) (*work.Answers[*features.Report], error) {
			return &work.Answers[*features.Report]{Variant: w.Variant, Answer: func(_ context.Context, s *board.XGID) (*features.Report, error) {
				return features.NewReport(w.set, &s.Position, w.All), nil
			}}, nil
		},
	}
}

// metWork has the settings of the command cube met.
type metWork struct {
	MET    named.MET `json:"met,omitzero"`
	Length int       `json:"length,omitempty" shown:"that of the table" help:"scores of matches to <N> points"`

	given bool // the length is given
}

// Given learns whether the length is given.
func (w *metWork) Given(has func(setting.Name) bool) { w.given = has("length") }

// Validate returns an error for an impossible length.
func (w *metWork) Validate() error {
	return setting.Check("length", !w.given || w.Length >= 1 && w.Length <= board.MaxMatchLength, "is %d, want 1 to %d", w.Length, board.MaxMatchLength)
}

func metKind() work.Kind[metWork, *cube.METReport] {
	return work.Kind[metWork, *cube.METReport]{
		Name: "cube met", Title: "Match equity table", Unit: "scores", Local: true, Serial: true, CSV: true,
		Usage: "print a match equity table",
		Help: `Prints the match-winning chances of a match equity table at all scores, before and after the
Crawford game: a built-in table, or the file of another. Tables cover matches to 64 points; beyond
the number of points of their author they are extrapolated, and by default not printed.

--format csv prints a line for each score, with the chance to six decimals.

Example:
   gammonlab cube met
   gammonlab cube met --met woolsey --length 7
   gammonlab cube met --met mine.xml --format csv > mine.csv`,
		Run: func(_ context.Context, w *metWork, env *work.Env) (*cube.METReport, error) {
			met, err := w.MET.Find()
			if err != nil {
				return nil, err
			}
			r := met.Report(cmp.Or(w.Length, met.Native()))
			if !env.CSV {
				return r, nil
			}
			_, err = io.WriteString(env.Out, r.CSV())
			return nil, err
		},
	}
}
