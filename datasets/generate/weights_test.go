package generate_test

import (
	"gammonlab/engine/named"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/engine/start"
	"gammonlab/internal/must"
)

// weighing returns settings of informative weights.
func weighing(t testing.TB) generate.Settings {
	return generate.Settings{Seed: 4, Players: pubeval, Play: generate.Play{Games: 1, RandomPlies: generate.Range{From: 40, To: 40}}, Files: generate.Files{Records: []string{write(t, "games.mat", match)}}, Selection: generate.Selection{Informative: new(engine.Equity(0.02))}, Judge: generate.Judge{Model: named.Model{Evaluator: enginetest.RandomStatic(t, 5, 3)}, Weights: generate.InformativeWeights}}
}

// weightedGames returns settings of games that begin at positions of a pool with
// different weights.
func weightedGames(t testing.TB) generate.Settings {
	t.Helper()
	p := start.Pool{Name: "pool", Weight: 1, Positions: unfinished(enginetest.Positions(30, 7))}
	for i := range p.Positions {
		p.Weights = append(p.Weights, float32(i%5))
	}
	starts := must.Get(start.New(board.Backgammon, 0.1, p))(t)
	return generate.Settings{Seed: 1, Players: pubeval, Play: generate.Play{Games: 20}, Begin: generate.Begin{Drawn: starts}}
}

// The weight of a position is the difference between its 0-ply and 1-ply
// equities. Both results of an informative choice have the same weight, which
// exceeds the threshold.
func TestInformativeWeights(t *testing.T) {
	s := weighing(t)
	rows, counts := generated(t, s)
	searcher := must.Get(search.New(s.Model.Evaluator, search.Options{Depth: search.Depth{Plies: 1}}))(t)
	var now, ahead [1]engine.Probabilities
	choices := map[float32]int{}
	for i := range rows {
		r := &rows[i]
		if strings.HasSuffix(r.Source, " choice") {
			choices[r.Weight]++
		} else {
			s.Model.Evaluator.Evaluate(now[:], []board.Position{r.Position})
			searcher.Evaluate(ahead[:], []board.Position{r.Position})
			if want := math.Abs(float64(now[0].Equity()) - float64(ahead[0].Equity())); r.Weight != float32(want) {
				t.Errorf("row %d has the weight %v, want %v", i+1, r.Weight, want)
			}
		}
		if r.Weight <= float32(*s.Informative) {
			t.Errorf("row %d has the weight %v, want more than %v", i+1, r.Weight, *s.Informative)
		}
	}
	if counts.Choices == 0 || len(choices) == 0 || len(choices) > int(counts.Choices) || len(rows) < 10 {
		t.Fatalf("%d rows, weights after plays %v, %+v: no test", len(rows), choices, counts)
	}
	// The same positions as without weights.
	s.Weights = generate.WeightsOfFiles
	plain, _ := generated(t, s)
	for i := range rows {
		rows[i].Weight = float32(math.NaN())
	}
	datasetstest.Want(t, rows, plain)
}

// Positions of lists and databases keep their weights, if all have one.
func TestWeightsOfFiles(t *testing.T) {
	positions := unfinished(enginetest.Positions(12, 5))
	weighted := datasets.NewRow(positions[0])
	weighted.Weight = 0.75
	database := datasetstest.Write(t, datasets.Meta{}, []datasets.Row{weighted})
	empty := datasetstest.Write(t, datasets.Meta{}, nil)
	list := write(t, "weights.txt", "# best\n"+positions[1].ID()+" 2\n"+positions[2].ID()+"\t0\n")
	plain := write(t, "plain.txt", ids(positions[3]))
	s := generate.Settings{Files: generate.Files{Lists: []string{list}, Databases: []string{empty, database}}}
	rows, _ := generated(t, s)
	if len(rows) != 3 || rows[0].Weight != 2 || rows[1].Weight != 0 || rows[2].Weight != 0.75 {
		t.Errorf("got %v", rows)
	}
	s.Model.Evaluator = enginetest.RandomStatic(t, 5, 3)
	s.Informative = new(engine.Equity)
	if rows, _ = generated(t, s); len(rows) != 3 || rows[0].Weight != 2 || rows[2].Weight != 0.75 {
		t.Errorf("informative ones of the files: got %v", rows)
	}
	s.Informative = nil
	s.Weights, s.Lists = generate.NoWeights, []string{list, plain}
	if rows, _ = generated(t, s); len(rows) != 4 || rows[0].HasWeight() {
		t.Errorf("none: got %v", rows)
	}
	s.Out, s.Weights = filepath.Join(t.TempDir(), "db"), generate.WeightsOfFiles
	for _, c := range []struct {
		want   string
		change func(s *generate.Settings)
	}{
		{list + " has weights of positions, " + plain + " has none", func(s *generate.Settings) {}},
		{"has weights of positions, self-play has none", func(s *generate.Settings) { s.Lists, s.Players, s.Games = s.Lists[:1], pubeval, 1 }},
		{"games.mat has none: want the weights informative", func(s *generate.Settings) {
			s.Lists, s.Records = s.Lists[:1], []string{write(t, "games.mat", match)}
		}},
		{"differences by which informative selects", func(s *generate.Settings) { s.Weights = generate.InformativeWeights }},
		{`position_weights is "heavy", want informative or none`, func(s *generate.Settings) { s.Weights = "heavy" }},
	} {
		bad := s
		c.change(&bad)
		must.Fail(t, must.Err(generate.Run(t.Context(), &bad)), c.want, c.want)
	}
	if left := must.Get(os.ReadDir(filepath.Dir(s.Out)))(t); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestReadPoolWeights reads pools with weights, and refuses bad ones.
func TestReadPoolWeights(t *testing.T) {
	const id = "4HPwATDgc/ABMA"
	positions := unfinished(enginetest.Positions(12, 5))
	rows := []datasets.Row{datasets.NewRow(positions[0]), datasets.NewRow(positions[1])}
	database := func(a, b float32) string {
		rows[0].Weight, rows[1].Weight = a, b
		return datasetstest.Write(t, datasets.Meta{}, rows)
	}
	list := func(text string) string { return write(t, "pool.txt", text) }
	for name, path := range map[string]string{
		"database": database(0.5, 3), "list": list(id + " 0.5\n\n# more\n" + id + ":cAkAAAAAAAAA   3\n"),
	} {
		p := must.Get(generate.ReadPool(path, 2, board.Backgammon))(t)
		if len(p.Positions) != 2 || len(p.Weights) != 2 || p.Weights[0] != 0.5 || p.Weights[1] != 3 || p.Weight != 2 {
			t.Errorf("%s: %+v", name, p)
		}
	}
	for _, c := range []struct{ path, want string }{
		{list(id + " 1\n\n" + id + "\n"), "pool.txt:3: no weight, but earlier positions have weights"},
		{list("#\n" + id + "\n" + id + " 0.5\n"), "pool.txt:3: weight 0.5, but earlier positions have no weights"},
		{list(id + " -1\n"), `pool.txt:1: the weight is "-1", want a number of at least 0`},
		{list(id + " nan\n"), `pool.txt:1: the weight is "nan", want a number of at least 0`},
		{list(id + " 1\n" + id + " +Inf\n"), `pool.txt:2: the weight is "+Inf"`},
		{list(id + " 1e40\n"), `pool.txt:1: the weight is "1e40"`},
		{list(id + " half\n"), `pool.txt:1: the weight is "half"`},
		{list(id + " 1 2\n"), "pool.txt:1: 3 words, want a position and optionally its weight"},
	} {
		must.Fail(t, must.Err(generate.ReadPool(c.path, 1, board.Backgammon)), c.want, c.want)
	}
	for _, path := range []string{database(0, 0), list(id + " 0\n")} {
		pool := must.Get(generate.ReadPool(path, 1, board.Backgammon))(t)
		must.Fail(t, must.Err(start.New(board.Backgammon, 0, pool)), path+": the weights of all positions are 0", path)
	}
}

// Equal weights of all positions give the same games as none.
func TestEqualWeightsSameGames(t *testing.T) {
	positions := unfinished(enginetest.Positions(20, 5))
	plain := write(t, "pool.txt", ids(positions...))
	equal := write(t, "pool.txt", strings.ReplaceAll(ids(positions...), "\n", " 0.3\n"))
	s := generate.Settings{Seed: 1, Players: pubeval, Play: generate.Play{Games: 5}}
	var files []string
	for _, path := range []string{plain, equal} {
		pool := must.Get(generate.ReadPool(path, 1, board.Backgammon))(t)
		s.Drawn = must.Get(start.New(board.Backgammon, 0, pool))(t)
		file, _ := run(t, s)
		files = append(files, file)
	}
	wantSameBytes(t, "equal weights", files[1], files[0])
}
