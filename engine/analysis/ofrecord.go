package analysis

import (
	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// OfRecord returns the analysis in a record by the program that wrote the file, as a report
// with the costs and the counts of this package. Decisions that the file does not evaluate
// are left out; missing is the number of those with a choice. Luck is not read. The options
// are the table and the games.
//
// A file need not have all plays of a roll. The spread of its plays stands for that of all
// in [Decision.CountsForXG].
func OfRecord(m *record.Match, o Options) (r *Report, missing int, err error) {
	r, jobs, err := walk(m, &o, advice.New(nil, advice.Options{MET: o.MET.Table, Beavers: true}))
	if err != nil {
		return nil, 0, err
	}
	known := map[*Decision]bool{}
	var gen board.Generator
	thresholds := o.Thresholds.complete()
	for i := range jobs {
		d := jobs[i].decision
		choice := true
		if known[d], choice = jobs[i].take(&gen); known[d] {
			thresholds.grade(d)
		} else if choice {
			missing++
		}
	}
	for i := range r.Games {
		g := &r.Games[i]
		all := g.Decisions
		g.Decisions = nil
		for _, d := range all {
			if known[d] {
				g.Decisions = append(g.Decisions, d)
			}
		}
	}
	r.count(o.MET.Table)
	return r, missing, nil
}

// take sets the values of a decision from the record. It returns false if the record has
// none, and whether there was a choice.
func (j *job) take(gen *board.Generator) (known, choice bool) {
	d := j.decision
	if d.Open {
		return false, false
	}
	var lost float64
	if d.Kind == Play {
		d.Luck = new(Luck)
		plays := gen.Plays(&d.Position, d.Match.Dice)
		if len(plays) < 2 {
			return true, false
		}
		if lost, known = j.takePlays(len(plays)); !known {
			return false, true
		}
	} else {
		if lost, known = RecordedCubeLoss(j.recorded, j.stakes, d.Kind, d.DoubledOrTaken); !known {
			return false, true
		}
		e := recordedAlternatives(j.recorded.Cube, j.stakes)
		d.Verdict = &cube.Verdict{Alternatives: *e}
	}
	d.Error = advice.AmountOfEquity(j.stakes, lost)
	d.Recorded = &Recorded{Source: j.recorded.Source}
	return true, true
}

// takePlays returns the cost of the play made, by the plays of the record.
func (j *job) takePlays(legal int) (lost float64, known bool) {
	d := j.decision
	if j.recorded == nil {
		return 0, false
	}
	plays := legalPlays(j.recorded, j.stakes, &d.Position, d.Match.Dice)
	if lost, known = lostBy(plays, &j.made.Result); !known {
		return 0, false
	}
	worst := plays[0].Equity
	for i := range plays {
		worst = min(worst, plays[i].Equity)
	}
	d.Played = &Played{Legal: legal, Spread: plays[0].Equity - worst}
	return lost, true
}
