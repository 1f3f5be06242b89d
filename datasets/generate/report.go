package generate

import (
	"fmt"
	"path/filepath"

	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// Report is the report of a run, as text and JSON.
type Report struct {
	File string `json:"out"`
	Counts
	chosen bool // only informative positions are kept
}

// Report returns the report of a completed run with the settings.
func (c *Counts) Report(s *Settings) *Report {
	return &Report{s.Out, *c, s.Informative != nil}
}

// Text returns the report as a few lines.
func (r *Report) Text() string {
	text := fmt.Sprintf("%s: %d %s", r.File, r.Positions, plaintext.Noun(r.Positions, "position", "positions"))
	for i, class := range []engine.Class{engine.Contact, engine.Crashed, engine.Race} {
		text += fmt.Sprintf("%s%v %d", []string{": ", ", ", ", "}[i], class, r.Classes[class.String()])
	}
	text += fmt.Sprintf("\nfrom %d %s of self-play, %d of match records, %d %s of files; %d %s\n",
		r.Games, plaintext.Noun(r.Games, "game", "games"), r.Matches, r.Read, plaintext.Noun(r.Read, "position", "positions"),
		r.Duplicates, plaintext.Noun(r.Duplicates, "duplicate", "duplicates"))
	if r.chosen {
		text += fmt.Sprintf("informative: %d of %d positions (%.1f%%); choices differ at %d of %d rolls\n",
			r.Informative, r.Judged, 100*r.Share(), r.Choices, r.Decisions)
	}
	return text
}

// HideFolders leaves the last element of the path.
func (r *Report) HideFolders() { r.File = filepath.Base(r.File) }
