package generate_test

import (
	"context"
	"errors"
	"fmt"
	"gammonlab/engine/named"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
	"gammonlab/engine/start"
	"gammonlab/internal/journal"
	"gammonlab/internal/must"
)

// variety lists settings that together execute all of the code.
func variety(t testing.TB) map[string]generate.Settings {
	random := named.Of("random", player.NewRandom())
	list := write(t, "list.txt", ids(enginetest.Positions(700, 1)...))
	games := write(t, "games.mat", match)
	other, _ := run(t, generate.Settings{Seed: 9, Players: pubeval, Selection: generate.Selection{Positions: 400}})
	if testing.Short() {
		return map[string]generate.Settings{
			"short":             {Seed: 3, Players: pubeval, Files: generate.Files{Records: []string{games}, Databases: []string{other}}, Selection: generate.Selection{PerGame: 7, Quotas: generate.Quotas{engine.Contact: 350, engine.Race: 60}}},
			"short informative": {Players: pubeval, Play: generate.Play{Games: 1}, Files: generate.Files{Lists: []string{write(t, "few.txt", ids(enginetest.Positions(20, 2)...))}}, Selection: generate.Selection{Informative: new(engine.Equity(0.02))}, Judge: generate.Judge{Model: named.Model{Evaluator: enginetest.RandomStatic(t, 5, 3)}}},
		}
	}
	cubes := trace(0.7, false)
	cubes.Cubeful, cubes.Alternatives.Sieve = true, engine.Sieve{Most: 1, Margin: 0.01}
	weighted := write(t, "weights.txt", strings.ReplaceAll(ids(enginetest.Positions(700, 1)...), "\n", " 0.5\n"))
	return map[string]generate.Settings{
		"weights":           weighing(t),
		"weights of files":  {Seed: 1, Files: generate.Files{Lists: []string{weighted}}, Selection: generate.Selection{Positions: 400}},
		"weighted starts":   weightedGames(t),
		"plain":             {Seed: 1, Players: pubeval, Selection: generate.Selection{Positions: 1500}},
		"strays":            {Seed: 2, Players: generate.Players{Player: pubeval.Player, Opponent: random}, Play: generate.Play{Epsilon: 0.1, RandomPlies: generate.Range{From: 2, To: 7}, Games: 40}},
		"quotas":            {Seed: 3, Players: pubeval, Selection: generate.Selection{PerGame: 7, Quotas: generate.Quotas{engine.Contact: 300, engine.Race: 200, engine.Crashed: 30}}},
		"files":             {Players: pubeval, Files: generate.Files{Records: []string{games}, Lists: []string{list}, Databases: []string{other}}, Selection: generate.Selection{PerGame: 2, Positions: 1400, Classes: engine.ClassList{engine.Contact, engine.Race}}},
		"hypergammon":       {Variant: board.Hypergammon3, Players: pubeval, Selection: generate.Selection{Positions: 800}, Begin: generate.Begin{Drawn: starts(t, board.Hypergammon3, board.Hypergammon3.Start().Swap(), board.Position{Own: board.Side{5: 3}, Opp: board.Side{9: 2, board.Off: 1}})}},
		"targets":           {Seed: 5, Players: small(t), Trace: trace(0.7, false), Play: generate.Play{Games: 6, RandomPlies: generate.Range{From: 0, To: 4}, Epsilon: 0.1}, Begin: generate.Begin{Drawn: starts(t, board.Backgammon, enginetest.Positions(30, 7)...)}},
		"cubes":             {Seed: 5, Players: small(t), Trace: cubes, Play: generate.Play{Games: 3, Epsilon: 0.1}},
		"informative":       {Seed: 4, Players: pubeval, Selection: generate.Selection{Positions: 60, Informative: new(engine.Equity(0.02)), Quotas: generate.Quotas{engine.Contact: 50, engine.Race: 20}}, Judge: generate.Judge{Model: named.Model{Evaluator: enginetest.RandomStatic(t, 5, 3)}}},
		"informative files": {Files: generate.Files{Records: []string{games}, Lists: []string{write(t, "few.txt", ids(enginetest.Positions(40, 2)...))}}, Selection: generate.Selection{Informative: new(engine.Equity(0.02))}, Judge: generate.Judge{Model: named.Model{Evaluator: enginetest.RandomStatic(t, 5, 3)}}},
	}
}

// starts returns starts that draw one of the positions or the opening.
func starts(t testing.TB, v board.Variant, positions ...board.Position) *start.Positions {
	t.Helper()
	s, err := start.New(v, 0.3, start.Pool{Name: "pool", Weight: 1, Positions: unfinished(positions)})
	must.OK(t, err)
	return s
}

func unfinished(positions []board.Position) (left []board.Position) {
	for _, p := range positions {
		if p.Result() == 0 {
			left = append(left, p)
		}
	}
	return left
}

// TestWorkers makes databases with several numbers of workers.
func TestWorkers(t *testing.T) {
	for name, s := range variety(t) {
		s.Workers = 1
		want, _ := run(t, s)
		for _, n := range []int{2, 5} {
			s.Workers = n
			got, _ := run(t, s)
			wantSameBytes(t, fmt.Sprint(name, ", ", n, " workers"), got, want)
		}
	}
}

// TestResume stops runs repeatedly, each time after a few items, and truncates
// their journals, as a kill does.
func TestResume(t *testing.T) {
	for name, s := range variety(t) {
		want, wantCounts := run(t, s)
		s.Out = filepath.Join(t.TempDir(), "db.parquet")
		var counts *generate.Counts
		for stop := 1; ; stop++ {
			ctx, cancel := context.WithCancel(t.Context())
			calls := 0
			s.Workers = stop%3 + 1
			s.Progress = func(*generate.Counts) {
				if calls++; calls > 1+stop*stop {
					cancel()
				}
			}
			var err error
			counts, err = generate.Run(ctx, &s)
			cancel()
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "run again with the same settings to resume") {
				t.Fatalf("%s: %v", name, err)
			}
			part := s.Out + journal.Suffix
			info := must.Get(os.Stat(part))(t)
			must.OK(t, os.Truncate(part, info.Size()-int64(stop%2)))
		}
		wantSameBytes(t, name, s.Out, want)
		if fmt.Sprint(counts) != fmt.Sprint(wantCounts) {
			t.Errorf("%s: counts %+v, want %+v", name, counts, wantCounts)
		}
	}
}

// TestRows checks properties of all rows of all databases.
func TestRows(t *testing.T) {
	for name, s := range variety(t) {
		path, counts := run(t, s)
		rows, meta := datasetstest.Read(t, path)
		seen, classes := map[board.Key]bool{}, map[string]int64{}
		for _, r := range rows {
			if seen[r.Position.Key()] {
				t.Errorf("%s: position %s occurs twice", name, r.Position.ID())
			}
			seen[r.Position.Key()] = true
			classes[r.Class.String()]++
			method := datasets.Unlabelled
			if s.Lambda != nil {
				method = datasets.Trace
			}
			if r.Method != method || r.Position.Result() != 0 || r.Source == "" {
				t.Errorf("%s: %+v", name, r)
			}
		}
		if len(rows) == 0 || int64(len(rows)) != counts.Positions || fmt.Sprint(classes) != fmt.Sprint(counts.Classes) {
			t.Errorf("%s: %d rows %v, counted %d %v", name, len(rows), classes, counts.Positions, counts.Classes)
		}
		if got := meta.Provenance["positions"]; meta.Variant != s.Variant || got != fmt.Sprint(len(rows)) {
			t.Errorf("%s: %v, %s positions in the provenance", name, meta.Variant, got)
		}
		for class, quota := range s.Quotas {
			if s.Positions == 0 && classes[class.String()] != quota {
				t.Errorf("%s: %d of class %v, want %d", name, classes[class.String()], class, quota)
			}
		}
	}
}

// TestGame follows games: each begins at the start, and each position can become
// the next one.
func TestGame(t *testing.T) {
	first := enginetest.PlayerFunc(func(context.Context, *board.Position, board.Roll, []board.Play) (int, error) { return 0, nil })
	for gameSeed := range uint64(5) {
		rows, counts := generated(t, generate.Settings{Seed: gameSeed, Players: generate.Players{Player: named.Of("first", first), Opponent: pubeval.Player}, Play: generate.Play{Games: 1}})
		if counts.Games != 1 || counts.Duplicates != 0 || len(rows) < 20 || rows[0].Position != board.Backgammon.Start() {
			t.Errorf("%+v, first position %s", counts, rows[0].Position.ID())
		}
		for i, r := range rows {
			if i > 0 && !results(rows[i-1].Position)[r.Position] {
				t.Errorf("row %d, %s, does not follow row %d", i, r.Position.ID(), i-1)
			}
			if r.Source != "selfplay first vs pubeval" {
				t.Fatalf("row %d is from %q", i, r.Source)
			}
		}
		last := results(rows[len(rows)-1].Position)
		over := false
		for pos := range last {
			over = over || pos.Result() != 0
		}
		if !over {
			t.Errorf("the game does not end after %s", rows[len(rows)-1].Position.ID())
		}
	}
}

func TestPlayersTakeTurnsAtBeginning(t *testing.T) {
	var began []string
	namer := func(name string) engine.Player {
		return enginetest.PlayerFunc(func(ctx context.Context, pos *board.Position, _ board.Roll, _ []board.Play) (int, error) {
			if *pos == board.Backgammon.Start() {
				began = append(began, name)
			}
			return 0, nil
		})
	}
	generated(t, generate.Settings{Workers: 1, Players: generate.Players{Player: named.Of("a", namer("a")), Opponent: named.Of("b", namer("b"))}, Play: generate.Play{Games: 4}})
	if got := strings.Join(began, " "); got != "a b a b" {
		t.Errorf("%s began, want a b a b", got)
	}
}

// Random plies do not use the player.
func TestRandomPlies(t *testing.T) {
	const games, plies = 20, 3
	asked := 0
	p := enginetest.PlayerFunc(func(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error) {
		asked++
		return player.Pubeval{}.Choose(ctx, pos, roll, plays)
	})
	s := generate.Settings{Workers: 1, Players: generate.Players{Player: named.Of("p", p)}, Play: generate.Play{Games: games}}
	generated(t, s)
	all := asked
	for _, epsilon := range []float64{1, 0} {
		asked = 0
		s.Epsilon = epsilon
		s.RandomPlies = generate.Range{From: plies, To: plies}
		rows, _ := generated(t, s)
		want := "selfplay p random-plies=3"
		if epsilon == 1 {
			want += " epsilon=1"
		}
		if rows[0].Source != want {
			t.Errorf("source %q, want %q", rows[0].Source, want)
		}
		if epsilon == 1 && asked > 0 || epsilon == 0 && asked == 0 {
			t.Errorf("epsilon %v: asked %d times, %d without random plays", epsilon, asked, all)
		}
	}
}

// TestPerGame checks the limit for each game, and that the draw is uniform over
// the positions of a game: the mean pip count of one position from each game is
// that of all positions.
func TestPerGame(t *testing.T) {
	games := 600
	if testing.Short() {
		games = 60
	}
	mean := func(rows []datasets.Row) (m, deviation float64) {
		var sum, squares float64
		for i := range rows {
			pips := float64(rows[i].Position.Own.Pips() + rows[i].Position.Opp.Pips())
			sum, squares = sum+pips, squares+pips*pips
		}
		m = sum / float64(len(rows))
		return m, math.Sqrt(squares/float64(len(rows)) - m*m)
	}
	s := generate.Settings{Seed: 6, Players: pubeval, Play: generate.Play{Games: int64(games)}}
	all, counts := generated(t, s)
	s.PerGame = 1
	drawn, _ := generated(t, s)
	if len(drawn) != games {
		t.Errorf("%d positions of %d games, want one of each", len(drawn), games)
	}
	want, deviation := mean(all)
	got, _ := mean(drawn)
	// Long games have more positions, but the same number of drawn ones. This
	// moves the mean by a few pips, less than the four standard errors that are
	// allowed.
	if math.Abs(got-want) > 4*deviation/math.Sqrt(float64(games)) {
		t.Errorf("the mean of %d drawn positions is %.1f pips, of all %d %.1f ± %.1f (%d duplicates)",
			games, got, len(all), want, deviation, counts.Duplicates)
	}
	s.PerGame = 5
	if few, _ := generated(t, s); len(few) != 5*games {
		t.Errorf("%d positions of %d games, want 5 of each", len(few), games)
	}
}

// TestInformative compares the selection with evaluations by the search.
func TestInformative(t *testing.T) {
	eval := enginetest.RandomStatic(t, 5, 3)
	positions := enginetest.Positions(120, 3)
	searcher := must.Get(search.New(eval.Clone(), search.Options{Depth: search.Depth{Plies: 1}}))(t)
	now, ahead := make([]engine.Probabilities, len(positions)), make([]engine.Probabilities, len(positions))
	eval.Evaluate(now, positions)
	searcher.Evaluate(ahead, positions)
	differences := make([]float64, len(positions))
	for i := range positions {
		differences[i] = math.Abs(float64(now[i].Equity()) - float64(ahead[i].Equity()))
	}
	threshold := slices.Sorted(slices.Values(differences))[len(positions)/2]
	rows, counts := generated(t, generate.Settings{
		Files: generate.Files{Lists: []string{write(t, "list", ids(positions...))}}, Selection: generate.Selection{Informative: new(engine.Equity(threshold))}, Judge: generate.Judge{Model: named.Model{Evaluator: eval}},
	})
	seen := map[board.Position]bool{}
	var want []board.Position
	for i, pos := range positions {
		if differences[i] > threshold && !seen[pos] {
			want = append(want, pos)
		}
		seen[pos] = true
	}
	if len(want) < 10 || len(want) > len(positions)-10 {
		t.Fatalf("%d of %d positions are informative: no test", len(want), len(positions))
	}
	if len(rows) != len(want) {
		t.Fatalf("%d rows, want %d", len(rows), len(want))
	}
	for i := range rows {
		if rows[i].Position != want[i] {
			t.Errorf("row %d is %s, want %s", i, rows[i].Position.ID(), want[i].ID())
		}
	}
	if counts.Judged != int64(len(positions)) || counts.Decisions != 0 || counts.Share() <= 0 || counts.Share() >= 1 {
		t.Errorf("%+v", counts)
	}
}

// The results of informative choices are kept even if no position of the games
// is informative.
func TestChoices(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; slow under the race detector")
	}
	eval := enginetest.RandomStatic(t, 5, 3)
	s := generate.Settings{Seed: 8, Players: pubeval, Play: generate.Play{Games: 2}, Selection: generate.Selection{Informative: new(engine.Equity(0.02))}, Judge: generate.Judge{Model: named.Model{Evaluator: eval}}}
	rows, counts := generated(t, s)
	var after []datasets.Row
	for _, r := range rows {
		if strings.HasSuffix(r.Source, " choice") {
			after = append(after, r)
		}
	}
	if counts.Decisions == 0 || counts.Choices == 0 || len(after) == 0 || int64(len(after)) > 2*counts.Choices {
		t.Fatalf("%d positions after plays, %+v", len(after), counts)
	}
	s.Informative = nil
	var before []board.Position
	for _, r := range func() []datasets.Row { rows, _ := generated(t, s); return rows }() {
		before = append(before, r.Position)
	}
	// Each is the result of a play from a position of the games.
	for _, r := range after[:min(len(after), 5)] {
		from := false
		for _, pos := range before {
			if from = from || results(pos)[r.Position]; from {
				break
			}
		}
		if !from {
			t.Errorf("%s follows from no position of the games", r.Position.ID())
		}
	}
}

func TestMatch(t *testing.T) {
	rows, counts := generated(t, generate.Settings{Files: generate.Files{Records: []string{write(t, "a match.mat", match)}}})
	// The start, after 31, after 42, where Ann doubles and Bob answers; the start
	// again, after 65, and where the record ends.
	if counts.Matches != 2 || counts.Games != 0 || counts.Positions != 5 || counts.Duplicates != 2 || rows[0].Position != board.Backgammon.Start() {
		t.Errorf("%+v, first %s", counts, rows[0].Position.ID())
	}
	for i, r := range rows {
		if r.Source != "match a match.mat" {
			t.Errorf("row %d is from %q", i, r.Source)
		}
	}
	for i := 1; i < 3; i++ {
		if !results(rows[i-1].Position)[rows[i].Position] {
			t.Errorf("row %d does not follow row %d", i, i-1)
		}
	}
}

// Rows of files keep their source. Their labels, and finished games, are
// dropped.
func TestLists(t *testing.T) {
	over := board.Position{Own: board.Side{board.Off: 15}, Opp: board.Side{1: 15}}
	start := board.Backgammon.Start()
	rows, counts := generated(t, generate.Settings{
		Stdin: strings.NewReader("\ufeff" + ids(enginetest.Positions(300, 4)...) + ids(over) + "  " + ids(start)), Files: generate.Files{Lists: []string{"-", write(t, "b.txt", "# nothing\n\n4HPwATDgc/ABMA:cAkAAAAAAAAA\nXGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10\n")}},
	})
	if counts.Read != 304 || counts.Finished != 1 || counts.Positions != int64(len(rows)) || counts.Positions+counts.Duplicates != 303 {
		t.Errorf("%+v", counts)
	}
	if rows[0].Source != "list standard input" {
		t.Errorf("source %q", rows[0].Source)
	}
	path := filepath.Join(t.TempDir(), "labelled.parquet")
	w := must.Get(datasets.Create(path, datasets.Meta{}))(t)
	labelled := datasets.NewRow(start)
	labelled.Method, labelled.Source, labelled.Seed = datasets.Ply1, "a book", 3
	labelled.Probabilities[engine.Win] = 0.5
	must.OK(t, errors.Join(w.Write(&labelled), w.Close()))
	rows, _ = generated(t, generate.Settings{Files: generate.Files{Databases: []string{path}}})
	if len(rows) != 1 || rows[0].Method != datasets.Unlabelled || rows[0].Seed != 0 || rows[0].Source != "a book" {
		t.Errorf("%+v", rows)
	}
}

// trace returns settings of targets.
func trace(lambda float64, prune bool) generate.Trace {
	return generate.Trace{Lambda: &generate.Lambda{Rest: lambda}, Prune: prune}
}

// small returns a small net as the player.
func small(t testing.TB) generate.Players {
	return generate.Players{Player: named.Of("small", player.NewGreedy(enginetest.RandomStatic(t, 5, 3)))}
}
