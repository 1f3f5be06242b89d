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
		"(;FF[4]GM[6]MI[length:0][game:0][ws:0][bs:3][x:y]RU[Jacoby:NoCube:Other:Nackgammon]CV[4]RE[?]WR[1800]BR[1500])"))
	if err != nil {
		t.Fatal(err)
	}
	want := &Match{
		Rules: Rules{Variant: board.Nackgammon, Jacoby: true, NoCube: true},
		Info:  Info{Ratings: [2]string{"1800", "1500"}},
		Games: []Game{{Score: [2]int{0, 3}, Cube: 4, Result: Result{Winner: board.Nobody}}},
	}
	sameMatch(t, m, want)
}

func TestReadSGFErrors(t *testing.T) {
	deep := strings.Repeat("(;", 1001)
	tests := []struct {
		text, want string
	}{
		{"", "no game in the file"},
		{"hello", "no game in the file, want one such as (;FF[4]GM[6]…)"},
		{"(GM[6])", "no game in the file"},
		{"(;GM[1])", `line 1, game 1: the property GM is "1", want 6 (backgammon)`},
		{"(;FF[4];W[31])", `the property GM is "", want 6 (backgammon): this is a record of another game`},
		{"(;GM[6]", "the file ends within a game"},
		{"(;GM[6];W[31", "the value that begins in line 1 has no ]"},
		{"(;GM[6]\n\n;W)", `line 3, game 1, action 1: ')' after the property W, want [`},
		{"(;GM[6];W[31hefe];B[3])", `line 1, game 1, action 2: "3", want a roll with its play such as 31hefe`},
		{"(;GM[6];W[71hefe])", `"71hefe", want a roll`},
		{"(;GM[6];W[31hefehefehe])", `"31hefehefehe", want a roll`},
		{"(;GM[6];W[31h!])", `"!", want a place from a to z`},
		{"(;GM[6];W[31hefe]W[31hefe])", "line 1, game 1, action 1: the property W has more than 1 values in a node"},
		{"(;GM[6];w[31])", "without capital letters"},
		{"(;GM[6];" + strings.Repeat("W", 100) + "[31])", "more than 64 letters"},
		{"(;GM[6];C[" + strings.Repeat("x", maxText+1) + "])", "longer than 65536 bytes"},
		{"(;GM[6]" + deep, "variations nest deeper than 1000"},
		{"(;GM[6];PL[W]DI[99])", `the property DI is "99"`},
		{"(;GM[6];PL[green])", `the property PL is "green", want W or B`},
		{"(;GM[6];CO[green])", `the property CO is "green", want W or B, c or n`},
		{"(;GM[6];B[resign:4])", `the resignation of "4", want 1 (single game), 2 (gammon) or 3 (backgammon)`},
		{"(;GM[6];CV[3])", `the property CV is "3", want a power of 2`},
		{"(;GM[6]CV[3])", `the property CV is "3", want a power of 2`},
		{"(;GM[6];AE[a:C])", `the property AE: "a:C", want a place from a to z or a range such as a:x`},
		{"(;GM[6];AE[aa:xx])", `the property AE: "aa:xx", want a place`},
		{"(;GM[6];AE[a:y]AW[A])", `the property AW: "A", want a place from a to z`},
		{"(;GM[6]MI[length:99])", `the property MI has length at "99", want 0 to 64`},
		{"(;GM[6]" + strings.Repeat(";W[31hefe]", MaxActions+1) + ")", "more than 8192 actions in a game"},
	}
	for _, tt := range tests {
		_, err := ReadSGF("name.sgf", strings.NewReader(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "name.sgf: ") {
			t.Errorf("%.40q: got %v, want %q", tt.text, err, tt.want)
		}
	}
}

// The actions that change a game from outside, and offers to resign.
func TestReadSGFActions(t *testing.T) {
	const head = "(;FF[4]GM[6]MI[length:3]PW[Ann]PB[Bob]"
	for _, tt := range []struct{ what, text, actions, notices string }{
		{"resignation", head + ";B[31qtst];W[resign:1];B[accept])", "X 31 8/5 6/5, O resignation 1", ""},
		{"gammon", head + ";B[31qtst];W[double];B[take];W[31hefe];B[resign:2];W[Accept])",
			"X 31 8/5 6/5, O double, X take, O 31 8/5 6/5, X resignation 2", ""},
		{"against the result", head + "RE[B+1R];B[31qtst];W[42hdfd];B[resign:1];W[accept])",
			"X 31 8/5 6/5, O 42 8/4 6/4, X resignation 1", `remarks: "RE[B+1R] against the play" (line 1)`},
		{"without value", head + ";B[31qtst];W[resign];B[accept])", "X 31 8/5 6/5, O resignation 1", ""},
		{"without answer", head + ";B[31qtst];W[resign:2])", "X 31 8/5 6/5, O resignation 2", ""},
		{"refused", head + ";B[31qtst];W[resign:1];B[reject];W[42hdfd])", "X 31 8/5 6/5, O 42 8/4 6/4", ""},
		{"refused twice", head + ";B[31qtst];W[resign:1];B[reject];W[resign:2];B[reject];W[42hdfd])", "X 31 8/5 6/5, O 42 8/4 6/4", ""},
		{"play goes on", head + ";B[31qtst];W[resign:1];W[42hdfd])", "X 31 8/5 6/5, O 42 8/4 6/4", ""},
		{"other words", head + ";B[31qtst];W[double];B[accept];W[42hdfd];B[redouble];W[reject])",
			"X 31 8/5 6/5, O double, X take, O 42 8/4 6/4, X double, O drop", ""},
		{"copyright", head + "CP[(c) 2025 a club];B[31qtst])", "X 31 8/5 6/5", ""},
		{"later copyright", head + ";CP[(c) 2025 a club]B[31qtst])", "X 31 8/5 6/5", ""},
		{"cube of gnubg", head + ";CV[2];CP[b];B[31qtst])", "O set cube, X set owner, X 31 8/5 6/5", ""},
		{"cube of FF[4]", head + "CO[c];CV[2]CO[b];B[31qtst];CO[n])", "O set cube, X set owner, X 31 8/5 6/5", ""},
		{"dice without player", head + ";B[31qtst];DI[42])", "X 31 8/5 6/5, O 42", ""},
		{"dice after PL", head + ";PL[2];DI[42])", "O 42", ""},
		{"result", head + "RE[B+Time];B[31qtst])", "X 31 8/5 6/5, O resignation 1", ""},
		{"unknown result", head + "RE[B+x];B[31qtst])", "X 31 8/5 6/5", `remarks: "RE[B+x]" (line 1)`},
		{"twice", head + "GM[7]DT[1]DT[2];B[31qtst]C[a]C[b])", "X 31 8/5 6/5", ""},
		{"old names", head + "X1[]AB2[a];B[31qtst])", "X 31 8/5 6/5", ""},
		{"text around", "From: Ann (her match)\n\n" + head + ";B[31qtst])\x1a\x00", "X 31 8/5 6/5", `remarks: "From: Ann (her match)" (line 1)`},
	} {
		m, err := ReadSGF("test", strings.NewReader(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		if got := short(m.Games[0].Actions); got != tt.actions {
			t.Errorf("%s: got %s, want %s", tt.what, got, tt.actions)
		}
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", tt.what, err)
		}
		notices := ""
		for _, n := range m.Notices {
			notices += n.String()
		}
		if notices != tt.notices {
			t.Errorf("%s: got %s, want %s", tt.what, notices, tt.notices)
		}
		if copyright := strings.Contains(tt.what, "copyright"); copyright != (m.Info.Copyright == "(c) 2025 a club") {
			t.Errorf("%s: copyright %q", tt.what, m.Info.Copyright)
		}
	}
}

// A result without points has those of the play, or else of a single game at the cube. A
// winner by the play counts more than the result of the root.
func TestSGFResults(t *testing.T) {
	const head = "(;FF[4]GM[6]PW[Ann]PB[Bob]MI[length:5]"
	const doubled = ";B[31qtst];W[double];B[take]"
	for _, tt := range []struct {
		result, play string
		winner       board.Player
		points       int
		notices      string
	}{
		{"B+T", ";B[31qtst];W[42hdfd]", board.PlayerX, 1, ""},
		{"B+Time", ";B[31qtst]", board.PlayerX, 1, ""},
		{"B+F", ";B[31qtst]", board.PlayerX, 1, ""},
		{"B+Forfeit", ";B[31qtst]", board.PlayerX, 1, ""},
		{"B+R", ";B[31qtst]", board.PlayerX, 1, ""},
		{"B+Resign", ";B[31qtst]", board.PlayerX, 1, ""},
		{"White+", ";B[31qtst]", board.PlayerO, 1, ""},
		{"B+", "", board.PlayerX, 1, ""},
		{"B+T", doubled + ";W[42hdfd]", board.PlayerX, 2, ""},
		{"B+T", ";B[31qtst];W[double]", board.PlayerX, 1, ""},
		{"W+T", ";B[31qtst];W[double]", board.PlayerO, 1, ""},
		{"W+R", doubled + ";B[resign:2];W[accept]", board.PlayerO, 4, ""},
		{"W+3", ";B[31qtst];W[double];B[drop]", board.PlayerO, 3, ""},
		{"B+1", ";B[31qtst];W[double];B[drop]", board.PlayerO, 1, `remarks: "RE[B+1] against the play" (line 3)`},
		{"B+T", ";B[31qtst];W[double];B[drop]", board.PlayerO, 1, `remarks: "RE[B+T] against the play" (line 3)`},
		{"?", ";B[31qtst]", board.Nobody, 0, ""},
	} {
		m, err := ReadSGF("test", strings.NewReader(head+"RE[];B[31qtst])\n\n"+head+"[game:1]RE["+tt.result+"]"+tt.play+")"))
		if err != nil {
			t.Errorf("RE[%s]%s: %v", tt.result, tt.play, err)
			continue
		}
		notices := ""
		for _, n := range m.Notices {
			notices += n.String()
		}
		want := Result{Winner: tt.winner, Points: tt.points}
		if got := m.Games[1].Result; got != want || notices != tt.notices || m.Validate() != nil {
			t.Errorf("RE[%s]%s: got %v and %s (%v), want %v and %s", tt.result, tt.play, got, notices, m.Validate(), want, tt.notices)
		}
	}
}

// AE clears points, and AW and AB add checkers. The IDs are those that gnubg 1.07
// shows after it has loaded the same nodes.
func TestReadSGFBoards(t *testing.T) {
	const white, black = "AW[f][f][f][f][f][h][h][h][m][m][m][m][m][x][x]", "AB[s][s][s][s][s][q][q][q][l][l][l][l][l][a][a]"
	const start = "4HPwATDgc/ABMA"
	for _, tt := range []struct{ what, text, want string }{
		{"whole", ";AE[a:y]" + black + white, start},
		{"without bars", ";AE[a:x]" + black + white, start},
		{"two ranges", ";AE[m:a][n:y]" + black + white, start},
		{"points one by one", ";AE[a][b][c][d][e][f][g][h][i][j][k][l][m][n][o][p][q][r][s][t][u][v][w][x]" + black + white, start},
		{"nothing", ";AE[b:e]", start},
		{"a bar", ";AE[a:x]AW[f][f][y]AB[s][s]", "YAAAAAMAIAAAAA"},
		{"range of checkers", ";AE[a:y]AW[a:c]AB[x]", "AQAAVAAAAAAAAA"},
		{"one checker moves", ";W[31hefe];PL[W]AE[q]AB[r][q][q]", "4GvwATCwZ/ABMA"},
		{"the bar remains", ";AE[a:y]AW[f][y]AB[s][s];AE[s]AB[t]", "EAAAgAAACAAAAA"},
	} {
		m, err := ReadSGF("test", strings.NewReader("(;FF[4]GM[6]MI[length:3]"+tt.text+")"))
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		r := m.Replay(0)
		for r.Next() {
		}
		if got := r.Position.ID(); r.Err() != nil || got != tt.want {
			t.Errorf("%s: %v, ends at %s, want %s", tt.what, r.Err(), got, tt.want)
		}
	}
}

// After a fault in a game, the other games are read.
func TestReadSGFAfterFault(t *testing.T) {
	m, err := ReadSGF("test", strings.NewReader(
		"(;GM[6];W[31hefe]\n;B[4];W[11])\n(;GM[6];B[42](;B[9])(;B[8]))\n(;GM[1];B[aa])\n(;GM[6];W[62];W[0])"))
	if err == nil || err.Error() != `test: line 2, game 1, action 2: "4", want a roll with its play such as 31hefe, double, take, drop or resign:1` {
		t.Errorf("got %v", err)
	}
	var got []string
	for _, g := range m.Games {
		got = append(got, short(g.Actions))
	}
	if want := []string{"O 31 8/5 6/5", "X 42", "O 62"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A collection may have several matches.
func TestReadSGFCollection(t *testing.T) {
	const first = "(;GM[6]MI[length:3][ws:0][bs:0]PW[Ann,1706]PB[Bob];W[31hefe])(;GM[6]MI[length:3][ws:1][bs:0]PW[Ann,1706]PB[Bob];W[42])"
	for _, tt := range []struct {
		text  string
		games []int // by match
	}{
		{first, []int{2}},
		{first + "(;GM[6]MI[length:3][ws:1][bs:2];W[42])", []int{3}},
		{first + "(;GM[6]MI[length:3][ws:0][bs:0]PW[Ann,1710]PB[Bob];W[42])", []int{2, 1}},
		{first + "(;GM[6]MI[length:3][ws:0][bs:0]PW[Ann,1706]PB[Bob];W[42])", []int{2, 1}},
		{first + "(;GM[6]MI[length:3][ws:1][bs:0]PW[Ann,1706]PB[Eve];W[42])", []int{2, 1}},
		{"(;GM[6]MI[length:3])(;GM[6]MI[length:5])", []int{1, 1}},
		{"(;GM[6]MI[length:3][game:0])(;GM[6]MI[length:3][game:1])(;GM[6]MI[length:3][game:x])", []int{3}},
		{"(;GM[6]MI[length:3][game:0];W[31hefe])(;GM[6]MI[length:3][game:0];W[42])", []int{1, 1}},
		{"(;GM[6])(;GM[6])(;GM[6]RU[Nackgammon])(;GM[6]RU[Nackgammon])", []int{2, 2}},
	} {
		all := get(ReadAll("name", strings.NewReader(tt.text)))(t)
		var games []int
		for _, m := range all {
			games = append(games, len(m.Games))
		}
		if !reflect.DeepEqual(games, tt.games) || strings.Contains(tt.text, "Ann") && (all[0].Names[0] != "Ann" || all[len(all)-1].Names[0] != "Ann") {
			t.Errorf("%s: got %v, want %v", tt.text, games, tt.games)
		}
	}
}

// FF[4] allows texts about the match in any node.
func TestSGFInfoInLaterNodes(t *testing.T) {
	m, err := ReadSGF("test", strings.NewReader("(;GM[6]PW[Ann];PB[Bob]PW[Zoe]DT[2025.11.08]GC[x];W[31hefe])(;GM[6]PB[Eve])"))
	if err != nil || m.Names != [2]string{"Ann", "Bob"} || m.Info.Date != "2025-11-08" || m.Info.Comment != "x" {
		t.Errorf("got %q, %+v, %v", m.Names, m.Info, err)
	}
}

// A value of a property that is not read may have any length and is not stored.
func TestLongValueIsSkipped(t *testing.T) {
	m, err := ReadSGF("test", strings.NewReader("(;GM[6];W[31hefe]XX["+strings.Repeat("x", 1<<22)+"];B[42])"))
	if err != nil || len(m.Games[0].Actions) != 2 {
		t.Errorf("got %v", err)
	}
}
