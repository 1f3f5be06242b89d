package positions_test

import (
	"bytes"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets/exchange"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/evalbench/positions"
	"gammonlab/internal/must"
)

func TestFilesAreReadBack(t *testing.T) {
	set := must.Get(positions.Build(t.Context(), rawSettings(t)))(t)
	data := bytesOf(t, set)
	again := must.Get(positions.Read(bytes.NewReader(data), "x"))(t)
	if !reflect.DeepEqual(again, set) {
		t.Error("what is read is not what was written")
	}
	if !bytes.Equal(bytesOf(t, again), data) {
		t.Error("written again the bytes differ")
	}
}

const head = `{"format":"gammonlab-positions","version":1,"variant":"backgammon"}` + "\n"

func TestBadFiles(t *testing.T) {
	const roll = `{"position":"4HPwATDgc/ABMA","roll":[3,1],"moves":[`
	const best = `{"to":"4HPwATDgc/ABMA","equity":0.1,"chances":[0.5,0,0,0,0]}`
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "x: it is empty"},
		{"no header", "hello\n", "x:1: header"},
		{"another format", `{"format":"other","version":1,"variant":"backgammon"}`, `x:1: format is "other"`},
		{"another version", `{"format":"gammonlab-positions","version":2,"variant":"backgammon"}`, "x:1: version is 2"},
		{"another game", `{"format":"gammonlab-positions","version":1,"variant":"chess"}`, "x:1: variant"},
		{"more fields", `{"format":"gammonlab-positions","version":1,"variant":"backgammon","x":1}`, "x:1: header"},
		{"two values", head + `{} {}`, "x:2: more follows"},
		{"an empty line", head + "\n", "x:2:"},
		{"no decision", head + `{"position":"4HPwATDgc/ABMA"}`, "x:2: want roll and moves"},
		{"both kinds", head + `{"position":"4HPwATDgc/ABMA","match":0,"roll":[3,1],"moves":[` + best + `],"no_double":{"equity":0,"chances":null}}`, "x:2: want roll and moves"},
		{"score beyond the match", head + `{"position":"4HPwATDgc/ABMA","match":3,"score":"3-0","no_double":{"equity":0,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: the player on roll has 3 of 3 points"},
		{"score without match", head + `{"position":"4HPwATDgc/ABMA","score":"3-0","no_double":{"equity":0,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: match is missing"},
		{"money with a score", head + `{"position":"4HPwATDgc/ABMA","match":0,"score":"1-0","no_double":{"equity":0,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: score: a money game has none"},
		{"money in the Crawford game", head + `{"position":"4HPwATDgc/ABMA","match":0,"crawford":true,"no_double":{"equity":0,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: a money session has no Crawford game"},
		{"Jacoby in a match", head + `{"position":"4HPwATDgc/ABMA","match":3,"jacoby":true,"no_double":{"equity":0,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: jacoby: a match has no Jacoby rule"},
		{"cube of 3", head + `{"position":"4HPwATDgc/ABMA","match":0,"cube":3,"no_double":{"equity":0,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: cube at 3"},
		{"the opponent's cube", head + `{"position":"4HPwATDgc/ABMA","match":0,"cube":2,"owner":"opponent","no_double":{"equity":0,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: match: the player on roll may not double"},
		{"owner", head + `{"position":"4HPwATDgc/ABMA","match":0,"owner":"me","no_double":{"equity":0,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: owner"},
		{"long match", head + `{"position":"4HPwATDgc/ABMA","match":65,"no_double":{"equity":0,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: match length 65"},
		{"position", head + `{"position":"4HPwATDgc","match":0,"no_double":{"equity":0,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: position"},
		{"die", head + `{"position":"4HPwATDgc/ABMA","roll":[3,7],"moves":[` + best + `]}`, "x:2: roll: a die of 7"},
		{"result", head + roll + best + `]}`, "x:2: moves: no play"},
		{"match", head + `{"position":"4HPwATDgc/ABMA","match":1,"no_double":{"equity":0,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: match: the player on roll may not double"},
		{"equity", head + `{"position":"4HPwATDgc/ABMA","match":0,"no_double":{"equity":1000,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: no_double: equity is 1000"},
		{"error", head + `{"position":"4HPwATDgc/ABMA","match":0,"no_double":{"equity":0,"error":-1,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: no_double: error is -1"},
		{"trials", head + `{"position":"4HPwATDgc/ABMA","match":0,"no_double":{"equity":0,"trials":-1,"chances":null},"take":{"equity":0,"chances":null}}`, "x:2: no_double: trials is -1"},
		{"chances", head + `{"position":"4HPwATDgc/ABMA","match":0,"no_double":{"equity":0,"chances":null},"take":{"equity":0,"chances":[2,0,0,0,0]}}`, "x:2: take: chances: number 1 is 2"},
	} {
		_, err := positions.Read(strings.NewReader(c.text), "x")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// A file of which the first play is not the best, or that has one twice, is
// refused.
func TestBadRanks(t *testing.T) {
	set := must.Get(positions.Build(t.Context(), rawSettings(t)))(t)
	for i := range set.Decisions {
		d := &set.Decisions[i]
		if d.IsCube() || d.Moves[0].Equity == d.Moves[1].Equity {
			continue
		}
		d.Moves[0], d.Moves[1] = d.Moves[1], d.Moves[0]
		wantRefused(t, set, "is better than the first")
		d.Moves[0], d.Moves[1] = d.Moves[1], d.Moves[0]
		second := d.Moves[1]
		d.Moves[1] = d.Moves[0]
		wantRefused(t, set, "it is there twice")
		d.Moves[1] = second
		return
	}
	t.Fatal("no roll to spoil")
}

func wantRefused(t *testing.T, set *positions.Set, want string) {
	t.Helper()
	must.Fail(t, must.Err(positions.Read(bytes.NewReader(bytesOf(t, set)), "x")), want)
}

func TestLongLine(t *testing.T) {
	_, err := positions.Read(strings.NewReader(head+strings.Repeat("x", 1<<21)), "x")
	must.Fail(t, err, "x:2: longer than 1048576 bytes")
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(head))
	f.Add([]byte(head + `{"position":"4HPwATDgc/ABMA","match":0,"no_double":{"equity":0.1,"chances":[0.5,0,0,0,0]},"take":{"equity":0,"chances":null}}`))
	lines := bytes.SplitAfterN(bytesOf(f, positions.Standard()), []byte("\n"), 4)
	f.Add(bytes.Join(lines[:3], nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		set, err := positions.Read(bytes.NewReader(data), "x")
		if err != nil {
			return
		}
		written := bytesOf(t, set)
		again, err := positions.Read(bytes.NewReader(written), "y")
		if err != nil {
			t.Fatalf("%q: what was read and written cannot be read: %v", data, err)
		}
		if got := bytesOf(t, again); !bytes.Equal(got, written) {
			t.Fatalf("%q: written twice it differs", data)
		}
	})
}

// A benchmark file of gnubg's nets has the decisions that package exchange
// reads from it.
func TestBenchmarkFiles(t *testing.T) {
	const file = "testdata/handmade.bm"
	set := must.Get(positions.Open(file))(t)
	f := must.Get(os.Open(file))(t)
	defer f.Close()
	decisions := must.Get(exchange.ReadDecisions(exchange.NewBMReader(f, file, board.Backgammon)))(t)
	for name, p := range map[string]engine.Player{
		"pubeval": player.Pubeval{},
		"a net":   player.NewGreedy(engine.NewStatic(smallModel(t), nil)),
	} {
		want := must.Get(exchange.Score(decisions, func(pos *board.Position, plays []board.Play) (int, error) {
			return p.Choose(t.Context(), pos, board.Roll{}, plays)
		}))(t)
		got := rate(t, score(t, set, p), positions.Play)
		if math.Abs(got.Loss.Center-want.Mean()) > 1e-12 || got.Loss.N != want.Decisions || got.Wrong != want.Errors || got.Unlisted != want.Out {
			t.Errorf("%s: %+v, want %+v, mean %v", name, got, want, want.Mean())
		}
	}
	cubes := 0
	for i := range set.Decisions {
		if d := &set.Decisions[i]; d.IsCube() {
			cubes++
			// At 0-0 in a match to 7 the chance is 50 % before the game.
			if d.State.Length != 7 || d.NoDouble.Equity >= 0 || d.Take.Equity >= d.NoDouble.Equity {
				t.Errorf("cube %+v, want one of a match to 7 in which not to double is better, for a player who is behind", d)
			}
		}
	}
	if cubes != 1 {
		t.Errorf("%d cubes, want 1", cubes)
	}
}

// The rolls of a benchmark can be written as a file of this form, which keeps
// all data that it can contain.
func TestWriteBM(t *testing.T) {
	set := must.Get(positions.Build(t.Context(), rawSettings(t)))(t)
	var b bytes.Buffer
	left := must.Get(set.WriteBM(&b))(t)
	again := must.Get(positions.ReadBM(&b, "x", board.Backgammon))(t)
	if left != 3 || len(again.Decisions) != len(set.Decisions)-left {
		t.Fatalf("%d decisions and %d left out of %d", len(again.Decisions), left, len(set.Decisions))
	}
	p := player.Pubeval{}
	got, want := rate(t, score(t, again, p), positions.Play), rate(t, score(t, set, p), positions.Play)
	if math.Abs(got.Loss.Center-want.Loss.Center) > 1e-9 || got.Loss.N != want.Loss.N || got.Wrong != want.Wrong {
		t.Errorf("pubeval: %+v, want %+v", got, want)
	}
	if _, err := positions.Open("testdata/none"); err == nil {
		t.Error("a file that is not there can be opened")
	}
}
