package rating

import (
	"fmt"

	"gammonlab/internal/plaintext"
)

// Table shows values of the formula by the favorite's lead and the length of the match.
type Table struct {
	Name, Title string

	format string
	cell   func(difference float64, length int) float64
}

// Tables returns the tables of FIBS's FAQ, for players with an experience of 400
// points or more.
func Tables() []Table {
	return []Table{
		{"favorite", "Rating points that change hands when the favorite wins", "%.2f",
			func(d float64, n int) float64 { return Change(d, n, true, experienced) }},
		{"underdog", "Rating points that change hands when the underdog wins", "%.2f",
			func(d float64, n int) float64 { return Change(-d, n, true, experienced) }},
		{"ratio", "What a loss costs the favorite over what a win brings", "%.2f",
			func(d float64, n int) float64 {
				return -Change(d, n, false, experienced) / Change(d, n, true, experienced)
			}},
		{"average", "Share of matches that the favorite wins", "%.3f", WinProbability},
	}
}

// experienced is the experience from which K is 1.
const experienced = 400

// tableLengths are the lengths of matches in the tables of the FAQ.
var tableLengths = []int{1, 2, 3, 5, 7, 9, 11}

// Text returns the title and the table.
func (t *Table) Text() string {
	all := plaintext.Table{Indent: "  "}
	head := []string{"difference"}
	for _, n := range tableLengths {
		head = append(head, fmt.Sprint(n))
	}
	all.Add(head...)
	for d := 0; d <= 480; d += 40 {
		row := []string{fmt.Sprint(d)}
		for _, n := range tableLengths {
			row = append(row, fmt.Sprintf(t.format, t.cell(float64(d), n)))
		}
		all.Add(row...)
	}
	return t.Title + "\n\n" + all.Text()
}
