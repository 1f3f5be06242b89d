package prune

import (
	"fmt"
	"path/filepath"

	"gammonlab/internal/plaintext"
)

// Report has the nets that were added to a model, as text and JSON.
type Report struct {
	Out     string    `json:"out"` // the file of the model
	Trained []Trained `json:"nets"`
}

// Text returns a line for each net.
func (r *Report) Text() string {
	text := fmt.Sprintf("%s: %d pruning %s\n", r.Out, len(r.Trained), plaintext.Noun(len(r.Trained), "net", "nets"))
	for _, t := range r.Trained {
		text += fmt.Sprintf("  %-15s  %d positions, %.1f mEq from the model; keeps the best play in %.2f %% of %d choices, loses %.4f mEq a choice (rms %.3f)\n",
			t.Part, t.Positions, t.Equity, 100*t.BestKept, t.Choices, t.Loss, t.RootLoss)
	}
	return text
}

// HideFolders leaves the last element of the path.
func (r *Report) HideFolders() { r.Out = filepath.Base(r.Out) }
