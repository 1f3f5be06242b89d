package analyse

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/analysis"
	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// shownPoints is the number of points of the course in its table.
const shownPoints = 200

// course is the value of a match for a player at each decision.
type course struct {
	htmlpage.Figure
	Table plaintext.Table
}

// newCourse draws the course of a match for the player O: the match-winning chance in
// percent or, in a money session, the points so far plus the equity of the game.
func newCourse(r *analysis.Report, names [2]string) *course {
	c := &course{}
	var line chart.Series
	unit, level := "points", 0.0
	if r.Length > 0 {
		unit, level = "%", 50
	}
	number := 0
	thin := thinning(r)
	c.Table.Head = []string{"decision", "game, move", unit}
	for i := range r.Games {
		for _, d := range r.Games[i].Decisions {
			number++
			value, ok := valueOf(r, &r.Games[i], d)
			if !ok {
				continue
			}
			line.X, line.Y = append(line.X, float64(number)), append(line.Y, value)
			if number%thin == 0 {
				c.Table.Rows = append(c.Table.Rows, []string{fmt.Sprint(number), fmt.Sprintf("%d, %d", d.Game, d.Move), fmt.Sprintf("%.1f", value)})
			}
		}
	}
	if len(line.Y) == 0 {
		return nil
	}
	c.Picture = chart.Curve{XLabel: "decision", Series: []chart.Series{line}, Marks: []chart.HorizontalMark{{Y: level, Label: "even"}}}
	c.Title = "Match-winning chance of " + names[board.PlayerO] + ", in percent"
	if r.Length == 0 {
		c.Title = "Points of " + names[board.PlayerO] + " so far plus the equity of the game"
	}
	c.Table.Title, c.Caption = c.Title, sentence(line.Y, unit)
	return c
}

// thinning returns n if the table contains every n-th decision.
func thinning(r *analysis.Report) int {
	n := 0
	for i := range r.Games {
		n += len(r.Games[i].Decisions)
	}
	return (n + shownPoints - 1) / shownPoints
}

// sentence returns the first, last, lowest and highest values of the course as text.
func sentence(values []float64, unit string) string {
	least, most := values[0], values[0]
	for _, v := range values {
		least, most = min(least, v), max(most, v)
	}
	if unit == "%" {
		return fmt.Sprintf("First decision: %.1f%%. Last decision: %.1f%%. Range: %.1f%% to %.1f%%.",
			values[0], values[len(values)-1], least, most)
	}
	return fmt.Sprintf("First decision: %+.2f points. Last decision: %+.2f. Range: %+.2f to %+.2f.",
		values[0], values[len(values)-1], least, most)
}

// valueOf returns the value for the player O after a decision as it was made; false if
// the analysis does not contain it.
func valueOf(r *analysis.Report, g *analysis.Game, d *analysis.Decision) (float64, bool) {
	var value float64 // for the player on roll
	switch {
	case d.Played != nil:
		c := &d.Moves[d.Index]
		if value = float64(c.Worth()); c.MWC != nil {
			value = *c.MWC
		}
	case d.Verdict == nil:
		return 0, false
	case d.Verdict.MWC != nil:
		value = d.Verdict.MWC.Optimal
	default:
		value = d.Optimal
	}
	isO := d.Match.Roller == board.PlayerO
	if r.Length > 0 {
		if !isO {
			value = 1 - value
		}
		return 100 * value, true
	}
	if !isO {
		value = -value
	}
	return float64(g.Score[board.PlayerO]-g.Score[board.PlayerX]) + value*float64(d.Match.Cube), true
}
