package main

import (
	"cmp"
	"fmt"

	"gammonlab/evalbench/promotion"
	"gammonlab/evalbench/tournament"
)

// evidenceFields says in words why a net took the place of another.
func evidenceFields(e *promotion.Evidence) [][2]string {
	r := e.Test
	fields := [][2]string{
		{"candidate", e.Candidate + ", this file without the evidence"},
		{"replaced", e.Replaced},
		{"test", r.Text()},
		{"score", wonText(r)},
		{"LLR", fmt.Sprintf("%+.3f, bounds %+.3f and %+.3f; alpha %g, beta %g", *r.LLR, r.Lower, r.Upper, r.Alpha, r.Beta)},
		{"games", fmt.Sprintf("%d in %d pairs, %s, seed %d", r.Games, r.Pairs, r.Form, r.Seed)},
		{"databases", cmp.Or(r.Databases, "none")},
		{"toolkit", e.Toolkit},
	}
	if e.Date != "" {
		fields = append(fields, [2]string{"date", e.Date})
	}
	return fields
}

// wonText writes what A, the candidate, scored.
func wonText(r *tournament.Record) string {
	text := fmt.Sprintf("A %+.1f mEq", 1000**r.PPG)
	if r.PPGLow != nil && r.PPGHigh != nil {
		text += fmt.Sprintf(" (%+.1f to %+.1f)", 1000**r.PPGLow, 1000**r.PPGHigh)
	}
	return text + fmt.Sprintf(", wins %.1f %% of the games", 100**r.WinShare)
}
