package record

import (
	"reflect"
	"strings"
	"testing"

	"gammonlab/board"
)

func TestReadSGFSyntax(t *testing.T) {
	tests := []struct {
		what, text string
		actions    string
	}{
		{"plain", "(;GM[6];W[31hefe];B[42])", "O 31 8/5 6/5, X 42"},
		{"white space", " \n( ; GM [6]\n;\tW\r\n[31hefe]\n\n;B[ 42 ])\n", "O 31 8/5 6/5, X 42"},
		{"unknown properties", "(;GM[6]XX[a][b:c]Y[\\]];W[31hefe]ZZ[];B[42])", "O 31 8/5 6/5, X 42"},
		{"old names", "(;GaMe[6];White[31hefe])", "O 31 8/5 6/5"},
		{"variations", "(;GM[6];W[31hefe](;B[42qumu](;W[11])(;W[22]))(;B[55](;W[66])))", "O 31 8/5 6/5, X 42 8/4 12/4, O 11"},
		{"a node without properties", "(;GM[6];;;W[31hefe];)", "O 31 8/5 6/5"},
		{"both in one node", "(;GM[6]W[31hefe]B[42])", "O 31 8/5 6/5, X 42"},
		{"brackets in a skipped value", `(;GM[6]GS[)(;\\];W[31hefe])`, "O 31 8/5 6/5"},
		{"cube", "(;GM[6];W[31hefe];B[double];W[take];B[42])", "O 31 8/5 6/5, X double, O take, X 42"},
	}
	for _, tt := range tests {
		m, err := ReadSGF("test", strings.NewReader(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		if got := short(m.Games[0].Actions); got != tt.actions {
			t.Errorf("%s: got %s, want %s", tt.what, got, tt.actions)
		}
	}
}

func TestReadSGFText(t *testing.T) {
	m, err := ReadSGF("test", strings.NewReader(
		"(;GM[6]PW[A \\[b\\] c\\:d \\\\ e\nf]PB[g\\\nh\\\r\ni]GC[one\r\ntwo]C[of the root];W[31hefe]C[three \\]\nfour])"))
	if err != nil {
		t.Fatal(err)
	}
	if want := [2]string{`A [b] c:d \ e f`, "ghi"}; m.Names != want {
		t.Errorf("names %q, want %q", m.Names, want)
	}
	if m.Info.Comment != "one\ntwo" || m.Games[0].Actions[0].Comment != "three ]\nfour" {
		t.Errorf("comments %q and %q", m.Info.Comment, m.Games[0].Actions[0].Comment)
	}
}

func TestReadSGFSetup(t *testing.T) {
	m := load(t, "setup.sgf")
	want := []Action{
		{Kind: Rolled, Player: board.PlayerX, Roll: board.Roll{3, 1}},
		{Kind: SetBoard, Player: board.PlayerO, Board: &board.Position{
			Own: board.Side{5: 3, board.Off: 12}, Opp: board.Side{19: 2, board.Off: 13},
		}},
		{Kind: SetCube, Value: 2},
		{Kind: SetOwner, Player: board.PlayerX},
		{Kind: Rolled, Player: board.PlayerO, Roll: board.Roll{5, 1}},
	}
	if !reflect.DeepEqual(m.Games[0].Actions, want) {
		t.Errorf("got %+v, want %+v", m.Games[0].Actions, want)
	}
	r := m.Replay(0)
	for r.Next() {
	}
	if r.Err() != nil || r.Position.ID() != "AAAMgAMAAAAAAA" || r.Match.Cube != 2 || r.Match.Owner != board.PlayerX {
		t.Errorf("%v, ends at %s with the cube at %d of %v", r.Err(), r.Position.ID(), r.Match.Cube, r.Match.Owner)
	}
}

func TestReadSGFRoot(t *testing.T) {
	m, err := ReadSGF("test", strings.NewReader(
		"(;FF[4]GM[6]MI[length:0][game:0][ws:0][bs:3][x:y]RU[Jacoby:NoCube:Other:Nackgammon]CV[4]RE[W+R]WR[1800]BR[1500])"))
	if err != nil {
		t.Fatal(err)
	}
	want := &Match{
		Rules: Rules{Variant: board.Nackgammon, Jacoby: true, NoCube: true},
		Info:  Info{Ratings: [2]string{"1800", "1500"}},
		Games: []Game{{Score: [2]int{0, 3}, Cube: 4, Result: Result{Winner: board.PlayerO}}},
	}
	sameMatch(t, m, want)
}

func TestReadSGFErrors(t *testing.T) {
	deep := strings.Repeat("(;", 1001)
	tests := []struct {
		text, want string
	}{
		{"", "no game in the file"},
		{"hello", `'h' before a game, want (;`},
		{"1234", `'1', want a node`},
		{"(GM[6])", "at the start of a game, want a node"},
		{"(;GM[1])", `line 1, game 1: the property GM is "1", want 6 (backgammon)`},
		{"(;FF[4];W[31])", `the property GM is ""`},
		{"(;GM[6]", "the file ends within a game"},
		{"(;GM[6];W[31", "the value that begins in line 1 has no ]"},
		{"(;GM[6]\n\n;W)", `line 3, game 1, action 1: ')' after the property W, want [`},
		{"(;GM[6];W[31hefe];B[3])", `line 1, game 1, action 2: "3", want a roll with its play such as 31hefe`},
		{"(;GM[6];W[71hefe])", `"71hefe", want a roll`},
		{"(;GM[6];W[31hefehefehe])", `"31hefehefehe", want a roll`},
		{"(;GM[6];W[31h!])", `"!", want a place from a to z`},
		{"(;GM[6];W[31hefe]W[31hefe])", "the property W comes twice in a node"},
		{"(;GM[6][7])", "the property GM has more than 1 values"},
		{"(;GM[6];w[31])", "without capital letters"},
		{"(;GM[6];" + strings.Repeat("W", 100) + "[31])", "more than 64 letters"},
		{"(;GM[6];C[" + strings.Repeat("x", maxText+1) + "])", "longer than 65536 bytes"},
		{"(;GM[6]" + deep, "variations nest deeper than 1000"},
		{"(;GM[6];DI[31])", "the property DI without PL"},
		{"(;GM[6];PL[W]DI[99])", `the property DI is "99"`},
		{"(;GM[6];PL[green])", `the property PL is "green", want W or B`},
		{"(;GM[6];CP[green])", `the property CP is "green", want W or B or c`},
		{"(;GM[6];CV[3])", `the property CV is "3", want a power of 2`},
		{"(;GM[6]CV[3])", `the property CV is "3", want a power of 2`},
		{"(;GM[6];AW[a])", "want AE[a:y] before them"},
		{"(;GM[6];AE[a:c])", "which clears the whole board"},
		{"(;GM[6];AE[a:y]AW[A])", `the property AW: "A", want a place from a to z`},
		{"(;GM[6]RE[W+x])", `the property RE is "W+x", want a result such as W+2`},
		{"(;GM[6]MI[length:99])", `the property MI has length at "99", want 0 to 64`},
		{"(;GM[6]MI[length:3])(;GM[6]MI[length:5])", "line 1, game 2: a match to 5, want 3 as in game 1"},
		{"(;GM[6])(;GM[6]RU[Nackgammon])", "the variant is nackgammon, want backgammon"},
		{"(;GM[6]" + strings.Repeat(";W[31hefe]", MaxActions+1) + ")", "more than 8192 actions in a game"},
	}
	for _, tt := range tests {
		_, err := ReadSGF("name.sgf", strings.NewReader(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "name.sgf: ") {
			t.Errorf("%.40q: got %v, want %q", tt.text, err, tt.want)
		}
	}
}

// A value of a property that is not read may have any length and is not stored.
func TestLongValueIsSkipped(t *testing.T) {
	m, err := ReadSGF("test", strings.NewReader("(;GM[6];W[31hefe]XX["+strings.Repeat("x", 1<<22)+"];B[42])"))
	if err != nil || len(m.Games[0].Actions) != 2 {
		t.Errorf("got %v", err)
	}
}
