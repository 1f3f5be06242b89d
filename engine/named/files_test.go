package named

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/bearoff/generate"
	"gammonlab/farm"
	"gammonlab/nets"
)

// store writes the files into a folder and returns where they are.
func store(t *testing.T, files []farm.File) farm.Files {
	t.Helper()
	folder := t.TempDir()
	for _, f := range files {
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(content)
		if err != nil || int64(len(data)) != f.Size {
			t.Fatalf("%s: %d bytes, want %d, %v", f.Name, len(data), f.Size, err)
		}
		if err := os.WriteFile(filepath.Join(folder, f.SHA256), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return func(_ context.Context, sum string) (string, error) {
		path := filepath.Join(folder, sum)
		_, err := os.Stat(path)
		return path, err
	}
}

// TestEvaluatorDatabases checks that a description keeps the order of the
// databases.
func TestEvaluatorDatabases(t *testing.T) {
	model, err := nets.LoadShipped("fast")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	two, one := filepath.Join(folder, "two.bd"), filepath.Join(folder, "one.bd")
	if err := generate.TwoSided(t.Context(), two, generate.TwoSidedOptions{Points: 6, Checkers: 2}); err != nil {
		t.Fatal(err)
	}
	if err := generate.OneSided(t.Context(), one, generate.OneSidedOptions{Points: 4}); err != nil {
		t.Fatal(err)
	}
	databases := new(engine.Databases)
	for _, path := range []string{one, two} {
		if err := databases.Open(path); err != nil {
			t.Fatal(err)
		}
	}
	name, files, err := describeStatic(engine.NewFull(engine.NewStatic(model, databases)))
	if err != nil {
		t.Fatal(err)
	}
	there, err := Files(t.Context(), store(t, files)).evaluator(name)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := engine.NewFull(there).Databases().Names(), databases.Names(); strings.Join(got, ",") != strings.Join(want, ",") {
		t.Errorf("databases %v, want %v", got, want)
	}
	lost := errors.New("lost")
	if _, err := Files(t.Context(), func(context.Context, string) (string, error) { return "", lost }).evaluator(name); !errors.Is(err, lost) {
		t.Errorf("without files: %v", err)
	}
}

// table is an evaluator that no other machine can load.
type table struct{}

func (table) Evaluate(dst []engine.Probabilities, _ []board.Position) { clear(dst) }

func TestEvaluatorRefused(t *testing.T) {
	if _, _, err := describeStatic(engine.NewFull(table{})); err == nil || !strings.Contains(err.Error(), "table is not a model") {
		t.Errorf("got %v", err)
	}
}
