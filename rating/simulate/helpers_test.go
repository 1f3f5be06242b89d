package simulate

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// smallGrid has players of all kinds, and pairs with their own lengths and
// matches.
const smallGrid = `{
  "name": "small", "lengths": [1, 2], "matches": 2,
  "pairs": [
    {"a": {"name": "good", "checker": 0, "cube": 0}, "b": {"name": "poor", "checker": 0.1, "cube": 0.3}},
    {"a": {"name": "poor", "checker": 0.1, "cube": 0.3}, "b": {"name": "other net", "checker": 0, "cube": 0, "model": "2"}, "lengths": [1], "matches": 11}
  ]
}`

// smallTotal is the number of its matches.
const smallTotal = 2*2 + 11

func parse(t testing.TB, text string) Grid {
	t.Helper()
	g := must.Get(ParseGrid([]byte(text)))(t)
	return *g
}

// load makes the nets "1" and "2".
func load(model string) (*nets.Model, error) {
	seeds := map[string]uint64{"1": 1, "2": 2}
	if seeds[model] == 0 {
		return nil, errors.New("no model " + model)
	}
	net, err := nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.ReLU, 5), seeds[model])
	if err != nil {
		return nil, err
	}
	return nets.NewModel(net, board.Backgammon), nil
}

// small returns the settings of a short run.
func small(t testing.TB) *Settings {
	return &Settings{Grid: parse(t, smallGrid), Model: named.Model{Name: "1"}, Seed: 5, Workers: 2}
}

// opened opens settings, with the databases that they have.
func opened(s *Settings) (*Settings, error) {
	databases := s.Bearoff.Databases
	return s, s.Open(&named.Opener{Model: load, Databases: func(string) (*engine.Databases, error) { return databases, nil }})
}

// runIn opens settings and runs them.
func runIn(ctx context.Context, path string, s *Settings) (*Study, error) {
	if _, err := opened(s); err != nil {
		return nil, err
	}
	return s.Run(ctx, path)
}

// smallBytes is the file of a small study, which is played once.
var smallBytes = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	g, err := ParseGrid([]byte(smallGrid))
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "study.parquet")
	if _, err := runIn(context.Background(), path, &Settings{Grid: *g, Model: named.Model{Name: "1"}, Seed: 5, Workers: 2}); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// smallStudy returns a small study, and the path of a new file with it.
func smallStudy(t testing.TB) (*Study, string) {
	t.Helper()
	data := must.Get(smallBytes())(t)
	path := filepath.Join(t.TempDir(), "study.parquet")
	must.OK(t, os.WriteFile(path, data, 0o600))
	s := must.Get(Read(path))(t)
	return s, path
}

func bytesOf(t testing.TB, path string) string {
	t.Helper()
	data := must.Get(os.ReadFile(path))(t)
	return string(data)
}
