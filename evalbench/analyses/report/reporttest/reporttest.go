// Package reporttest has reports for the tests of the report writers.
//
// Not for other modules.
package reporttest

import (
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/must"
	"gammonlab/internal/plaintext"
	"gammonlab/nets"
)

// Sample returns a small report with all parts that a report can have; its numbers are
// invented.
func Sample() *report.Document {
	start := board.NewMatch(3)
	start.Dice = board.Roll{3, 1}
	head := []string{"", "Play", "Equity", "Difference", "Wins (g, bg) – losses"}
	entries := []report.Entry{
		{
			Card: htmlpage.Card{
				Title: "Move 1: Zoë plays 31: 24/23 13/10 ??", Loss: "-0.250 (-2.500%)", Note: "16 legal plays; luck of the roll +0.100 (+1.000%)",
				Head: head, ID: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10",
				Rows: []htmlpage.Row{
					{Cells: []string{"1", "8/5 6/5", "+0.160", "", "55.1 (17.2, 0.8) – 44.9 (11.8, 0.5)"}},
					{Cells: []string{"2", "24/23 13/10", "-0.090", "-0.250", "49.7 (13.7, 0.6) – 50.3 (13.7, 0.6)"}, Marked: true},
				},
			},
			Mark: analysis.VeryBad, Figure: "01-001",
			Board: &picture.Board{Position: board.Backgammon.Start(), Match: start, Names: [2]string{"Ann_1 & Co", "Zoë"}},
		},
		{Card: htmlpage.Card{
			Title: "Move 1: Ann_1 & Co does not double", Note: "Right: no double, take", Head: []string{"", "Cube", "Equity", "Difference"},
			Rows: []htmlpage.Row{{Cells: []string{"", "No double", "+0.450", ""}, Marked: true}, {Cells: []string{"", "Double, take", "+0.388", "-0.062"}}},
		}},
	}
	tables := []plaintext.Table{{Title: "Checker play", Rows: [][]string{{"Rolls", "0", "1"}}}}
	return &report.Document{
		Title: "Ann_1 & Co - Zoë: match to 3, 1 game", Facts: []report.Fact{{Label: "Date", Text: "2026-11-21"}, {Label: "Analysis", Text: "2-ply, cubeful"}},
		Problems: []string{"not analysed to the end: 100% {sure}"}, Boards: "Zoë sits at the bottom of every board.",
		Names: [2]string{"Ann_1 & Co", "Zoë"}, Tables: tables,
		Sections: []report.Section{{Title: "Game 1 at 0-0: not finished", Entries: entries, Tables: tables}},
	}
}

// WithMap returns the report with a map of all throws below the first board.
func WithMap() *report.Document {
	d := Sample()
	m := &picture.Map{Words: "mean 0.1, of 100% {sure}"}
	for i := range m.Cells {
		for k := range m.Cells[i] {
			m.Cells[i][k] = picture.Cell{Value: "+0.100", Play: "24/18* 13/11", Heat: float64(i+k)/5 - 1}
		}
	}
	d.Sections[0].Entries[0].Map = m
	return d
}

// Match returns the report of an analysis of a match in a .mat file by the shipped
// default net.
func Match(t testing.TB, text string, o report.Options) *report.Document {
	t.Helper()
	m := must.Get(record.Read("test.mat", strings.NewReader(text)))(t)
	static := engine.NewStatic(must.Get(nets.LoadShipped(nets.DefaultNet))(t), nil)
	r := must.Get(analysis.Analyse(t.Context(), m, analysis.Options{Strength: named.StrengthOf(static, 0), Workers: 2}))(t)
	return report.NewDocument(r, o)
}
