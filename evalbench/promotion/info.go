package promotion

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"gammonlab/evalbench/tournament"
	"gammonlab/internal/plaintext"
	"gammonlab/nets"
)

// Info describes a model with its evidence.
type Info struct {
	nets.Info

	// Promotion is the evidence in the provenance if it is valid; otherwise Contradiction
	// is the reason why it is not.
	Promotion     *Evidence `json:"promotion,omitempty" meaning:"-"`
	Contradiction string    `json:"contradiction,omitempty"`
}

// NewInfo describes the model with the given name.
func NewInfo(name string, m *nets.Model) (*Info, error) {
	info, err := m.Info(name)
	if err != nil {
		return nil, err
	}
	i := &Info{Info: *info}
	if i.Promotion, err = Of(m); err != nil {
		i.Contradiction = err.Error()
	}
	return i, nil
}

// Text returns the info as aligned lines, with the provenance at the end.
func (i *Info) Text() string {
	text := plaintext.Fields("", i.Fields())
	var made [][2]string
	for _, key := range slices.Sorted(maps.Keys(i.Provenance)) {
		if key != Key || i.Promotion == nil {
			made = append(made, [2]string{key, i.Provenance[key]})
		}
	}
	if len(made) > 0 {
		text += "provenance\n" + plaintext.Fields("  ", made)
	}
	if i.Promotion != nil {
		text += "promotion\n" + plaintext.Fields("  ", i.Promotion.fields())
	}
	if i.Contradiction != "" {
		text += fmt.Sprintf("warning: %s\n", plaintext.Visible(i.Contradiction))
	}
	return text
}

// fields returns the evidence as names and values.
func (e *Evidence) fields() [][2]string {
	r := e.Test
	fields := [][2]string{
		{"candidate", e.Candidate + ", this file without the evidence"},
		{"replaced", e.Replaced},
		{"test", r.Text()},
		{"score", scoreText(r)},
		{"LLR", fmt.Sprintf("%+.3f, bounds %+.3f and %+.3f; alpha %g, beta %g", *r.LLR, r.Lower, r.Upper, r.Alpha, r.Beta)},
		{"games", fmt.Sprintf("%d in %d pairs, %s, seed %d", r.Games, r.Pairs, r.Form, r.Seed)},
		{"databases", cmp.Or(r.Bearoff.Name, "none")},
		{"toolkit", e.Toolkit},
	}
	if e.Date != "" {
		fields = append(fields, [2]string{"date", e.Date})
	}
	return fields
}

// scoreText formats the score of A, the candidate.
func scoreText(r *tournament.Record) string {
	text := fmt.Sprintf("A %+.1f mEq", 1000**r.PPG.Value)
	if r.PPG.Low != nil && r.PPG.High != nil {
		text += fmt.Sprintf(" (%+.1f to %+.1f)", 1000**r.PPG.Low, 1000**r.PPG.High)
	}
	return text + fmt.Sprintf(", wins %.1f %% of the games", 100**r.WinShare)
}
