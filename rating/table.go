package rating

import (
	"fmt"

	"gammonlab/internal/plaintext"
)

// Table has values of the formula by the difference of ratings and the length of the
// match.
type Table struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Lengths []int  `json:"lengths"` // of the matches, in points
	Rows    []Row  `json:"rows"`

	format string
}

// Row has the values of a table for a difference of ratings.
type Row struct {
	Difference int       `json:"difference" unit:"FIBS" meaning:"difference of the ratings in the last row"` // of the ratings
	Values     []float64 `json:"values"`                                                                     // one for each length
}

// Tables returns the tables of FIBS's FAQ, for players with an experience of 400
// points or more.
func Tables() []Table {
	return []Table{
		newTable("favorite", "Rating points that change hands when the favorite wins", "%.2f",
			func(d float64, n int) float64 { return Change(d, n, true, experienced) }),
		newTable("underdog", "Rating points that change hands when the underdog wins", "%.2f",
			func(d float64, n int) float64 { return Change(-d, n, true, experienced) }),
		newTable("ratio", "What a loss costs the favorite over what a win brings", "%.2f",
			func(d float64, n int) float64 {
				return -Change(d, n, false, experienced) / Change(d, n, true, experienced)
			}),
		newTable("average", "Share of matches that the favorite wins", "%.3f", WinProbability),
	}
}

// experienced is the smallest experience at which K is 1.
const experienced = 400

// tableStep and tableEnd are the differences of ratings in the tables.
const tableStep, tableEnd = 40, 480

func newTable(name, title, format string, cell func(difference float64, length int) float64) Table {
	t := Table{Name: name, Title: title, Lengths: []int{1, 2, 3, 5, 7, 9, 11}, format: format} // the lengths of the FAQ
	for d := 0; d <= tableEnd; d += tableStep {
		row := Row{Difference: d}
		for _, n := range t.Lengths {
			row.Values = append(row.Values, cell(float64(d), n))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Text returns the title and the table.
func (t *Table) Text() string {
	all := plaintext.Table{Indent: "  ", Head: []string{"difference"}}
	for _, n := range t.Lengths {
		all.Head = append(all.Head, fmt.Sprint(n))
	}
	for _, r := range t.Rows {
		row := []string{fmt.Sprint(r.Difference)}
		for _, x := range r.Values {
			row = append(row, fmt.Sprintf(t.format, x))
		}
		all.Add(row...)
	}
	return t.Title + "\n\n" + all.Text()
}
