package analysis

import (
	"compress/gzip"
	"encoding/gob"
	"errors"
	"fmt"
	"io"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/named"
	"gammonlab/engine/search"
)

// savedVersion is the version of the output of [Report.Save]. It changes with
// the format and with the computed values.
const savedVersion = 2

// savedDecision has the values that cannot be taken from the record.
type savedDecision struct {
	Error Amount
	Luck  *Luck
	Moves *savedMoves
	Cube  *Cube
}

type savedMoves struct {
	Legal, Played, Rank int
	Spread              float64
	List                []savedCandidate
}

type savedCandidate struct {
	Result        board.Key
	Probabilities engine.Probabilities
	Value, Equity float64
	Plies         int
}

// Save writes the values of the decisions, from which [Restore] restores the
// report.
func (r *Report) Save(w io.Writer) error {
	var all []savedDecision
	for _, d := range r.All() {
		s := savedDecision{Error: d.Error, Luck: d.Luck, Cube: d.Cube}
		if m := d.Moves; m != nil {
			s.Moves = &savedMoves{m.Legal, m.Played, m.Rank, m.Spread, nil}
			for i := range m.List {
				c := &m.List[i]
				s.Moves.List = append(s.Moves.List, savedCandidate{c.Play.Result.Key(), c.Probabilities, c.Value, c.Equity, c.Plies})
			}
		}
		all = append(all, s)
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
// the same options. It evaluates nothing. It returns an error if the saved
// values are damaged or do not fit the record.
func Restore(m *record.Match, o Options, saved io.Reader) (*Report, error) {
	var all []savedDecision
	packed, err := gzip.NewReader(saved)
	if err == nil {
		err = gob.NewDecoder(packed).Decode(&all)
	}
	if err == nil {
		_, err = io.Copy(io.Discard, packed) // checks the checksum
	}
	if err != nil {
		return nil, fmt.Errorf("saved: %w", err)
	}
	adviser := advice.New(&search.Searcher{}, advice.Options{MET: o.MET.Table, Beavers: true, Efficiency: o.Efficiency})
	r, jobs, err := walk(m, &o, adviser)
	if err != nil {
		return nil, err
	}
	if len(jobs) != len(all) {
		return nil, errOther
	}
	var gen board.Generator
	for i := range jobs {
		if err := all[i].restore(&jobs[i], &gen); err != nil {
			return nil, err
		}
	}
	r.count(o.MET.Table)
	return r, nil
}

// restore sets the values of a decision.
func (s *savedDecision) restore(j *job, gen *board.Generator) error {
	d := j.decision
	if (d.Kind == Play) != (s.Cube == nil) || (d.Kind == Play) != (s.Luck != nil) {
		return errOther
	}
	if s.Cube != nil {
		if s.Cube.DoubledOrTaken != d.Cube.DoubledOrTaken || s.Cube.Beavered != d.Cube.Beavered {
			return errOther
		}
		d.Cube = s.Cube
	}
	d.Error, d.Luck, d.Mark = s.Error, s.Luck, markOf(s.Error.Equity)
	if s.Moves != nil {
		if err := s.Moves.restore(d, gen.Plays(&d.Position, d.Match.Dice), &j.made.Result); err != nil {
			return err
		}
	}
	d.Recorded = recorded(j)
	return nil
}

// restore sets the candidates, which must be legal plays and include the one
// that was made.
func (s *savedMoves) restore(d *Decision, plays []board.Play, made *board.Position) error {
	if len(plays) != s.Legal || s.Played < 0 || s.Played >= len(s.List) {
		return errOther
	}
	byResult := make(map[board.Key]*board.Play, len(plays))
	for i := range plays {
		byResult[plays[i].Result.Key()] = &plays[i]
	}
	d.Moves = &Moves{Legal: s.Legal, Played: s.Played, Rank: s.Rank, Spread: s.Spread}
	for i := range s.List {
		c := &s.List[i]
		play := byResult[c.Result]
		if play == nil {
			return errOther
		}
		d.Moves.List = append(d.Moves.List, Candidate{
			Play: *play, Probabilities: c.Probabilities, Value: c.Value, Equity: c.Equity, Plies: c.Plies})
	}
	if d.Moves.List[s.Played].Play.Result != *made {
		return errOther
	}
	return nil
}

// Identity returns the options that the numbers of a report depend on, for JSON. Equal
// identities give equal reports.
func (o *Options) Identity() any {
	of := *o
	of.Bearoff.Databases = engine.NewFull(o.Evaluator()).Databases()
	return struct {
		Version int `json:"version"`
		Options
	}{savedVersion, named.Identify(of)}
}
