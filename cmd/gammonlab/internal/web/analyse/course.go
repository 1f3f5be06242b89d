package analyse

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strings"

	"gammonlab/board"
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

// Sizes of the drawing of the course.
const (
	courseWide, courseHigh = 520, 200
	courseLeft, courseFoot = 30, 18
)

// draw draws the course, with a link for each decision.
func (v *matchView) draw(line []coursePoint, percent bool) template.HTML {
	low, high, step := 0.0, 100.0, 25.0
	if !percent {
		high = 1
		for _, p := range line {
			low, high = min(low, p.value), max(high, p.value)
		}
		step = max(1, math.Ceil((high-low)/4))
		low, high = step*math.Floor(low/step), step*math.Ceil(high/step)
	}
	wide := float64(courseWide-courseLeft) / float64(len(line))
	x := func(i int) float64 { return courseLeft + (float64(i)+0.5)*wide }
	y := func(value float64) float64 {
		return 6 + (high-value)/(high-low)*(courseHigh-courseFoot-12)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="course" viewBox="0 0 %d %d" role="group" aria-label="Course">`, courseWide, courseHigh)
	for level := low; level <= high; level += step {
		fmt.Fprintf(&b, `<path class="rule" d="M%d %.1fH%d"/><text x="%d" y="%.1f">%.0f</text>`, courseLeft, y(level), courseWide, courseLeft-6, y(level)+4, level)
	}
	path, dots := strings.Builder{}, strings.Builder{}
	for i, p := range line {
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(&path, "%s%.1f %.1f", command, x(i), y(p.value))
		if i == 0 || p.game != line[i-1].game {
			fmt.Fprintf(&b, `<path class="rule" d="M%.1f 0V%d"/><text class="game" x="%.1f" y="%d">game %d</text>`, x(i)-wide/2, courseHigh-courseFoot, x(i)-wide/2+3, courseHigh-4, p.game+1)
		}
		if p.Mark != analysis.Unmarked {
			fmt.Fprintf(&dots, `<circle class="mark%d" cx="%.1f" cy="%.1f" r="%d"/>`, p.Mark, x(i), y(p.value), 3+p.Mark)
		}
	}
	fmt.Fprintf(&b, `<path class="line" d="%s"/>%s`, path.String(), dots.String())
	for i, p := range line {
		current := ""
		if v.IsChosen(p.Number) {
			current = ` aria-current="true"`
		}
		words := fmt.Sprintf("decision %d, game %d, move %d, %s: %s", p.Number, p.Game, p.Move, p.Name, strings.TrimSpace(p.Made+" "+p.Lost))
		fmt.Fprintf(&b, `<a href="%s?decision=%d%s" data-step="" data-at="%d" tabindex="-1"%s><rect x="%.1f" y="0" width="%.2f" height="%d"/><title>%s</title></a>`,
			v.Path, p.Number, html.EscapeString(string(v.And())), p.Number, current, x(i)-wide/2, wide, courseHigh-courseFoot, html.EscapeString(words))
	}
	b.WriteString("</svg>\n")
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
