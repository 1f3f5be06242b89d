package advice

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/internal/plaintext"
)

// Text returns the board and the summary.
func (m *RollMap) Text() string {
	return cube.DrawPosition(&m.Position, board.Roll{}, m.Class, m.At) + "\n" + m.Summary()
}

// Summary returns the values of the 36 throws as a square, and the table of the rolls.
func (m *RollMap) Summary() string {
	square := plaintext.Table{Head: []string{"die"}}
	for first := uint8(1); first <= 6; first++ {
		square.Head = append(square.Head, fmt.Sprint(first))
		row := []string{fmt.Sprint(first)}
		for second := uint8(1); second <= 6; second++ {
			row = append(row, plaintext.Signed(m.Of(first, second).Worth(), 3))
		}
		square.Add(row...)
	}
	table := plaintext.Table{Rows: m.Cells()}
	table.Left = []int{0, 1, len(table.Rows[0])}
	spread := m.Spread()
	for i, c := range m.sorted() {
		table.Rows[i+1] = append(table.Rows[i+1], bar(c.Luck, spread))
	}
	return square.Text() + "\n" + m.Words() + "\n\n" + table.Text()
}

// sorted returns the rolls, best first.
func (m *RollMap) sorted() []RollChoice {
	all := slices.Clone(m.Rolls)
	slices.SortStableFunc(all, func(a, b RollChoice) int { return cmp.Compare(b.Luck, a.Luck) })
	return all
}

// Of returns the choice of the throw of two dice.
func (m *RollMap) Of(first, second uint8) *RollChoice {
	return &m.Rolls[board.Roll{max(first, second), min(first, second)}.Index()]
}

// Words describes the values of all throws.
func (m *RollMap) Words() string {
	what := "cubeless equity"
	if m.At != nil {
		what = "cubeful equity"
	}
	return fmt.Sprintf("%s, %d-ply: mean %s, standard deviation %s over the 36 throws",
		plaintext.Capital(what), m.Plies, plaintext.Signed(float32(m.Mean), 3), plaintext.Fixed(float32(m.Deviation), 3))
}

// barCells is the length of the longest bar of luck in a table.
const barCells = 12

// Cells returns the cells of a table of the rolls, best first, the headings before them.
func (m *RollMap) Cells() [][]string {
	rows := [][]string{{"Roll", "Play", "Chance", "Equity", "  Luck"}}
	matches := m.Rolls[0].MWC != nil
	if matches {
		rows[0] = append(rows[0], "    MWC")
	}
	for _, c := range m.sorted() {
		row := []string{c.Dice, c.Move, fmt.Sprintf("%d/36", c.Roll.Ways()), plaintext.Signed(c.Worth(), 3), plaintext.Signed(float32(c.Luck), 3)}
		if matches {
			row = append(row, plaintext.Percentage(*c.MWC))
		}
		rows = append(rows, row)
	}
	return rows
}

// bar draws a luck as plus or minus signs.
func bar(luck, spread float64) string {
	if spread == 0 {
		return ""
	}
	sign := "+"
	if luck < 0 {
		sign = "-"
	}
	return strings.Repeat(sign, int(math.Round(barCells*math.Abs(luck)/spread)))
}
