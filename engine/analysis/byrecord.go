package analysis

import (
	"gammonlab/board/game"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// ByRecord says how the analysis in the record judges the choices of this one, at the decisions
// of both players.
type ByRecord struct {
	Source    string  `json:"source"` // the program that judges
	Level     string  `json:"level"`  // its most frequent level, in its words
	AtLevel   int     `json:"decisions_at_level"`
	Decisions int     `json:"decisions"`  // that eXtreme Gammon would count, see [Decision.CountsForXG]
	Unlisted  int     `json:"unlisted"`   // plays that the record does not list, which are left out
	PR        float64 `json:"xg_pr"`      // performance rating, 500 times the mean cost
	Each      float64 `json:"error_each"` // mean cost of a decision, in normalised equity
}

// byRecord returns what the record's analysis says of the choices, nil if it judges none.
func (r *Report) byRecord() *ByRecord {
	var b ByRecord
	lost, levels := 0.0, map[[2]string]int{}
	for _, d := range r.All() {
		if d.Recorded == nil || d.Open {
			continue
		}
		cost, counts, listed := d.byRecord()
		if !listed {
			b.Unlisted++
		}
		if !counts || !listed {
			continue
		}
		b.Decisions++
		lost += cost
		at := [2]string{d.Recorded.Source, d.Recorded.Level}
		if levels[at]++; levels[at] > b.AtLevel {
			b.Source, b.Level, b.AtLevel = at[0], at[1], levels[at]
		}
	}
	if b.Decisions == 0 {
		return nil
	}
	b.Each = lost / float64(b.Decisions)
	b.PR = XGRate.Scale() * b.Each
	return &b
}

// byRecord returns the cost of the analysis's choice by the equities of the record, whether the
// decision counts for a performance rating, and whether the record lists the choice.
func (d *Decision) byRecord() (lost float64, counts, listed bool) {
	switch plays := d.Recorded.Plays; {
	case d.Kind == Play && (len(plays) < 2 || len(d.Moves) == 0):
		return 0, false, true
	case d.Kind == Play:
		worst := plays[0].Equity
		for i := range plays {
			worst = min(worst, plays[i].Equity)
		}
		lost, listed = lostBy(plays, &d.Moves[0].Play.Result)
		return lost, SpreadCountsForXG(plays[0].Equity - worst), listed
	case d.Recorded.Alternatives == nil || d.Verdict == nil:
		return 0, false, true
	case d.Kind == Double:
		return d.doubleByRecord(d.Recorded.Alternatives)
	}
	answers := advice.WeighAnswers(d.Recorded.Alternatives, false, false)
	return answers.Lost(game.TakeOrDrop(d.Take)), true, true
}

// doubleByRecord is byRecord of a decision to double.
func (d *Decision) doubleByRecord(e *cube.Alternatives) (lost float64, counts, listed bool) {
	double := advice.WeighDouble(e, false)
	return double.Lost(d.Verdict.Double), DoubleCountsForXG(e, d.DoubledOrTaken || d.Verdict.Double), true
}
