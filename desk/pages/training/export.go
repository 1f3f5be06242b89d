package training

import (
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"strings"

	"gammonlab/desk/pages/problem"
	"gammonlab/evalbench/runs"
)

// exports are the formats of a chart as a file, with their content types.
var exports = map[string]string{"svg": "image/svg+xml", "png": "image/png", "csv": "text/csv; charset=utf-8"}

// export writes the chart of a quantity as a file.
func (s *server) export(w http.ResponseWriter, r *http.Request) error {
	format := strings.TrimPrefix(r.PathValue("file"), "chart.")
	kind := exports[format]
	if kind == "" || format == r.PathValue("file") {
		return problem.NotFound("chart", r.PathValue("file"))
	}
	q, err := readQuery(r.URL.Query())
	if err != nil {
		return err
	}
	q.Quantities = []string{r.URL.Query().Get("quantity")}
	chosen, err := s.chosen(q.IDs)
	if err != nil {
		return err
	}
	charts, err := runs.Charts(chosen, q.ChartOptions)
	if err != nil {
		return problem.Bad(err)
	}
	chart := &charts[0]
	name := strings.TrimSuffix(chart.Files()[0], ".png") + "." + format
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	if format == "csv" {
		return writeCSV(w, chart)
	}
	return chart.Encode(w, format)
}

// chosen returns the runs with IDs.
func (s *server) chosen(ids []string) ([]*runs.Run, error) {
	found, err := s.catalog.find(ids)
	if err != nil {
		return nil, err
	}
	var all []*runs.Run
	for _, r := range found {
		all = append(all, r.Run)
	}
	return runs.Labelled(all), nil
}

// writeCSV writes the values of a chart: a row for each place on the horizontal axis, and for each
// series the value and, if there are some, the ends of its interval and the value before smoothing.
func writeCSV(w io.Writer, c *runs.Chart) error {
	curve := newCurve(c)
	head := []string{curve.XLabel}
	for _, l := range curve.Lines {
		name := l.Name
		if l.Kind != "line" {
			name += " (" + l.Kind + ")"
		}
		head = append(head, name)
	}
	out := csv.NewWriter(w)
	rows := [][]string{head}
	for i := range curve.Data[0] {
		var row []string
		for _, column := range curve.Data {
			row = append(row, runs.Cell(column[i]))
		}
		rows = append(rows, row)
	}
	return out.WriteAll(rows)
}
