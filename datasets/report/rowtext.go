package report

import (
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// RowText draws the position of a row and describes its label.
func RowText(r *datasets.Row) string {
	var b strings.Builder
	b.WriteString(engine.DrawPosition(&r.Position, board.Roll{}, r.Class.String()))
	if r.Method == datasets.Unlabelled {
		b.WriteString("\nno label\n")
	} else {
		fmt.Fprintf(&b, "\n       %s   Equity", engine.ProbabilityHeader)
		cubeful := ""
		if r.Cubeful == r.Cubeful {
			b.WriteString("  Cubeful")
			cubeful = "   " + plaintext.Signed(r.Cubeful, 3)
		}
		fmt.Fprintf(&b, "\n       %s   %s%s\n", r.Probabilities.Columns(), plaintext.Signed(r.Probabilities.Equity(), 3), cubeful)
		fmt.Fprintf(&b, "error  %s   %6s\n", errorColumns(r.Errors[:]), errorText(r.EquityError))
		b.WriteString(cubesText(&r.Cubes))
		fmt.Fprintf(&b, "\nlabelled by %v", r.Method)
		if r.Trials > 0 {
			fmt.Fprintf(&b, ", %d trials", r.Trials)
		}
		if r.Labeller != "" {
			fmt.Fprintf(&b, ", with %s", plaintext.VisibleLine(r.Labeller))
		}
		b.WriteByte('\n')
	}
	if r.Source != "" {
		fmt.Fprintf(&b, "from %s, ", plaintext.VisibleLine(r.Source))
	}
	fmt.Fprintf(&b, "seed %d\n", r.Seed)
	if r.HasWeight() {
		fmt.Fprintf(&b, "weight %v\n", r.Weight)
	}
	return b.String()
}

// cubesText returns a line of each kind of games with the known values by the state of the cube.
func cubesText(c *datasets.Cubes) string {
	line := func(title string, names []string, first int) (text string) {
		for i, name := range names {
			if v := c.States[first+i]; v == v {
				text += ", " + name + " " + plaintext.Signed(v, 3)
			}
		}
		if text == "" {
			return ""
		}
		return title + text[1:] + "\n"
	}
	return line("money games, cubeful:", []string{"Jacoby", "owned", "against"}, datasets.MoneyJacoby) +
		line(fmt.Sprintf("match at %d-away, %d-away, cube at %d:", c.OwnAway, c.OppAway, c.MatchCube), []string{"centred", "owned", "against"}, datasets.MatchCentred)
}

// errorColumns formats standard errors in the columns of
// [engine.Probabilities.Columns].
func errorColumns(errors []float32) string {
	var columns []string
	for _, e := range errors {
		columns = append(columns, fmt.Sprintf("%5s", errorText(e)))
	}
	return strings.Join(columns, "  ")
}

// errorText formats a standard error, ? if it is unknown.
func errorText(e float32) string {
	if e != e {
		return "?"
	}
	return plaintext.Fixed(e, 3)
}
