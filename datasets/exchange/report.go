package exchange

import (
	"fmt"

	"gammonlab/internal/plaintext"
)

// Report is the report of an import, as text and JSON.
type Report struct {
	File string `json:"out"`
	Imported
}

// Text returns a line.
func (r *Report) Text() string {
	return fmt.Sprintf("%s: %d %s", r.File, r.Rows, plaintext.Noun(r.Rows, "row", "rows")) + plaintext.Parts(
		plaintext.Part{N: r.Repeated, What: "of repeated positions left out"},
		plaintext.Part{N: r.Replaced, What: "of the labels replaced by better ones"},
		plaintext.Part{N: r.Bad, What: "bad ones left out"},
		plaintext.Part{N: r.Moved, What: "corrected within the tolerance"},
		plaintext.Part{N: r.RuledOut, What: "corrected by the rules of the game"},
	) + "\n"
}
