package analyse

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"gammonlab/board"
	"gammonlab/desk/pages/curve"
	"gammonlab/engine/analysis"
	"gammonlab/internal/plaintext"
)

// shownPoints is the number of points of the course in its table.
const shownPoints = 200

// course is the value of a match for a player at each decision.
type course struct {
	Title, Caption string
	Drawing        template.HTML
	Table          plaintext.Table
}

// coursePoint is the value after a decision.
type coursePoint struct {
	*decisionRow
	game  int
	value float64
}

// newCourse draws the course of a match for the player O: the match-winning chance in
// percent or, in a money session, the points so far plus the equity of the game.
func (v *matchView) newCourse() *course {
	r := v.report
	c := &course{Title: "Match-winning chance of " + v.Summary.Names[board.PlayerO] + ", in percent"}
	unit := "%"
	if r.Length == 0 {
		c.Title, unit = "Points of "+v.Summary.Names[board.PlayerO]+" so far plus the equity of the game", "points"
	}
	c.Table.Head = []string{"decision", "game, move", unit}
	thin := thinning(r)
	var line []coursePoint
	for i := range v.Games {
		for k := range v.Games[i].Decisions {
			d := &v.Games[i].Decisions[k]
			value, ok := valueOf(r, &r.Games[i], d.Decision)
			if !ok {
				continue
			}
			line = append(line, coursePoint{d, i, value})
			if d.Number%thin == 0 {
				c.Table.Rows = append(c.Table.Rows, []string{fmt.Sprint(d.Number), fmt.Sprintf("%d, %d", d.Game, d.Move), fmt.Sprintf("%.1f", value)})
			}
		}
	}
	if len(line) == 0 {
		return nil
	}
	c.Table.Title, c.Caption = c.Title, sentence(line, unit)
	c.Drawing = v.draw(line, r.Length > 0)
	return c
}

// draw draws the course, with a link for each decision.
func (v *matchView) draw(line []coursePoint, percent bool) template.HTML {
	values := make([]float64, len(line))
	for i, p := range line {
		values[i] = p.value
	}
	f := curve.FrameOf(values)
	if percent {
		f = curve.NewFrame(len(line), 0, 100, 25)
	}
	var b, dots strings.Builder
	b.WriteString(f.Open("group", "Course"))
	for i, p := range line {
		edge := f.X(i) - f.Width()/2
		if i == 0 || p.game != line[i-1].game {
			fmt.Fprintf(&b, `<path class="rule" d="M%.1f 0V%d"/>%s`, edge, curve.Bottom, f.Foot(edge+3, fmt.Sprint("game ", p.game+1)))
		}
		if p.Mark != analysis.Unmarked {
			fmt.Fprintf(&dots, `<circle class="mark%d" cx="%.1f" cy="%.1f" r="%d"/>`, p.Mark, f.X(i), f.Y(p.value), 3+p.Mark)
		}
	}
	b.WriteString(f.Line(values) + dots.String())
	for i, p := range line {
		current := ""
		if v.IsChosen(p.Number) {
			current = ` aria-current="true"`
		}
		words := fmt.Sprintf("decision %d, game %d, move %d, %s: %s", p.Number, p.Game, p.Move, p.Name, strings.TrimSpace(p.Made+" "+p.Lost))
		fmt.Fprintf(&b, `<a href="%s?decision=%d%s" data-step="" data-at="%d" tabindex="-1"%s><rect x="%.1f" y="0" width="%.2f" height="%d"/><title>%s</title></a>`,
			v.Path, p.Number, html.EscapeString(string(v.And())), p.Number, current, f.X(i)-f.Width()/2, f.Width(), curve.Bottom, html.EscapeString(words))
	}
	b.WriteString(curve.Close)
	return template.HTML(b.String()) // texts are escaped
}

// thinning returns n if the table contains every n-th decision.
func thinning(r *analysis.Report) int {
	n := 0
	for i := range r.Games {
		n += len(r.Games[i].Decisions)
	}
	return max(1, (n+shownPoints-1)/shownPoints)
}

// sentence returns the first, last, lowest and highest values of the course as text.
func sentence(line []coursePoint, unit string) string {
	first, last := line[0].value, line[len(line)-1].value
	least, most := first, first
	for _, p := range line {
		least, most = min(least, p.value), max(most, p.value)
	}
	if unit == "%" {
		return fmt.Sprintf("First decision: %.1f%%. Last decision: %.1f%%. Range: %.1f%% to %.1f%%.", first, last, least, most)
	}
	return fmt.Sprintf("First decision: %+.2f points. Last decision: %+.2f. Range: %+.2f to %+.2f.", first, last, least, most)
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
