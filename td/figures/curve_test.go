package figures

import (
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/td"
)

// A run without measurements has no curve.
func TestNoMeasurements(t *testing.T) {
	cfg := td.DefaultConfig()
	cfg.Variant, cfg.Hidden = board.Hypergammon1.String(), []int{4}
	cfg.Games, cfg.Checkpoint, cfg.BenchEvery = 8, 8, 0
	trainer := must.Get(td.New(cfg))(t)
	run := must.Get(td.Create(filepath.Join(t.TempDir(), "run"), trainer, engine.Endings{}))(t)
	must.OK(t, run.Run(t.Context(), trainer, 1, td.Hooks{}))
	_, err := LearningCurve(run)
	must.Fail(t, err, "no measurements to plot")
}

// The title names the part of each net, except that of a net for all positions.
func TestLayers(t *testing.T) {
	var cfg td.Config
	cfg.Hidden = []int{80, 40}
	if got, want := layers(&cfg), "hidden 80-40"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	cfg.SetShapes([]nets.Shape{{Part: nets.Contact, Hidden: []int{80}}, {Part: nets.Race, Hidden: []int{20}}})
	if got, want := layers(&cfg), "hidden contact 80, race 20"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
