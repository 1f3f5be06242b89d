package label

import (
	"fmt"
	"path/filepath"
	"strings"

	"gammonlab/internal/plaintext"
	"gammonlab/internal/result"
)

// Note returns a short text with the change of the labels and their error.
func (s *Summary) Note() string {
	var notes []string
	if s.Change != nil {
		notes = append(notes, fmt.Sprintf("%.1f %s from 0-ply", result.Points.Factor()**s.Change, result.Points))
	}
	if s.Error != nil {
		notes = append(notes, fmt.Sprintf("standard error %.1f %s", result.Points.Factor()**s.Error, result.Points))
	}
	return strings.Join(notes, ", ")
}

// Report is the report of a job, as text and JSON.
type Report struct {
	Out string `json:"out"`
	Summary
}

// Text returns the report as a few lines.
func (r *Report) Text() string {
	text := fmt.Sprintf("%s: %d %s, %d labelled", r.Out, r.Rows, plaintext.Noun(r.Rows, "row", "rows"), r.Labelled)
	text += plaintext.Parts(
		plaintext.Part{N: r.Kept, What: "with as good a label"},
		plaintext.Part{N: r.OtherClass, What: "of other classes"},
		plaintext.Part{N: r.Unknown, What: "of which nothing is known"},
	) + "\n"
	if note := r.Note(); note != "" {
		text += "equities, on the average: " + note + "\n"
	}
	if r.Bad > 0 {
		text += fmt.Sprintf("%d bad rows left out, the first: %s\n", r.Bad, plaintext.VisibleLine(r.FirstBad.Error()))
	}
	return text
}

// HideFolders leaves the last element of the path.
func (r *Report) HideFolders() { r.Out = filepath.Base(r.Out) }
