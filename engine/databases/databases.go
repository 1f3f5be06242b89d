// Package databases describes the work of making bear-off databases: the settings of each
// kind of database are a struct, see [gammonlab/internal/setting.Field].
//
// Not for other modules.
package databases

import (
	"context"
	"fmt"
	"path/filepath"

	"gammonlab/engine"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/generate"
	"gammonlab/internal/plaintext"
)

// OneSided has the settings of a one-sided database.
type OneSided struct {
	generate.OneSidedOptions
}

// TwoSided has the settings of a two-sided database.
type TwoSided struct {
	generate.TwoSidedOptions
}

// Hyper has the settings of a hypergammon database.
type Hyper struct {
	Checkers   int           `json:"checkers" default:"3" help:"number <N> of checkers of each side, 1 to 3"`
	StopChange engine.Equity `json:"stop_change" default:"1e-05" help:"stop when no equity changes by more than <EQUITY>"`
}

// Settings are the settings of a kind of database.
type Settings interface {
	Make(ctx context.Context, path string, workers int, p Progress) error
	Plan(ctx context.Context, workers int) (*Plan, error)
}

// Progress receives the positions that are done and their total; for a hypergammon database
// those of a sweep, counted from 1, and the largest change of the sweep so far.
type Progress func(sweep int, change float64, done, total int64)

// once returns the progress of work without sweeps.
func (p Progress) once(done, total int64) { p(0, 0, done, total) }

// Make makes the database at path, see [generate.OneSided].
func (s *OneSided) Make(ctx context.Context, path string, workers int, p Progress) error {
	s.Workers, s.Progress = workers, p.once
	return generate.OneSided(ctx, path, s.OneSidedOptions)
}

// Make makes the database at path, see [generate.TwoSided].
func (s *TwoSided) Make(ctx context.Context, path string, workers int, p Progress) error {
	s.Workers, s.Progress = workers, p.once
	return generate.TwoSided(ctx, path, s.TwoSidedOptions)
}

// Make makes the database at path, see [generate.Hyper].
func (s *Hyper) Make(ctx context.Context, path string, workers int, p Progress) error {
	return generate.Hyper(ctx, path, generate.HyperOptions{
		Checkers: s.Checkers, Threshold: float64(s.StopChange), Workers: workers, Progress: p,
	})
}

// Made is a database that was made, as text and JSON.
type Made struct {
	Out      string `json:"out"`
	Kind     string `json:"kind"`
	Points   int    `json:"points" meaning:"highest point of a checker"`              // highest point of a checker
	Checkers int    `json:"checkers" unit:"checkers" meaning:"checkers of each side"` // maximal number of each side
}

// Read returns what the database at path is.
func Read(path string) (*Made, error) {
	header, err := bearoff.ReadHeader(path)
	if err != nil {
		return nil, err
	}
	return &Made{path, header.Kind.String(), header.Points, header.Checkers}, nil
}

// Text returns a line.
func (m *Made) Text() string {
	return fmt.Sprintf("%s: %s, %d %s on %d %s\n", m.Out, m.Kind,
		m.Checkers, plaintext.Noun(m.Checkers, "checker", "checkers"), m.Points, plaintext.Noun(m.Points, "point", "points"))
}

// HideFolders leaves the last element of the path.
func (m *Made) HideFolders() { m.Out = filepath.Base(m.Out) }
