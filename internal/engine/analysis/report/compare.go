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
	lost      [2][2]float64 // normalised equity, by player: here, in the record
	differ    []*analysis.Decision
}

// comparison compares the analysis with the one in the record, for the decisions that
// have a cost in the record.
func comparison(r *analysis.Report) compared {
	var c compared
	for g := range r.Games {
		for _, d := range r.Games[g].Decisions {
			if d.Recorded == nil || d.Recorded.Error == nil {
				continue
			}
			c.source = d.Recorded.Source
			c.decisions++
			c.lost[d.Player][0] += d.Error.Equity
			c.lost[d.Player][1] += d.Recorded.Error.Equity
			if d.Recorded.Agrees {
				c.agree++
			} else {
				c.differ = append(c.differ, d)
			}
		}
	}
	return c
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
		fmt.Fprintf(b, "  %s: error %s here, %s in the record\n", name(r, p), signed(-c.lost[p][0], 3), signed(-c.lost[p][1], 3))
	}
	shown := c.differ
	if o.Limit > 0 && len(shown) > o.Limit {
		shown = shown[:o.Limit]
		fmt.Fprintf(b, "\nThe first %d of %d different choices\n", len(shown), len(c.differ))
	} else if len(shown) > 0 {
		b.WriteString("\nDifferent choices\n")
	}
	for _, d := range shown {
		fmt.Fprintf(b, "\n  game %d, move %d, %s: best %s here, %s in the record (%s)\n", d.Game, d.Move, name(r, d.Player),
			d.Best, d.Recorded.Best, level(d.Recorded))
		writeEquities(b, d)
		fmt.Fprintf(b, "     %s\n", d.XGID)
	}
}

// level describes the level of the analysis in the record.
func level(r *analysis.Recorded) string {
	if r.Level == "" {
		return "level unknown"
	}
	return r.Level
}

// writeEquities writes the equities of a decision side by side.
func writeEquities(b *strings.Builder, d *analysis.Decision) {
	line := func(what string, here float64, there string) {
		fmt.Fprintf(b, "     %-*s%*s%*s\n", choiceWidth, what, equityWidth, signed(here, 3), equityWidth, there)
	}
	fmt.Fprintf(b, "     %-*s%*s%*s\n", choiceWidth, "", equityWidth, "here", equityWidth, "record")
	if d.Kind != analysis.Play {
		here, there := &d.Verdict.Alternatives, d.Recorded.Alternatives
		line("no double", here.NoDouble, signed(there.NoDouble, 3))
		line("double, take", here.DoubleTake, signed(there.DoubleTake, 3))
		line("double, pass", here.DoublePass, signed(there.DoublePass, 3))
		return
	}
	for i := range d.Moves {
		c := &d.Moves[i]
		there, known := d.Recorded.Equity(&c.Play)
		if known && (i == 0 || i == d.Index || c.Move == d.Recorded.Best) {
			line(c.Move, float64(c.Worth()), signed(there, 3))
		} else if i == 0 {
			line(c.Move, float64(c.Worth()), "–")
		}
	}
}
