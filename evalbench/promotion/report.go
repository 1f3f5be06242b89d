package promotion

import (
	"fmt"

	"gammonlab/evalbench/tournament"
)

// Report is the report of a promotion, as text and JSON.
type Report struct {
	Model    string             `json:"model"`
	Promoted bool               `json:"promoted"`
	SHA256   string             `json:"digest,omitempty"` // digest of the model now in the file, if promoted
	Kept     string             `json:"kept,omitempty"`   // file that keeps the replaced model
	Test     *tournament.Record `json:"test"`
}

// Text returns a line for each file that has changed.
func (r *Report) Text() string {
	switch {
	case !r.Promoted:
		return ""
	case r.Kept == "":
		return fmt.Sprintf("%s: promoted, %s\nbuild the program again: it contains the shipped net\n", r.Model, r.SHA256)
	}
	return fmt.Sprintf("%s: promoted, %s\n%s: the replaced net\n", r.Model, r.SHA256, r.Kept)
}
