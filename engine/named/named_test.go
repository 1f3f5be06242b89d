package named_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// inner is embedded; its databases come after the players that use them.
type inner struct {
	Bearoff named.Databases `json:"bearoff,omitzero" farm:"-"`
	MET     named.MET       `json:"met,omitzero"`
}

type settings struct {
	A     named.Player `json:"a"`
	B     named.Player `json:"b"`
	Games int          `json:"games,omitempty" farm:"-"`
	inner
	Luck named.Model `json:"luck,omitzero"`
	Deep struct {
		Judge named.Model `json:"judge,omitzero"`
	} `json:"deep"`
}

func opener(t *testing.T) *named.Opener {
	databases := enginetest.Databases(t, 3, 0)
	return &named.Opener{Model: nets.LoadShipped, Databases: func(string) (*engine.Databases, error) { return databases, nil }}
}

func opened(t *testing.T, text string) *settings {
	t.Helper()
	s := new(settings)
	must.OK(t, json.Unmarshal([]byte(text), s))
	must.OK(t, named.Open(s, opener(t)))
	return s
}

const example = `{"a": "net:fast,plies=1", "b": "pubeval", "games": 4, "bearoff": "default", "met": "woolsey", "luck": "fast", "deep": {"judge": "td512"}}`

// program is another program that evaluates.
type program struct {
	enginetest.Fake
	name      string
	databases *engine.Databases
}

func (p *program) String() string { return p.name }

func (p *program) Variant() board.Variant { return board.Nackgammon }

func (p *program) Evaluator(databases *engine.Databases) engine.Evaluator {
	p.databases = databases
	return p
}

// programs returns an opener that starts programs, and no nets.
func programs(t *testing.T) *named.Opener {
	o := opener(t)
	o.Model = func(string) (*nets.Model, error) { return nil, errors.New("asked for nets") }
	o.Program = func(name string) (named.Program, error) { return &program{name: name}, nil }
	return o
}

// A program evaluates in place of a model, with the databases of the settings.
func TestOpenPrograms(t *testing.T) {
	var s struct{ named.Strength }
	must.OK(t, json.Unmarshal([]byte(`{"model": "evaluator:./net", "bearoff": "default"}`), &s))
	must.OK(t, named.Open(&s, programs(t)))
	if p, ok := s.Evaluator().(*program); !ok || p.databases != s.Bearoff.Databases || p.databases == nil || s.Game() != board.Nackgammon {
		t.Errorf("evaluator %v of %v", s.Evaluator(), s.Game())
	}
	_, err := s.Model.Nets()
	must.Fail(t, err, "evaluator:./net is a program, want a model with nets")
	_, _, err = named.Describe(&s)
	must.Fail(t, err, "model: evaluator:./net is not a model that other machines can load")
}

// A program has a precision of its own.
func TestOpenRefusesPrecisionOfPrograms(t *testing.T) {
	var s struct{ named.Strength }
	must.OK(t, json.Unmarshal([]byte(`{"model": "evaluator:./net", "precision": "int16"}`), &s))
	must.Fail(t, named.Open(&s, programs(t)), "precision: evaluator:./net has no other precision")
}

// All evaluators use the databases, which the struct names after the players.
func TestOpen(t *testing.T) {
	s := opened(t, example)
	static, ok := s.Luck.Evaluator.(*engine.Static)
	if !ok || len(static.Databases().Names()) == 0 {
		t.Errorf("luck is %v, want a net with databases", s.Luck.Evaluator)
	}
	if s.A.Player == nil || s.A.Digest == "" || s.B.Player == nil || s.B.Digest != "" || s.MET.Table == nil || s.Deep.Judge.Evaluator == nil {
		t.Errorf("%+v is not open", s)
	}
	if got, want := string(must.Get(json.Marshal(s))(t)), strings.NewReplacer(`": `, `":`, `, "`, `,"`).Replace(example); !sameJSON(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}

func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && fmt.Sprint(x) == fmt.Sprint(y)
}

// What is described opens elsewhere with the same contents, and only with the files of the
// description.
func TestDescribe(t *testing.T) {
	s := opened(t, example)
	described, files, err := named.Describe(s)
	must.OK(t, err)
	if len(files) != 4 || described.Games != 0 || s.A.Name != "net:fast,plies=1" {
		t.Fatalf("%d files, %+v", len(files), described)
	}
	folder := t.TempDir()
	for _, f := range files {
		content := must.Get(f.Open())(t)
		must.OK(t, os.WriteFile(filepath.Join(folder, f.SHA256), must.Get(io.ReadAll(content))(t), 0o666))
	}
	find := func(_ context.Context, sum string) (string, error) {
		path := filepath.Join(folder, sum)
		_, err := os.Stat(path)
		return path, err
	}
	there := new(settings)
	must.OK(t, json.Unmarshal(must.Get(json.Marshal(described))(t), there))
	must.OK(t, named.Open(there, named.Files(t.Context(), find)))
	if got, want := there.Luck.Evaluator.(*engine.Static).Databases().Names(), s.Luck.Evaluator.(*engine.Static).Databases().Names(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("databases %v, want %v", got, want)
	}
	again, _, err := named.Describe(there)
	must.OK(t, err)
	if got, want := string(must.Get(json.Marshal(again))(t)), string(must.Get(json.Marshal(described))(t)); got != want {
		t.Errorf("described again: %s, want %s", got, want)
	}
}

// Workers open only what a description names by digests, and start no programs.
func TestFilesRefuse(t *testing.T) {
	none := func(_ context.Context, sum string) (string, error) { return "", fmt.Errorf("no file %s", sum) }
	for text, want := range map[string]string{
		`{"a": "net:default"}`:  "a: \"net:default\": no file default",
		`{"a": "ubgi:touch x"}`: "a: the player ubgi:touch x is a program on this machine",
		`{"a": "gnubg:0"}`:      "a: the player gnubg:0 is a program on this machine",
		`{"luck": "fast"}`:      "luck: no file fast",
		`{"met": "woolsey"}`:    "met: no file woolsey",
	} {
		s := new(settings)
		must.OK(t, json.Unmarshal([]byte(text), s))
		must.Fail(t, named.Open(s, named.Files(t.Context(), none)), want, text)
	}
}

// Workers play the players that their program registers, by their names.
func TestDescribeRegistered(t *testing.T) {
	must.OK(t, player.Register("first", func(rest string) (engine.Player, error) {
		return player.Func(func(*board.Position, board.Roll, []board.Play) int { return 0 }), nil
	}))
	described, files, err := named.Describe(opened(t, `{"a": "first:book"}`))
	must.OK(t, err)
	if len(files) != 0 {
		t.Errorf("files %v for a player without files", files)
	}
	there := new(settings)
	must.OK(t, json.Unmarshal(must.Get(json.Marshal(described))(t), there))
	must.OK(t, named.Open(there, named.Files(t.Context(), nil)))
	if _, ok := there.A.Player.(player.Func); !ok || there.A.Name != "first:book" {
		t.Errorf("the player %q is a %T", there.A.Name, there.A.Player)
	}
}

func TestDescribeRefuses(t *testing.T) {
	_, _, err := named.Describe(opened(t, `{"a": "ubgi:engine"}`))
	must.Fail(t, err, "a: the player ubgi:engine is a program on this machine: a farm plays only nets, pubeval and random")
	slow, farm := new(settings), opener(t)
	farm.Only = "a farm is no stopwatch"
	must.OK(t, json.Unmarshal([]byte(`{"a": "net:fast,time=1s"}`), slow))
	must.Fail(t, named.Open(slow, farm), "a: the decisions of a player with 1s each depend on the speed of this machine: a farm is no stopwatch")
	s := &settings{Luck: named.Model{Evaluator: enginetest.Pips{}}}
	_, _, err = named.Describe(s)
	must.Fail(t, err, "luck: the evaluator enginetest.Pips is not a model")
}

// Names of equal contents have one identity; other contents have another.
func TestIdentify(t *testing.T) {
	one := named.Identify(*opened(t, example))
	if one.Luck.Name == "fast" || one.Bearoff.Name == "default" || one.MET.Name == "woolsey" {
		t.Errorf("%+v has names", one)
	}
	for change, same := range map[[2]string]bool{
		{`"met": "woolsey"`, `"met": "zadeh"`}: false, {`"luck": "fast"`, `"luck": "td512"`}: false, {`"games": 4`, `"games": 4`}: true,
	} {
		if other := named.Identify(*opened(t, strings.Replace(example, change[0], change[1], 1))); (other == one) != same {
			t.Errorf("%v: the same identity: %t, want %t", change, !same, same)
		}
	}
	if met := named.Identify(*opened(t, `{"a": "random", "met": "`+cube.DefaultMET+`"}`)).MET; met.Name != cube.DefaultMET {
		t.Errorf("the default table is %q", met.Name)
	}
}

// Options of a player are joined by commas, as players are.
func TestPlayers(t *testing.T) {
	const text = "net:a.safetensors,plies=2,filter=1/0/0,pubeval,net:b=c,random,gnubg:2"
	var players named.Players
	must.OK(t, players.UnmarshalText([]byte(text)))
	if len(players) != 5 || players[0].Name != "net:a.safetensors,plies=2,filter=1/0/0" || players[2].Name != "net:b=c" {
		t.Errorf("players %+v", players)
	}
	if again := must.Get(players.MarshalText())(t); string(again) != text {
		t.Errorf("%s, want %s", again, text)
	}
}

// TestCandidates reads one candidate as it is, and several on lines of their own or in a list.
func TestCandidates(t *testing.T) {
	for _, c := range []struct{ text, json, again string }{
		{"net:a,plies=2", `"net:a,plies=2"`, `"net:a,plies=2"`},
		{"ubgi:engine a,b", `["ubgi:engine a,b"]`, `"ubgi:engine a,b"`},
		{"net:a\nplies=2\npubeval", `["net:a", "plies=2", "pubeval"]`, `["net:a,plies=2","pubeval"]`},
		{"net:b=c\ngnubg,data=x:2", `["net:b=c", "gnubg,data=x:2"]`, `["net:b=c","gnubg,data=x:2"]`},
	} {
		var byText, byJSON named.Candidates
		must.OK(t, byText.UnmarshalText([]byte(c.text)))
		must.OK(t, json.Unmarshal([]byte(c.json), &byJSON))
		if again := must.Get(json.Marshal(byText))(t); string(again) != c.again || !slices.Equal(byText, byJSON) {
			t.Errorf("%q is %s, in JSON %+v, want %s", c.text, again, byJSON, c.again)
		}
	}
	if err := json.Unmarshal([]byte(`{"a": 1}`), new(named.Candidates)); err == nil {
		t.Error("an object is read as candidates")
	}
}

// A list of players is opened, described and identified as single players are, and stays
// as it is.
func TestNamesOfLists(t *testing.T) {
	type settings struct {
		Players named.Players `json:"players"`
	}
	s := new(settings)
	must.OK(t, json.Unmarshal([]byte(`{"players": ["net:fast", "pubeval"]}`), s))
	must.OK(t, named.Open(s, opener(t)))
	described, files, err := named.Describe(s)
	must.OK(t, err)
	identity := named.Identify(*s)
	if s.Players[1].Player == nil || len(files) == 0 || described.Players[0].Name == "net:fast" || identity.Players[0].Name != "net:fast "+s.Players[0].Digest || s.Players[0].Name != "net:fast" {
		t.Errorf("%+v, described %+v with %d files, identity %+v", s, described, len(files), identity)
	}
	must.OK(t, json.Unmarshal([]byte(`{"players": ["random", "ubgi:engine"]}`), s))
	must.OK(t, named.Open(s, opener(t)))
	_, _, err = named.Describe(s)
	must.Fail(t, err, "players: the player ubgi:engine is a program on this machine")
}
