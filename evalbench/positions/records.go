package positions

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/analysis"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/internal/plaintext"
)

// Recorded describes decisions that records evaluate, see [OfRecords].
type Recorded struct {
	Files    int      `json:"files" unit:"files" meaning:"files whose decisions are judged"`
	Plays    int      `json:"plays" unit:"decisions" meaning:"rolls with a choice that the files evaluate"`
	Doubles  int      `json:"doubles" unit:"decisions" meaning:"decisions to double that the files evaluate"`
	Missing  int      `json:"missing" unit:"decisions" meaning:"decisions with a choice that the files do not evaluate"`
	Levels   []Level  `json:"levels" meaning:"-"`         // the most frequent first
	Without  []string `json:"without_analysis,omitempty"` // files
	Problems []string `json:"problems,omitempty"`         // of files that are not judged completely, with their names

	Decisions []Decision `json:"-"`
}

// Level is a level of analysis with the number of its decisions.
type Level struct {
	Level     string `json:"level"` // the program, and the level in its words
	Decisions int    `json:"decisions"`
}

// OfRecords returns the decisions that the records in files evaluate. Files with a fault give
// what stands before it, and are listed with it, as are files of another variant than those before
// them, which are left out. It is an error if no file has an analysis. The table converts match-winning chances. Beavers are not
// considered. progress, if not nil, is called after each file.
func OfRecords(files []string, met named.MET, progress func(done, total int64)) (*Recorded, error) {
	r := new(Recorded)
	variant := ""
	for i, file := range files {
		before := len(r.Decisions)
		of, err := r.add(file, met)
		if err != nil {
			r.Problems = append(r.Problems, problem(file, err)+"; only what stands before this fault is judged")
		}
		switch {
		case len(r.Decisions) > before && variant != "" && of.String() != variant:
			r.Decisions = r.Decisions[:before]
			r.Problems = append(r.Problems, fmt.Sprintf("%s is left out: its game is %v, that of the files before it %s", file, of, variant))
		case len(r.Decisions) > before:
			variant = of.String()
			r.Files++
		case err == nil:
			r.Without = append(r.Without, file)
		}
		if progress != nil {
			progress(int64(i+1), int64(len(files)))
		}
	}
	if len(r.Decisions) == 0 {
		return nil, r.nothing()
	}
	r.count()
	return r, nil
}

// problem returns the text of a file's fault, which names the file.
func problem(file string, err error) string {
	if strings.Contains(err.Error(), file) {
		return err.Error()
	}
	return file + ": " + err.Error()
}

// nothing is the error of records without any analysis.
func (r *Recorded) nothing() error {
	if len(r.Problems) > 0 {
		return errors.New(r.Problems[0])
	}
	return fmt.Errorf("%s: no decision there has an analysis: analyse it with another program and save it as .xg, .sgf or .ogxm", r.Without[0])
}

// add adds the decisions of all matches in a file, and returns their variant.
func (r *Recorded) add(file string, met named.MET) (v board.Variant, err error) {
	matches, err := record.LoadAll(file)
	for _, m := range matches {
		list, missing, fault := analysis.Evaluations(m, analysis.Options{MET: met})
		err = cmp.Or(err, fault)
		v = m.Rules.Variant
		r.Missing += missing
		for i := range list {
			d, fault := ofRecord(&list[i])
			if fault == nil {
				r.Decisions = append(r.Decisions, *d)
				continue
			}
			r.Missing++
			if err == nil {
				err = fmt.Errorf("game %d: %s: %w", list[i].Game, board.NewXGID(list[i].Position, list[i].Match), fault)
			}
		}
	}
	return v, err
}

// count counts the decisions by kind and level.
func (r *Recorded) count() {
	levels := map[string]int{}
	for i := range r.Decisions {
		d := &r.Decisions[i]
		levels[d.Level]++
		if d.IsCube() {
			r.Doubles++
		} else {
			r.Plays++
		}
	}
	r.Levels = nil
	for name, n := range levels {
		r.Levels = append(r.Levels, Level{name, n})
	}
	slices.SortFunc(r.Levels, func(a, b Level) int {
		return cmp.Or(cmp.Compare(b.Decisions, a.Decisions), cmp.Compare(a.Level, b.Level))
	})
}

// Keep keeps the decisions whose level contains one of some texts, without regard to case; all
// if there are none. It returns an error, which lists the levels, if it would keep no decision.
func (r *Recorded) Keep(levels []string) error {
	if len(levels) == 0 {
		return nil
	}
	kept := slices.DeleteFunc(slices.Clone(r.Decisions), func(d Decision) bool {
		return !slices.ContainsFunc(levels, func(level string) bool {
			return strings.Contains(strings.ToLower(d.Level), strings.ToLower(strings.TrimSpace(level)))
		})
	})
	if len(kept) == 0 {
		return fmt.Errorf("no decision has a level with %q; the files have %s", strings.Join(levels, ","), r.levels())
	}
	*r = Recorded{Files: r.Files, Missing: r.Missing, Without: r.Without, Problems: r.Problems, Decisions: kept}
	r.count()
	return nil
}

// levels lists the levels with the numbers of their decisions.
func (r *Recorded) levels() string {
	var words []string
	for _, l := range r.Levels {
		words = append(words, fmt.Sprintf("%s (%s)", l.Level, plaintext.Thousands(l.Decisions)))
	}
	return strings.Join(words, ", ")
}

// ofRecord returns the decision with the equities of a record. The first play is the best: a
// play whose equity is higher, at a lower level, costs nothing.
func ofRecord(e *analysis.Evaluated) (*Decision, error) {
	state, err := cube.FromMatch(&e.Match)
	if err != nil {
		return nil, err
	}
	state.Roller, state.Beavers = board.PlayerX, false
	d := &Decision{Position: e.Position, State: state, Level: levelOf(e)}
	if e.Kind == analysis.Double {
		d.Doubled = e.Doubled
		d.NoDouble, d.Take = Outcome{Equity: e.NoDouble}, Outcome{Equity: e.DoubleTake}
		if len(e.Rollouts) == 2 {
			d.NoDouble.rolledOut(e.Rollouts[0])
			d.Take.rolledOut(e.Rollouts[1])
		}
		return d, errors.Join(checkState(&state, true), d.checkCube())
	}
	d.Roll = e.Match.Dice
	for i := range e.Plays {
		p := &e.Plays[i]
		m := Move{Result: p.Result(), Outcome: Outcome{Equity: min(p.Equity, e.Plays[0].Equity)}}
		if d.find(&m.Result) != nil {
			continue // the same play in other words
		}
		m.rolledOut(p.RecordedRollout)
		d.Moves = append(d.Moves, m)
	}
	return d, errors.Join(checkState(&state, false), d.checkRoll())
}

// rolledOut adds the precision of a rollout that the record describes.
func (o *Outcome) rolledOut(r analysis.RecordedRollout) {
	o.Trials, o.Error = r.Games, r.Confidence/confidence95
}

// confidence95 is half the width of a 95 % interval in standard errors.
const confidence95 = 1.96

// levelOf names the program and the level of an evaluation.
func levelOf(e *analysis.Evaluated) string {
	switch {
	case e.Source == "" && e.Level == "":
		return "unknown level"
	case e.Level == "" || e.Source == "":
		return e.Source + e.Level
	}
	return e.Source + ", " + e.Level
}
