package generate_test

import (
	"context"
	"errors"
	"gammonlab/engine/named"
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
	failing := generate.Players{Player: named.Of("failing", enginetest.PlayerFunc(func(context.Context, *board.Position, board.Roll, []board.Play) (int, error) { return 0, broken }))}
	illegal := strings.Replace(match, "65: 24/18 18/13", "65: 24/23 18/13", 1)
	tiny, _ := run(t, generate.Settings{Variant: board.Hypergammon1, Players: pubeval, Selection: generate.Selection{Positions: 5}})
	for name, c := range map[string]struct {
		s    generate.Settings
		want string
	}{
		"no database":     {generate.Settings{Out: "", Players: pubeval, Play: generate.Play{Games: 1}}, "the path of the database is missing"},
		"existing output": {generate.Settings{Out: there, Players: pubeval, Play: generate.Play{Games: 1}}, there + " is there already"},
		"no folder":       {generate.Settings{Out: filepath.Join(dir, "none", "db"), Players: pubeval, Play: generate.Play{Games: 1}}, "no such file"},
		"no sources":      {generate.Settings{}, "self-play has no end"},
		"no end":          {generate.Settings{Players: pubeval}, "self-play has no end"},
		"not open":        {generate.Settings{Play: generate.Play{Games: 1}}, "player: the player is not open"},
		"opponent alone":  {generate.Settings{Players: generate.Players{Opponent: pubeval.Player}, Play: generate.Play{Games: 1}}, "player: the player is not open"},
		"workers":         {generate.Settings{Players: pubeval, Workers: -1, Play: generate.Play{Games: 1}}, "-1 workers"},
		"variant":         {generate.Settings{Players: pubeval, Variant: 99, Play: generate.Play{Games: 1}}, "unknown variant"},
		"epsilon":         {generate.Settings{Players: pubeval, Play: generate.Play{Games: 1, Epsilon: math.NaN()}}, "epsilon is NaN"},
		"random plies":    {generate.Settings{Players: pubeval, Play: generate.Play{Games: 1, RandomPlies: generate.Range{From: 2, To: 1}}}, "random_plies is 2-1, want"},
		"bounds":          {generate.Settings{Players: pubeval, Play: generate.Play{Games: -1}}, "games is -1, want 0 or more"},
		"threshold":       {generate.Settings{Players: pubeval, Play: generate.Play{Games: 1}, Selection: generate.Selection{Informative: new(engine.Equity(-1))}, Judge: generate.Judge{Model: named.Model{Evaluator: enginetest.RandomStatic(t, 5, 3)}}}, "informative is -1 points"},
		"class over":      {generate.Settings{Players: pubeval, Play: generate.Play{Games: 1}, Selection: generate.Selection{Classes: engine.ClassList{engine.Over}}}, "class over cannot be kept"},
		"class and quota": {generate.Settings{Players: pubeval, Selection: generate.Selection{Quotas: generate.Quotas{engine.Race: 1}, Classes: engine.ClassList{engine.Race}}}, "quotas already select classes"},
		"empty quota":     {generate.Settings{Players: pubeval, Selection: generate.Selection{Quotas: generate.Quotas{engine.Race: 0}}}, "quota has 0 positions of class race"},
		"never crashed": {generate.Settings{Variant: board.Hypergammon2, Players: pubeval, Selection: generate.Selection{Quotas: generate.Quotas{engine.Crashed: 5}}},
			"no position of hypergammon2 is crashed"},
		"targets and players":  {generate.Settings{Players: generate.Players{Player: small(t).Player, Opponent: pubeval.Player}, Trace: trace(0.5, false), Play: generate.Play{Games: 1}}, "needs one net that plays both sides"},
		"targets of files":     {generate.Settings{Players: small(t), Trace: trace(0.5, false), Play: generate.Play{Games: 1}, Files: generate.Files{Lists: []string{"x"}}}, "want no files"},
		"targets without end":  {generate.Settings{Players: small(t), Trace: trace(0.5, false)}, "self-play has no end"},
		"lambda":               {generate.Settings{Players: small(t), Trace: trace(math.NaN(), false), Play: generate.Play{Games: 1}}, "λ is NaN, want 0 to 1"},
		"no pruning nets":      {generate.Settings{Players: small(t), Trace: trace(0.5, true), Play: generate.Play{Games: 1}}, "the model small has no pruning nets"},
		"sieve without nets":   {generate.Settings{Players: small(t), Trace: generate.Trace{Lambda: new(generate.Lambda), Sieve: engine.Sieve{Most: 5, Margin: 0.2}}, Play: generate.Play{Games: 1}}, "sieve 5/0.2 needs prune"},
		"rest without nets":    {generate.Settings{Players: small(t), Trace: generate.Trace{Lambda: new(generate.Lambda), Rest: engine.Sieve{Most: 2, Margin: 0.1}}, Play: generate.Play{Games: 1}}, "sieve_rest 2/0.1 needs prune"},
		"alternatives":         {generate.Settings{Players: small(t), Trace: generate.Trace{Lambda: new(generate.Lambda), Alternatives: generate.Alternatives{Sieve: engine.Sieve{Most: -1, Margin: 0.1}}}, Play: generate.Play{Games: 1}}, "alternatives: sieve -1/0.1 keeps no play"},
		"targets of a variant": {generate.Settings{Players: small(t), Trace: trace(0.5, false), Variant: board.Nackgammon, Play: generate.Play{Games: 1}}, "small: the model is for backgammon, the positions are of nackgammon"},
		"no random plies":      {generate.Settings{Players: pubeval, Play: generate.Play{Games: 1}, Selection: generate.Selection{Odd: true}}, "odd is set, but there are no random_plies"},
		"player fails":         {generate.Settings{Players: failing, Play: generate.Play{Games: 1}}, "game 0, ply 1: failing to play 31 from 4HPwATDgc/ABMA: out of dice"},
		"impossible quota": {generate.Settings{Variant: board.Hypergammon1, Players: pubeval, Selection: generate.Selection{Quotas: generate.Quotas{engine.Race: 100_000}}},
			"of 100000 positions; the last 10000 of"},
		"impossible bound": {generate.Settings{Variant: board.Hypergammon1, Players: pubeval, Selection: generate.Selection{Positions: 100_000}},
			"of 100000 positions; the last 10000 of"},

		"no file":       {generate.Settings{Files: generate.Files{Records: []string{"none.mat"}}}, "none.mat"},
		"no match":      {generate.Settings{Files: generate.Files{Records: []string{write(t, "x.mat", "hello")}}}, "x.mat"},
		"illegal play":  {generate.Settings{Files: generate.Files{Records: []string{write(t, "x.mat", illegal)}}}, "x.mat"},
		"other match":   {generate.Settings{Variant: board.Nackgammon, Files: generate.Files{Records: []string{write(t, "x.mat", match)}}}, "x.mat: a match of backgammon, want nackgammon"},
		"bad ID":        {generate.Settings{Files: generate.Files{Lists: []string{write(t, "x.txt", "# IDs\n4HPwATDgc/ABMA\nnonsense\n")}}}, "x.txt:3: position ID"},
		"bad match ID":  {generate.Settings{Files: generate.Files{Lists: []string{write(t, "x.txt", "4HPwATDgc/ABMA:x\n")}}}, "x.txt:1: match ID"},
		"long line":     {generate.Settings{Files: generate.Files{Lists: []string{write(t, "x.txt", "\n"+strings.Repeat("x", 5000))}}}, "x.txt:2: longer than 4096 bytes"},
		"bad input":     {generate.Settings{Stdin: strings.NewReader("x"), Files: generate.Files{Lists: []string{"-"}}}, "standard input:1: position ID"},
		"input twice":   {generate.Settings{Stdin: strings.NewReader(""), Files: generate.Files{Lists: []string{"-", "-"}}}, "standard input occurs twice"},
		"no database 2": {generate.Settings{Files: generate.Files{Databases: []string{write(t, "x.parquet", "PAR1")}}}, "x.parquet"},
		"other game":    {generate.Settings{Files: generate.Files{Databases: []string{tiny}}}, "a database of hypergammon1, want backgammon"},
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
	s := generate.Settings{Out: out, Workers: 1, Players: generate.Players{Player: named.Of("p", p)}, Identity: map[string]string{"player_model": "abc"}, Play: generate.Play{Games: 100}, Files: generate.Files{Lists: []string{list}}}
	if _, err := generate.Run(t.Context(), &s); !errors.Is(err, broken) {
		t.Fatalf("got %v", err)
	}
	for want, change := range map[string]func(s *generate.Settings){
		`seed "", want "1"`:                func(s *generate.Settings) { s.Seed = 1 },
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
		s := generate.Settings{Players: pubeval, Play: generate.Play{Games: games}}
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
		if err != nil || q.String() != want {
			t.Errorf("quotas %q: %v, %v", text, q, err)
		}
	}
	for text, want := range map[string]string{
		"": `unknown class ""`, "contact": `"contact", want CLASS=N`, "contact=0": "from 1 to", "contact=-5": "from 1 to",
		"race=1,race=2": "class race is listed twice", "over=5": `unknown class "over", want race, crashed or contact`, "race=1,": `unknown class ""`,
		"race=99999999999999999999": "from 1 to", "race=9000000000000000000": "from 1 to",
	} {
		if q, err := generate.ParseQuotas(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("quotas %q: %v, %v, want %q", text, q, err, want)
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
		again, err := generate.ParseQuotas(q.String())
		if err != nil || again.String() != q.String() {
			t.Errorf("%q became %v, %v", text, again, err)
		}
	})
}
