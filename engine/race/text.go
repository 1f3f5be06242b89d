package race

import (
	"fmt"
	"strings"

	"gammonlab/internal/plaintext"
)

// Text returns a table of the pips and of the counts.
func (c *Counts) Text() string {
	t := plaintext.Table{Left: []int{0, 5, 6}, Rows: c.Cells()}
	return t.Text()
}

// Cells returns the cells of the table, the headings before them: rows for the pips and one for
// each method, with what decides and the decisions for a centred cube and for the player's cube.
func (c *Counts) Cells() [][]string {
	rows := [][]string{
		{"race", "player", "opponent", "excess", "win", "centred cube", "own cube"},
		{"pips", fmt.Sprint(c.Player.Pips), fmt.Sprint(c.Opponent.Pips), fmt.Sprintf("%+d", c.Player.Pips-c.Opponent.Pips), "", "", ""},
	}
	if own, opp := c.Player.Effective, c.Opponent.Effective; own != nil && opp != nil {
		rows = append(rows, []string{"effective pips", number(*own), number(*opp), fmt.Sprintf("%+.1f", *own-*opp), "", "", ""})
	}
	for i := range c.Methods {
		m := &c.Methods[i]
		measure, win := number(m.Measure), ""
		if m.Name == "Kleinman" {
			measure = fmt.Sprintf("K = %.2f", m.Measure)
		} else if m.Measure > 0 {
			measure = "+" + measure
		}
		if m.Win != nil {
			win = fmt.Sprintf("%.1f%%", 100**m.Win)
		}
		rows = append(rows, []string{m.Name, number(m.Player), number(m.Opponent), measure, win, m.action("double", m.Double), m.action("redouble", m.Redouble)})
	}
	return rows
}

// number formats a count, without decimals if it is whole.
func number(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0") }

// action returns the correct actions.
func (m *Count) action(verb string, double bool) string {
	answer := "pass"
	if m.Take {
		answer = "take"
	}
	if !double {
		verb = "no " + verb
	}
	return plaintext.Capital(verb) + ", " + answer
}

// Words returns the decisions of all methods for a centred cube in one line.
func (c *Counts) Words() string {
	var all []string
	for i := range c.Methods {
		m := &c.Methods[i]
		all = append(all, m.Name+": "+strings.ToLower(m.action("double", m.Double)))
	}
	return strings.Join(all, "; ")
}
