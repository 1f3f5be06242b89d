package generate_test

import (
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/engine/named"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/atstakes"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
	"gammonlab/engine/targets"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// rowsOf makes a database and reads its rows.
func rowsOf(t *testing.T, s generate.Settings) (rows []datasets.Row) {
	t.Helper()
	s.Out = filepath.Join(t.TempDir(), "db.parquet")
	must.Get(generate.Run(t.Context(), &s))(t)
	db := must.Get(datasets.Open(s.Out))(t)
	defer db.Close()
	for {
		row, err := db.Read()
		if errors.Is(err, io.EOF) {
			return rows
		}
		must.OK(t, err)
		rows = append(rows, row)
	}
}

// A single game has its positions in order, so that the targets can be computed
// again from the definition, by a search and another net evaluation.
func TestTargets(t *testing.T) {
	const lambda = 0.7
	rows := rowsOf(t, generate.Settings{Seed: 8, Players: small(t), Trace: trace(lambda, false), Play: generate.Play{Games: 1}})
	if len(rows) < 20 {
		t.Fatalf("a game of %d positions", len(rows))
	}
	positions := make([]board.Position, len(rows))
	for i := range rows {
		positions[i] = rows[i].Position
	}
	now, ahead := make([]engine.Probabilities, len(rows)), make([]engine.Probabilities, len(rows))
	enginetest.RandomStatic(t, 5, 3).Evaluate(now, positions)
	searcher := must.Get(search.New(enginetest.RandomStatic(t, 5, 3), search.Options{Depth: search.Depth{Plies: 1}, NoPruning: true}))(t)
	searcher.Evaluate(ahead, positions)
	var later [engine.Outputs]float64 // the return of the position after, by the player on roll there
	for i := len(rows) - 1; i >= 0; i-- {
		var want [engine.Outputs]float64
		for k := range want {
			want[k] = float64(ahead[i][k])
		}
		if i < len(rows)-1 {
			next := now[i+1]
			correction := [engine.Outputs]float64{
				-(later[0] - float64(next[0])), later[3] - float64(next[3]), later[4] - float64(next[4]),
				later[1] - float64(next[1]), later[2] - float64(next[2]),
			}
			for k := range want {
				want[k] += lambda * correction[k]
			}
		}
		later = want
		row := &rows[i]
		var label engine.Probabilities
		for k := range want {
			label[k] = float32(want[k])
		}
		datasets.RuleOut(&label, &row.Position) // certain results
		for k, got := range row.Probabilities {
			inOrder := want[k] > 0.01 && want[k] < 0.99 // others may have been clamped
			if inOrder && math.Abs(float64(got-label[k])) > 1e-5 && !clamped(want) {
				t.Errorf("position %d: output %d is %v, want %v", i, k, got, label[k])
			}
		}
		if row.Method != datasets.Trace || len(row.Labeller) != 64 || row.Check() != nil {
			t.Errorf("position %d: label by %v, labeller %q, %v", i, row.Method, row.Labeller, row.Check())
		}
	}
}

// The database names the sieve with which the targets are computed.
func TestTraceOfSieve(t *testing.T) {
	model := enginetest.RandomStatic(t, 5, 3).Model()
	spec := nets.Spec{Features: "gnubg-base200", Hidden: []int{5}, Activations: []nets.Activation{nets.Sigmoid}}
	pruning := must.Get(nets.NewRandom(spec, 4))(t)
	model.Nets[nets.PruningContact] = pruning
	net := generate.Players{Player: named.Of("net", player.NewGreedy(engine.NewStatic(model, nil)))}
	settings := trace(0.5, true)
	labels := map[string][]datasets.Row{}
	for want, by := range map[string][2]engine.Sieve{
		"0.5 true  ": {}, "0.5 true 2/0.01 ": {{Most: 2, Margin: 0.01}}, "0.5 true 5/1 ": {{Most: 5, Margin: 1}},
		"0.5 true 5/1 5/1": {{Most: 5, Margin: 1}, {Most: 5, Margin: 1}}, "0.5 true 5/1 2/0.01": {{Most: 5, Margin: 1}, {Most: 2, Margin: 0.01}},
	} {
		settings.Sieve, settings.Rest = by[0], by[1]
		path, _ := run(t, generate.Settings{Seed: 5, Players: net, Trace: settings, Play: generate.Play{Games: 2}})
		f := must.Get(datasets.Open(path))(t)
		defer f.Close()
		p := f.Meta().Provenance
		if got := p["trace"] + " " + p["prune"] + " " + p["sieve"] + " " + p["sieve_rest"]; got != want {
			t.Errorf("targets %q, want %q", got, want)
		}
		labels[want], _ = datasetstest.Read(t, path)
	}
	wide, same, narrow := labels["0.5 true 5/1 "], labels["0.5 true 5/1 5/1"], labels["0.5 true 5/1 2/0.01"]
	differ := 0
	for i := range wide { // the same games
		if wide[i].Position != narrow[i].Position {
			t.Fatal("the sieve of the rest changes the plays")
		}
		if wide[i].Probabilities != same[i].Probabilities {
			t.Fatal("the same sieve for the rest gives other labels")
		}
		if wide[i].Probabilities != narrow[i].Probabilities {
			differ++
		}
	}
	if differ == 0 {
		t.Error("a narrow sieve for the rest gives the same labels")
	}
}

// clamped reports whether probabilities are out of range or order.
func clamped(p [engine.Outputs]float64) bool {
	for _, v := range p {
		if v < 0 || v > 1 {
			return true
		}
	}
	return p[1] > p[0] || p[2] > p[1] || p[3] > 1-p[0] || p[4] > p[3]
}

// With λ = 0 the targets are 1-ply evaluations, also at random plays. Results that are certain
// replace them.
func TestTargetsWithoutLambda(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; slow under the race detector")
	}
	rows := rowsOf(t, generate.Settings{Seed: 9, Players: small(t), Trace: trace(0, false), Play: generate.Play{Games: 4, Epsilon: 0.3, RandomPlies: generate.Range{From: 3, To: 5}}})
	searcher := must.Get(search.New(enginetest.RandomStatic(t, 5, 3), search.Options{Depth: search.Depth{Plies: 1}, NoPruning: true}))(t)
	for i := range rows {
		var want [1]engine.Probabilities
		searcher.Evaluate(want[:], []board.Position{rows[i].Position})
		datasets.RuleOut(&want[0], &rows[i].Position)
		for k := range want[0] {
			if math.Abs(float64(want[0][k]-rows[i].Probabilities[k])) > 2e-6 {
				t.Fatalf("%s: %v, want %v", rows[i].Position.ID(), rows[i].Probabilities, want[0])
			}
		}
	}
}

// Alternatives are labelled with 1-ply evaluations. They follow plays that the
// net at 0 plies rates among the best ones of a roll. The rows of the games do
// not change.
func TestAlternatives(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; slow under the race detector")
	}
	s := generate.Settings{Seed: 9, Players: small(t), Trace: trace(0, false), Play: generate.Play{Games: 2}}
	played := rowsOf(t, s)
	s.Alternatives.Sieve = engine.Sieve{Most: 2, Margin: 0.02}
	rows := rowsOf(t, s)
	known, allowed := map[board.Position]bool{}, map[board.Position]bool{}
	var gen board.Generator
	static := enginetest.RandomStatic(t, 5, 3)
	for i := range played {
		known[played[i].Position] = true
		for _, roll := range board.Rolls {
			plays := gen.Plays(&played[i].Position, roll)
			values := make([]engine.Probabilities, len(plays))
			static.EvaluatePlays(values, &played[i].Position, plays)
			for k := range plays {
				better, best := 0, values[k].Equity()
				for _, v := range values {
					best = min(best, v.Equity())
					if v.Equity() < values[k].Equity()-1e-6 {
						better++
					}
				}
				if better <= 2 && values[k].Equity() < best+0.02+1e-6 {
					allowed[plays[k].Result] = true
				}
			}
		}
	}
	others := 0
	searcher := must.Get(search.New(enginetest.RandomStatic(t, 5, 3), search.Options{Depth: search.Depth{Plies: 1}, NoPruning: true}))(t)
	for i := range rows {
		pos := rows[i].Position
		if !known[pos] {
			others++
			if !allowed[pos] {
				t.Errorf("%s follows no good play", pos.ID())
			}
		}
		delete(known, pos)
		var want [1]engine.Probabilities
		searcher.Evaluate(want[:], []board.Position{pos})
		datasets.RuleOut(&want[0], &pos)
		for k := range want[0] {
			if math.Abs(float64(want[0][k]-rows[i].Probabilities[k])) > 2e-6 {
				t.Fatalf("%s: %v, want %v", pos.ID(), rows[i].Probabilities, want[0])
			}
		}
	}
	if len(known) > 0 || others < len(played)/4 {
		t.Errorf("%d of %d positions of the games are missing, %d alternatives", len(known), len(played), others)
	}
}

// Labels by the state of the cube are values one roll ahead if λ is 0, at the scores of one
// match from both sides. The rest of the rows does not change.
func TestCubeful(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; slow under the race detector")
	}
	s := generate.Settings{Seed: 9, Players: small(t), Trace: trace(0, false), Play: generate.Play{Games: 2}}
	s.Alternatives.Sieve = engine.Sieve{Most: 1, Margin: 0.02}
	plain := rowsOf(t, s)
	s.Cubeful = true
	rows := rowsOf(t, s)
	stakes := must.Get(targets.NewStakes())(t)
	chooser := search.NewChooser(enginetest.RandomStatic(t, 5, 3), false, engine.Sieve{}, nil)
	cubeful, scores := targets.NewCubeful(chooser, nil), map[int32]bool{}
	for i := range rows {
		r := &rows[i]
		chooser.Evaluate(&r.Position)
		at := slices.Concat(stakes.Money, stakes.At(int(r.OwnAway), int(r.OppAway), int(r.MatchCube)))
		for _, want := range cubeful.Targets(nil, at) {
			if got := *atstakes.Value(&r.Cubes, want.Stakes); got != float32(want.Equity) {
				t.Errorf("%s at %+v: %v, want %v", r.Position.ID(), want.Stakes.State(), got, want.Equity)
			}
		}
		if len(at) < 5 {
			t.Errorf("%s has no label in a match", r.Position.ID())
		}
		scores[r.OwnAway*r.OppAway] = true
		r.ClearCubes()
	}
	if len(scores) > 2 {
		t.Errorf("%d scores of two games", len(scores))
	}
	datasetstest.Want(t, rows, plain, "without the cube")
}

// Odd positions are those that the random plies lead to, one a game.
func TestOdd(t *testing.T) {
	random := generate.Players{Player: named.Of("random", player.NewRandom())}
	s := generate.Settings{Seed: 3, Players: random, Play: generate.Play{RandomPlies: generate.Range{From: 1, To: 1}, Games: 200}, Selection: generate.Selection{Odd: true}}
	var gen board.Generator
	first := map[board.Position]bool{}
	start := board.Backgammon.Start()
	for _, roll := range board.Rolls {
		for _, play := range gen.Plays(&start, roll) {
			first[play.Result] = true
		}
	}
	rows := rowsOf(t, s)
	if len(rows) < 50 {
		t.Errorf("%d rows of 200 games", len(rows))
	}
	for i := range rows {
		if !first[rows[i].Position] {
			t.Errorf("%s is not one play from the opening", rows[i].Position.ID())
		}
	}
}

func TestReadPools(t *testing.T) {
	dir := t.TempDir()
	list := filepath.Join(dir, "list.txt")
	must.OK(t, os.WriteFile(list, []byte("4HPwATDgc/ABMA\n"), 0o666))
	database := filepath.Join(dir, "db.parquet")
	random := generate.Players{Player: named.Of("random", player.NewRandom())}
	s := generate.Settings{Out: database, Players: random, Play: generate.Play{Games: 2}}
	counts := must.Get(generate.Run(t.Context(), &s))(t)
	pools := must.Get(generate.ReadPools([]string{list + "=2.5", database}, board.Backgammon))(t)
	if len(pools) != 2 || pools[0].Weight != 2.5 || pools[1].Weight != 1 || len(pools[0].Positions) != 1 || int64(len(pools[1].Positions)) != counts.Positions {
		t.Errorf("got %+v, want a list of one with weight 2.5 and a database of %d", pools, counts.Positions)
	}
	for name, want := range map[string]string{
		list + "=heavy":                  "the weight is \"heavy\", want a number",
		filepath.Join(dir, "none"):       "no such file",
		filepath.Join(dir, "none") + "=": "the weight is \"\", want a number",
	} {
		must.Fail(t, must.Err(generate.ReadPools([]string{name}, board.Backgammon)), want, name)
	}
	if _, err := generate.ReadPools([]string{database}, board.Nackgammon); err == nil || !strings.Contains(err.Error(), "a database of backgammon, want nackgammon") {
		t.Errorf("another variant: %v", err)
	}
}
