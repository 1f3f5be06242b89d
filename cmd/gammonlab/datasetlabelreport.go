package main

import (
	"fmt"
	"math"
	"strings"

	"gammonlab/datasets/label"
	"gammonlab/internal/plaintext"
)

// labelNote is what stands beside the bar: how much is learned.
func labelNote(s *label.Summary) string {
	var notes []string
	if !math.IsNaN(s.Change) {
		notes = append(notes, fmt.Sprintf("%.4f from 0-ply", s.Change))
	}
	if !math.IsNaN(s.Error) {
		notes = append(notes, fmt.Sprintf("standard error %.4f", s.Error))
	}
	return strings.Join(notes, ", ")
}

// labelText tells what became of the rows.
func labelText(out string, s *label.Summary) string {
	text := fmt.Sprintf("%s: %d rows, %d labelled", out, s.Rows, s.Labelled)
	for _, part := range []struct {
		n    int64
		what string
	}{
		{s.Kept, "with as good a label"}, {s.OtherClass, "of other classes"}, {s.Unknown, "of which nothing is known"},
	} {
		if part.n > 0 {
			text += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	text += "\n"
	if note := labelNote(s); note != "" {
		text += "equities, on the average: " + note + "\n"
	}
	if s.Bad > 0 {
		text += fmt.Sprintf("%d bad rows left out, the first: %s\n", s.Bad, plaintext.VisibleLine(s.FirstBad.Error()))
	}
	return text
}

// labelReport is the summary in JSON.
type labelReport struct {
	Out        string   `json:"out"`
	Rows       int64    `json:"rows"`
	Labelled   int64    `json:"labelled"`
	Kept       int64    `json:"kept"`
	OtherClass int64    `json:"other_class"`
	Unknown    int64    `json:"unknown"`
	Bad        int64    `json:"bad"`
	Change     *float64 `json:"mean_change_from_0ply"`
	Error      *float64 `json:"mean_equity_error"`
}

func newLabelReport(out string, s *label.Summary) *labelReport {
	return &labelReport{
		Out: out, Rows: s.Rows, Labelled: s.Labelled, Kept: s.Kept, OtherClass: s.OtherClass, Unknown: s.Unknown,
		Bad: s.Bad, Change: plaintext.Known(s.Change), Error: plaintext.Known(s.Error),
	}
}
