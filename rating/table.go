package rating

import (
	"encoding/json"
	"fmt"

	"gammonlab/internal/plaintext"
)

// Table has values of the formula by the difference of ratings and the length of the
// match.
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

// experienced is the smallest experience at which K is 1.
const experienced = 400

// tableLengths are the lengths of matches in the tables of the FAQ.
var tableLengths = []int{1, 2, 3, 5, 7, 9, 11}

// tableStep and tableEnd are the differences of ratings in the tables.
const tableStep, tableEnd = 40, 480

// tableRecord is the JSON form of a table.
type tableRecord struct {
	Name    string      `json:"name"`
	Title   string      `json:"title"`
	Lengths []int       `json:"lengths"` // of the matches, in points
	Rows    []rowRecord `json:"rows"`
}

// rowRecord is the JSON form of a row of a table.
type rowRecord struct {
	Difference int       `json:"difference"` // of the ratings
	Values     []float64 `json:"values"`     // one for each length
}

// JSONSchemaAlias returns the JSON form.
func (Table) JSONSchemaAlias() any { return tableRecord{} }

// MarshalJSON writes all values of the table.
func (t *Table) MarshalJSON() ([]byte, error) {
	r := tableRecord{Name: t.Name, Title: t.Title, Lengths: tableLengths}
	for d := 0; d <= tableEnd; d += tableStep {
		row := rowRecord{Difference: d}
		for _, n := range tableLengths {
			row.Values = append(row.Values, t.cell(float64(d), n))
		}
		r.Rows = append(r.Rows, row)
	}
	return json.Marshal(r)
}

// Text returns the title and the table.
func (t *Table) Text() string {
	all := plaintext.Table{Indent: "  "}
	head := []string{"difference"}
	for _, n := range tableLengths {
		head = append(head, fmt.Sprint(n))
	}
	all.Add(head...)
	for d := 0; d <= tableEnd; d += tableStep {
		row := []string{fmt.Sprint(d)}
		for _, n := range tableLengths {
			row = append(row, fmt.Sprintf(t.format, t.cell(float64(d), n)))
		}
		all.Add(row...)
	}
	return t.Title + "\n\n" + all.Text()
}
