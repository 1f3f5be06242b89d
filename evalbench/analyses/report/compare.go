package report

import (
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/analysis"
)

// compared compares the costs by the analysis and by the record, for the same decisions.
type compared struct {
	source    string // the program of the record
	decisions int
	agree     int
	made      int           // number of these that are not open
	lost      [2][2]float64 // normalised equity, by player: here, in the record
	differ    []*analysis.Decision
	open      []*analysis.Decision
}

// comparison compares the analysis with the one in the record, for the decisions that
// have a cost in the record or are open.
func comparison(r *analysis.Report) compared {
	var c compared
	for g := range r.Games {
		for _, d := range r.Games[g].Decisions {
			if d.Recorded != nil && (d.Open || d.Recorded.Error != nil) {
				c.add(d)
			}
		}
	}
	return c
}

// add adds a decision.
func (c *compared) add(d *analysis.Decision) {
	c.source = d.Recorded.Source
	c.decisions++
	if d.Recorded.Agrees {
		c.agree++
	}
	if d.Open {
		c.open = append(c.open, d)
		return
	}
	c.made++
	c.lost[d.Player][0] += d.Error.Equity
	c.lost[d.Player][1] += d.Recorded.Error.Equity
	if !d.Recorded.Agrees {
		c.differ = append(c.differ, d)
	}
}

// Columns of the equities in the text.
const (
	choiceWidth = 30
	equityWidth = 10
)

// writeComparison writes the analysis in the record beside this one.
func writeComparison(b *strings.Builder, r *analysis.Report, o Options) {
	c := comparison(r)
	if c.decisions == 0 {
		b.WriteString("\nThe record has no analysis to compare with.\n")
		return
	}
	fmt.Fprintf(b, "\nCompared with the analysis in the record, by %s: the same choice in %d of %d decisions\n", c.source, c.agree, c.decisions)
	for _, p := range []board.Player{board.PlayerO, board.PlayerX} {
		if c.made == 0 {
			break
		}
		fmt.Fprintf(b, "  %s: error %s here, %s in the record\n", name(r, p), signed(-c.lost[p][0], 3), signed(-c.lost[p][1], 3))
	}
	shown := c.differ
	if o.Limit > 0 && len(shown) > o.Limit {
		shown = shown[:o.Limit]
		fmt.Fprintf(b, "\nThe first %d of %d different choices\n", len(shown), len(c.differ))
	} else if len(shown) > 0 {
		b.WriteString("\nDifferent choices\n")
	}
	for _, d := range append(shown, c.open...) {
		fmt.Fprintf(b, "\n  game %d, move %d, %s: best %s here, %s in the record (%s)\n", d.Game, d.Move, name(r, d.Player),
			d.Best, d.Recorded.Best, level(d.Recorded))
		writeEquities(b, d)
		fmt.Fprintf(b, "     %s\n", d.XGID)
	}
}

// level describes the level of the analysis in the record.
func level(r *analysis.Recorded) string {
	best := analysis.RecordedRollout{}
	switch {
	case len(r.Plays) > 0:
		best = r.Plays[0].RecordedRollout
	case len(r.Rollouts) > 0:
		best = r.Rollouts[0]
	}
	switch {
	case best.Games > 0:
		return fmt.Sprintf("%s of %d games", r.Level, best.Games)
	case r.Level == "":
		return "level unknown"
	}
	return r.Level
}

// inInterval formats an equity in the record, with half the width of its interval if that
// is known.
func inInterval(equity float64, rollout analysis.RecordedRollout) string {
	text := signed(equity, 3)
	if rollout.Confidence > 0 {
		text += fmt.Sprintf(" ±%.3f", rollout.Confidence)
	}
	return text
}

// writeEquities writes the equities of a decision side by side: of a play, those of the
// best plays and of the one made; of an open play, all that the record has.
func writeEquities(b *strings.Builder, d *analysis.Decision) {
	fmt.Fprintf(b, "     %-*s%*s%*s\n", choiceWidth, "", equityWidth, "here", equityWidth, "record")
	for _, row := range sideBySide(d) {
		here, there, width := row[1], row[2], equityWidth
		if equity, _, found := strings.Cut(there, " "); found { // the interval is behind the column
			width += len([]rune(there)) - len(equity)
		}
		fmt.Fprintf(b, "     %-*s%*s%*s\n", choiceWidth, row[0], equityWidth, here, width, there)
	}
}

// sideBySide returns the rows of a comparison: a choice, its equity here and in the
// record, "–" if it has none.
func sideBySide(d *analysis.Decision) (rows [][3]string) {
	const none = "–"
	if d.Kind != analysis.Play {
		here, there := &d.Verdict.Alternatives, d.Recorded.Alternatives
		var no, double analysis.RecordedRollout
		if len(d.Recorded.Rollouts) == 2 {
			no, double = d.Recorded.Rollouts[0], d.Recorded.Rollouts[1]
		}
		return [][3]string{
			{"no double", signed(here.NoDouble, 3), inInterval(there.NoDouble, no)},
			{"double, take", signed(here.DoubleTake, 3), inInterval(there.DoubleTake, double)},
			{"double, pass", signed(here.DoublePass, 3), signed(there.DoublePass, 3)},
		}
	}
	for i := range d.Moves {
		c := &d.Moves[i]
		p := d.Recorded.Find(&c.Play)
		switch {
		case p != nil && (i == 0 || d.Open || i == d.Index || c.Move == d.Recorded.Best):
			rows = append(rows, [3]string{c.Move, signed(float64(c.Worth()), 3), inInterval(p.Equity, p.RecordedRollout)})
		case i == 0:
			rows = append(rows, [3]string{c.Move, signed(float64(c.Worth()), 3), none})
		}
	}
	return rows
}
