package analysis

import (
	"compress/gzip"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"slices"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/engine/search"
)

// savedVersion is the version of the output of [Report.Save]. It changes with
// the format and with the computed values.
const savedVersion = 4

// savedDecision has the values that cannot be taken from the record.
type savedDecision struct {
	Error   Amount
	Luck    *Luck
	Played  *Played
	Moves   []advice.Choice
	Verdict *cube.Verdict
	Cube    *Cube
	Roller  *advice.RollerReport
}

// Save writes the values of the decisions, from which [Restore] restores the
// report.
func (r *Report) Save(w io.Writer) error {
	var all []savedDecision
	for _, d := range r.All() {
		moves := slices.Clone(d.Moves)
		for i := range moves {
			moves[i].Move, moves[i].ResultID = "", "" // they follow from the play
		}
		all = append(all, savedDecision{d.Error, d.Luck, d.Played, moves, d.Verdict, d.Cube, d.Roller})
	}
	packed, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	if err := gob.NewEncoder(packed).Encode(all); err != nil {
		return err
	}
	return packed.Close()
}

// errOther is returned if the saved values belong to other decisions.
var errOther = errors.New("saved of another record or with other options")

// Restore returns the report that [Analyse] returned for the same record and
// the same options, except that it grades by the thresholds of these. It evaluates nothing. It returns an error if the saved
// values are damaged or do not fit the record.
func Restore(m *record.Match, o Options, saved io.Reader) (*Report, error) {
	adviser := advice.New(&search.Searcher{}, advice.Options{MET: o.MET.Table, Beavers: true, Efficiency: o.Efficiency})
	r, jobs, err := walk(m, &o, adviser)
	if err != nil {
		return nil, err
	}
	all, err := unpack(saved, len(jobs))
	if err != nil {
		return nil, fmt.Errorf("saved: %w", err)
	}
	if len(jobs) != len(all) {
		return nil, errOther
	}
	var gen board.Generator
	thresholds := o.Thresholds.complete()
	for i := range jobs {
		if err := all[i].restore(&jobs[i], &gen); err != nil {
			return nil, err
		}
		thresholds.grade(jobs[i].decision)
	}
	r.count(o.MET.Table)
	return r, nil
}

// savedSize is how many bytes a decision takes at most before they are packed, on average; the
// plays of a position take about a hundred each.
const savedSize = 1 << 14

// unpack reads the values of some decisions. It reads no more than these can take, because packed
// bytes may become a thousand times as many.
func unpack(saved io.Reader, decisions int) (all []savedDecision, err error) {
	packed, err := gzip.NewReader(saved)
	if err != nil {
		return nil, err
	}
	in := io.LimitReader(packed, int64(decisions+8)*savedSize)
	if err := gob.NewDecoder(in).Decode(&all); err != nil {
		return nil, err
	}
	_, err = io.Copy(io.Discard, in) // checks the checksum
	return all, err
}

// restore sets the values of a decision.
func (s *savedDecision) restore(j *job, gen *board.Generator) error {
	d := j.decision
	if (d.Kind == Play) != (s.Cube == nil) || (d.Kind == Play) != (s.Luck != nil) {
		return errOther
	}
	if c := s.Cube; c != nil && (s.Verdict == nil || c.DoubledOrTaken != d.DoubledOrTaken || c.Beavered != d.Beavered) {
		return errOther
	}
	d.Cube, d.Verdict, d.Error, d.Luck, d.Roller = s.Cube, s.Verdict, s.Error, s.Luck, s.Roller
	if d.Kind == Double && d.Error.Equity > 0 && d.MarketLosers == nil { // gob omits zeros
		d.MarketLosers = new(float64)
	}
	if d.Kind == Play {
		if err := s.restorePlays(d, gen.Plays(&d.Position, d.Match.Dice), &j.made.Result); err != nil {
			return err
		}
	}
	d.name()
	d.Recorded = recorded(j)
	return nil
}

// restorePlays sets the plays, which must be legal and include the one that was made.
func (s *savedDecision) restorePlays(d *Decision, plays []board.Play, made *board.Position) error {
	d.Moves, d.Played = append([]advice.Choice{}, s.Moves...), s.Played
	if d.Played == nil && len(plays) == 0 {
		return nil
	}
	if (d.Played == nil) != d.Open || d.Played != nil && !d.fits(len(plays), made) {
		return errOther
	}
	for i := range d.Moves {
		c := &d.Moves[i]
		at := slices.IndexFunc(plays, func(p board.Play) bool { return p.Result == c.Play.Result })
		if at < 0 {
			return errOther
		}
		c.Play, c.Move, c.ResultID = plays[at], board.FormatPlay(d.Position, plays[at]), plays[at].Result.ID()
		d.restoreZeros(&c.Evaluated)
		if c.Rolled != nil {
			d.restoreZeros(&c.StandardError)
		}
	}
	return nil
}

// restoreZeros sets the values with the cube that are 0, which gob omits.
func (d *Decision) restoreZeros(e *engine.Evaluated) {
	if e.Cubeful == nil {
		e.Cubeful = new(float32)
	}
	if d.Match.Length > 0 && e.MWC == nil {
		e.MWC = new(float64)
	}
}

// fits reports whether the play made is that of the record, of a number of legal plays.
func (d *Decision) fits(legal int, made *board.Position) bool {
	return legal == d.Legal && d.Index >= 0 && d.Index < len(d.Moves) && d.Moves[d.Index].Play.Result == *made
}

// Identity returns the options that the saved numbers of a report depend on, for JSON. Equal
// identities give equal reports if the thresholds are equal, by which [Restore] grades again.
func (o *Options) Identity() any {
	of := *o
	of.Thresholds = Thresholds{}
	of.Bearoff.Databases = engine.NewFull(o.Evaluator()).Databases()
	return struct {
		Version int `json:"version"`
		Options
	}{savedVersion, named.Identify(of)}
}
