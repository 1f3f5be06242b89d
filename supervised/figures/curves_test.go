package figures

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/table"
	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/supervised"
)

// labelledByGnubg returns a database of gnubg's evaluations, each position once.
func labelledByGnubg(t *testing.T) supervised.Files {
	t.Helper()
	const path = "../../engine/testdata/0ply-selfplay.csv"
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	from := must.Get(table.NewCSV(file, path, board.Backgammon, nil))(t)
	var rows []datasets.Row
	seen := map[board.Position]bool{}
	for _, row := range must.Get(datasets.ReadAll(from))(t) {
		if row.Position.Result() == 0 && !seen[row.Position] {
			rows, seen[row.Position] = append(rows, row), true
		}
	}
	return supervised.Files{Training: datasetstest.Write(t, datasets.Meta{Variant: board.Backgammon}, rows)}
}

// byParts returns a run of milliseconds that trains a net for each class.
func byParts(t *testing.T) supervised.Config {
	t.Helper()
	cfg := supervised.DefaultConfig()
	cfg.Epochs, cfg.Batch, cfg.Checkpoint, cfg.Holdout = 2, 32, 5, 0.2
	cfg.Rate = must.Get(learn.ParseSchedule("anneal:0.01:0.001:0.5"))(t)
	cfg.Average, cfg.Patience = 0.9, 0
	shape := cfg.Nets[0]
	cfg.Nets = nil
	for i, part := range []nets.Part{nets.Contact, nets.Race, nets.Crashed} {
		shape.Part, shape.Hidden = part, []int{4 + i}
		cfg.Nets = append(cfg.Nets, shape)
	}
	return cfg
}

// The mark of a net is at its lowest validation loss, the first of equal ones.
func TestKept(t *testing.T) {
	var points []supervised.Point
	for i, loss := range []float64{0.5, 0.3, 0.4, 0.3, 0.1} {
		p := supervised.Point{Part: nets.Race, Epoch: i + 1}
		if p.ValidationLoss = loss; i == 4 {
			p.Part = nets.Contact
		}
		points = append(points, p)
	}
	if kept := keptOf(points, nets.Race); kept == nil || kept.Epoch != 2 {
		t.Errorf("kept %+v, want epoch 2", kept)
	}
	if kept := keptOf(points, nets.Crashed); kept != nil {
		t.Errorf("a net without points has kept %+v", kept)
	}
}

// The curves of a run name their axes and the net of each line.
func TestLearningCurves(t *testing.T) {
	cfg := byParts(t)
	data := must.Get(supervised.Load(t.Context(), &cfg, labelledByGnubg(t), 2, nil))(t)
	trainer := must.Get(supervised.New(cfg, data, supervised.Options{Workers: 2}))(t)
	f := must.Get(supervised.Create(filepath.Join(t.TempDir(), "run"), trainer, engine.Endings{}))(t)
	must.OK(t, f.Run(t.Context(), trainer, supervised.Hooks{}))
	files := must.Get(LearningCurves(f))(t)
	if len(files) != 4 {
		t.Errorf("%d files, want two curves as PNG and SVG: %q", len(files), files)
	}
	for _, file := range files {
		if filepath.Ext(file) != ".svg" {
			continue
		}
		svg := string(must.Get(os.ReadFile(file))(t))
		for _, words := range []string{"epochs", "race, validation", "contact, validation", "contact, kept: epoch ", "rate anneal", "logarithmic"} {
			if !strings.Contains(svg, words) {
				t.Errorf("%s lacks %q", filepath.Base(file), words)
			}
		}
	}
}
