package generate_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
)

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	there := write(t, "there.parquet", "")
	broken := errors.New("out of dice")
	failing := []generate.Player{{Name: "failing", Player: enginetest.PlayerFunc(func(context.Context, *board.Position, board.Roll, []board.Play) (int, error) { return 0, broken })}}
	illegal := strings.Replace(match, "65: 24/18 18/13", "65: 24/23 18/13", 1)
	tiny, _ := run(t, generate.Settings{Variant: board.Hypergammon1, Players: pubeval, Positions: 5})
	for name, c := range map[string]struct {
		s    generate.Settings
		want string
	}{
		"no database":     {generate.Settings{Out: "", Players: pubeval, Games: 1}, "the path of the database is missing"},
		"existing output": {generate.Settings{Out: there, Players: pubeval, Games: 1}, there + " is there already"},
		"no folder":       {generate.Settings{Out: filepath.Join(dir, "none", "db"), Players: pubeval, Games: 1}, "no such file"},
		"no sources":      {generate.Settings{}, "neither players nor files"},
		"no end":          {generate.Settings{Players: pubeval}, "self-play has no end"},
		"three players":   {generate.Settings{Players: append(append(pubeval, pubeval...), pubeval...), Games: 1}, "3 players"},
		"workers":         {generate.Settings{Players: pubeval, Games: 1, Workers: -1}, "-1 workers"},
		"variant":         {generate.Settings{Players: pubeval, Games: 1, Variant: 99}, "unknown variant"},
		"epsilon":         {generate.Settings{Players: pubeval, Games: 1, Epsilon: math.NaN()}, "random plays is NaN"},
		"random plies":    {generate.Settings{Players: pubeval, Games: 1, RandomPlies: generate.Range{From: 2, To: 1}}, "2 to 1 random plies"},
		"bounds":          {generate.Settings{Players: pubeval, Games: -1}, "want none below 0"},
		"threshold":       {generate.Settings{Players: pubeval, Games: 1, Informative: generate.Informative{Static: enginetest.RandomStatic(t, 5, 3), Threshold: -1}}, "informative positions is -1 points"},
		"class over":      {generate.Settings{Players: pubeval, Games: 1, Classes: []engine.Class{engine.Over}}, "class over cannot be kept"},
		"class and quota": {generate.Settings{Players: pubeval, Quotas: map[engine.Class]int64{engine.Race: 1}, Classes: []engine.Class{engine.Race}}, "quotas already select classes"},
		"empty quota":     {generate.Settings{Players: pubeval, Quotas: map[engine.Class]int64{engine.Race: 0}}, "a quota of 0 positions of class race"},
		"never crashed": {generate.Settings{Variant: board.Hypergammon2, Players: pubeval, Quotas: map[engine.Class]int64{engine.Crashed: 5}},
			"no position of hypergammon2 is crashed"},
		"targets and players":  {generate.Settings{Players: pubeval, Trace: trace(t, 0.5, false), Games: 1}, "want no players"},
		"targets of files":     {generate.Settings{Trace: trace(t, 0.5, false), Games: 1, Lists: []string{"x"}}, "want no files"},
		"targets without end":  {generate.Settings{Trace: trace(t, 0.5, false)}, "self-play has no end"},
		"lambda":               {generate.Settings{Trace: trace(t, math.NaN(), false), Games: 1}, "λ is NaN, want 0 to 1"},
		"no pruning nets":      {generate.Settings{Trace: trace(t, 0.5, true), Games: 1}, "the model small has no pruning nets"},
		"sieve without nets":   {generate.Settings{Trace: sieved(t, engine.Sieve{Most: 5, Margin: 0.2}), Games: 1}, "the sieve 5/0.2 goes with pruning"},
		"alternatives":         {generate.Settings{Trace: &generate.Trace{Static: enginetest.RandomStatic(t, 5, 3), Alternatives: engine.Sieve{Most: -1, Margin: 0.1}}, Games: 1}, "alternatives: sieve -1/0.1 keeps no play"},
		"targets of a variant": {generate.Settings{Trace: trace(t, 0.5, false), Games: 1, Variant: board.Nackgammon}, "small: the model is for backgammon, the positions are of nackgammon"},
		"no random plies":      {generate.Settings{Players: pubeval, Games: 1, Odd: true}, "odd positions are those after random plies"},
		"player fails":         {generate.Settings{Players: failing, Games: 1}, "game 0, ply 1: failing to play 31 from 4HPwATDgc/ABMA: out of dice"},
		"impossible quota": {generate.Settings{Variant: board.Hypergammon1, Players: pubeval, Quotas: map[engine.Class]int64{engine.Race: 100_000}},
			"of 100000 positions; the last 10000 of"},
		"impossible bound": {generate.Settings{Variant: board.Hypergammon1, Players: pubeval, Positions: 100_000},
			"of 100000 positions; the last 10000 of"},

		"no file":       {generate.Settings{Matches: []string{"none.mat"}}, "none.mat"},
		"no match":      {generate.Settings{Matches: []string{write(t, "x.mat", "hello")}}, "x.mat"},
		"illegal play":  {generate.Settings{Matches: []string{write(t, "x.mat", illegal)}}, "x.mat"},
		"other match":   {generate.Settings{Variant: board.Nackgammon, Matches: []string{write(t, "x.mat", match)}}, "x.mat: a match of backgammon, want nackgammon"},
		"bad ID":        {generate.Settings{Lists: []string{write(t, "x.txt", "# IDs\n4HPwATDgc/ABMA\nnonsense\n")}}, "x.txt:3: position ID"},
		"bad match ID":  {generate.Settings{Lists: []string{write(t, "x.txt", "4HPwATDgc/ABMA:x\n")}}, "x.txt:1: match ID"},
		"long line":     {generate.Settings{Lists: []string{write(t, "x.txt", "\n"+strings.Repeat("x", 5000))}}, "x.txt:2: longer than 4096 bytes"},
		"bad input":     {generate.Settings{Lists: []string{"-"}, Stdin: strings.NewReader("x")}, "standard input:1: position ID"},
		"input twice":   {generate.Settings{Lists: []string{"-", "-"}, Stdin: strings.NewReader("")}, "standard input occurs twice"},
		"no database 2": {generate.Settings{Databases: []string{write(t, "x.parquet", "PAR1")}}, "x.parquet"},
		"other game":    {generate.Settings{Databases: []string{tiny}}, "a database of hypergammon1, want backgammon"},
	} {
		if testing.Short() && strings.HasPrefix(name, "impossible") {
			continue // 10,000 games each
		}
		s := c.s
		if s.Out == "" && name != "no database" {
			s.Out = filepath.Join(t.TempDir(), "db")
		}
		_, err := generate.Run(t.Context(), &s)
		must.Fail(t, err, c.want, name)
		if _, err := os.Stat(s.Out); s.Out != "" && s.Out != there && err == nil {
			t.Errorf("%s: there is a database", name)
		}
	}
}

// A journal is resumed only with its own settings.
func TestOtherSettings(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	broken := errors.New("stop")
	asked := 0
	p := enginetest.PlayerFunc(func(context.Context, *board.Position, board.Roll, []board.Play) (int, error) {
		if asked++; asked > 500 {
			return 0, broken
		}
		return 0, nil
	})
	list := write(t, "list", "4HPwATDgc/ABMA\n")
	s := generate.Settings{Out: out, Workers: 1, Games: 100, Players: []generate.Player{{Name: "p", Player: p}}, Lists: []string{list},
		Identity: map[string]string{"player_model": "abc"}}
	if _, err := generate.Run(t.Context(), &s); !errors.Is(err, broken) {
		t.Fatalf("got %v", err)
	}
	for want, change := range map[string]func(s *generate.Settings){
		`seed "0", want "1"`:               func(s *generate.Settings) { s.Seed = 1 },
		`games "100", want "101"`:          func(s *generate.Settings) { s.Games = 101 },
		`player_model "abc", want "abd"`:   func(s *generate.Settings) { s.Identity = map[string]string{"player_model": "abd"} },
		`player "p", want "pubeval"`:       func(s *generate.Settings) { s.Players = pubeval },
		`inputs "0 match files, 1 lists`:   func(s *generate.Settings) { s.Lists = []string{write(t, "list", "# else\n")} },
		`per_game "", want "3"`:            func(s *generate.Settings) { s.PerGame = 3 },
		`variant "backgammon", want "nack`: func(s *generate.Settings) { s.Variant = board.Nackgammon },
	} {
		other := s
		change(&other)
		must.Fail(t, must.Err(generate.Run(t.Context(), &other)), want)
	}
	asked = -1 << 30
	if _, err := generate.Run(t.Context(), &s); err != nil {
		t.Errorf("going on: %v", err)
	}
}

// A process that is killed between writing the database and removing the journal
// leaves a database with a complete journal. A database with an incomplete journal
// belongs to someone else and is kept.
func TestDatabaseBesideJournal(t *testing.T) {
	const games = 5
	for name, stop := range map[string]int64{"complete": games, "incomplete": games - 1} {
		s := generate.Settings{Players: pubeval, Games: games}
		want, _ := run(t, s)
		s.Out = write(t, "db", "")
		must.OK(t, os.Remove(s.Out))
		ctx, cancel := context.WithCancel(t.Context())
		s.Progress = func(n *generate.Counts) {
			if n.Games == stop {
				cancel()
			}
		}
		if _, err := generate.Run(ctx, &s); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: got %v", name, err)
		}
		must.OK(t, os.WriteFile(s.Out, []byte("mine"), 0o666))
		s.Progress = nil
		_, err := generate.Run(t.Context(), &s)
		if stop == games {
			if err != nil {
				t.Errorf("%s: got %v", name, err)
			}
			wantSameBytes(t, name, s.Out, want)
			continue
		}
		data, _ := os.ReadFile(s.Out)
		if err == nil || !strings.Contains(err.Error(), "is there already") || string(data) != "mine" {
			t.Errorf("%s: got %v, the file holds %.20q", name, err, data)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"contact=500000,race=50000": "race=50000,contact=500000", "crashed=1": "crashed=1",
	} {
		q, err := generate.ParseQuotas(text)
		if err != nil || generate.QuotaText(q) != want {
			t.Errorf("quotas %q: %v, %v", text, q, err)
		}
	}
	for text, want := range map[string]string{
		"": `unknown class ""`, "contact": `"contact", want CLASS=N`, "contact=0": "from 1 to", "contact=-5": "from 1 to",
		"race=1,race=2": "class race is listed twice", "over=5": `unknown class "over", want some of contact,crashed,race`, "race=1,": `unknown class ""`,
		"race=99999999999999999999": "from 1 to", "race=9000000000000000000": "from 1 to",
	} {
		if q, err := generate.ParseQuotas(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("quotas %q: %v, %v, want %q", text, q, err, want)
		}
	}
	if c, err := generate.ParseClasses("race,contact"); err != nil || len(c) != 2 || c[0] != engine.Race || c[1] != engine.Contact {
		t.Errorf("classes: %v, %v", c, err)
	}
	for _, text := range []string{"", "race,race", "bearoff1", "Race"} {
		if c, err := generate.ParseClasses(text); err == nil {
			t.Errorf("classes %q: %v", text, c)
		}
	}
	for text, want := range map[string]generate.Range{"0": {}, "8": {From: 8, To: 8}, "0-8": {From: 0, To: 8}} {
		if r, err := generate.ParseRange(text); err != nil || r != want || r.String() != text {
			t.Errorf("range %q: %v, %v", text, r, err)
		}
	}
	for _, text := range []string{"", "-1", "8-", "8-2", "a", "1-2-3"} {
		if r, err := generate.ParseRange(text); err == nil {
			t.Errorf("range %q: %v", text, r)
		}
	}
}

// FuzzQuotas reads quotas.
func FuzzQuotas(f *testing.F) {
	f.Add("contact=5,race=7")
	f.Fuzz(func(t *testing.T, text string) {
		q, err := generate.ParseQuotas(text)
		if err != nil {
			return
		}
		again, err := generate.ParseQuotas(generate.QuotaText(q))
		if err != nil || generate.QuotaText(again) != generate.QuotaText(q) {
			t.Errorf("%q became %v, %v", text, again, err)
		}
	})
}
