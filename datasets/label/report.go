package label

import (
	"fmt"
	"math"
	"strings"

	"gammonlab/internal/plaintext"
)

// Note returns a short text with the change of the labels and their error.
func (s *Summary) Note() string {
	var notes []string
	if !math.IsNaN(s.Change) {
		notes = append(notes, fmt.Sprintf("%.4f from 0-ply", s.Change))
	}
	if !math.IsNaN(s.Error) {
		notes = append(notes, fmt.Sprintf("standard error %.4f", s.Error))
	}
	return strings.Join(notes, ", ")
}

// Report is the report of a job, as text and JSON.
type Report struct {
	Out        string   `json:"out"`
	Rows       int64    `json:"rows"`
	Labelled   int64    `json:"labelled"`
	Kept       int64    `json:"kept"`
	OtherClass int64    `json:"other_class"`
	Unknown    int64    `json:"unknown"`
	Bad        int64    `json:"bad"`
	Change     *float64 `json:"mean_change_from_0ply"`
	Error      *float64 `json:"mean_equity_error"`

	summary *Summary
}

// Report returns the report of a completed job with the output out.
func (s *Summary) Report(out string) *Report {
	return &Report{
		Out: out, Rows: s.Rows, Labelled: s.Labelled, Kept: s.Kept, OtherClass: s.OtherClass, Unknown: s.Unknown,
		Bad: s.Bad, Change: plaintext.Known(s.Change), Error: plaintext.Known(s.Error), summary: s,
	}
}

// Text returns the report as a few lines.
func (r *Report) Text() string {
	text := fmt.Sprintf("%s: %d %s, %d labelled", r.Out, r.Rows, plaintext.Noun(r.Rows, "row", "rows"), r.Labelled)
	text += plaintext.Parts(
		plaintext.Part{N: r.Kept, What: "with as good a label"},
		plaintext.Part{N: r.OtherClass, What: "of other classes"},
		plaintext.Part{N: r.Unknown, What: "of which nothing is known"},
	) + "\n"
	if note := r.summary.Note(); note != "" {
		text += "equities, on the average: " + note + "\n"
	}
	if r.Bad > 0 {
		text += fmt.Sprintf("%d bad rows left out, the first: %s\n", r.Bad, plaintext.VisibleLine(r.summary.FirstBad.Error()))
	}
	return text
}
