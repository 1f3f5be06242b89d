package record

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/record/internal/xgfile"
)

const (
	matTurn   = "  1) 31: 8/5 6/5                   42: 8/4 6/4\n"
	turnShort = "O 31 8/5 6/5, X 42 8/4 6/4"
)

// Words that end a game are a resignation of the points of the line of the winner, and
// other words are remarks. Neither changes the plays beside them.
func TestWordsCostNoGame(t *testing.T) {
	for _, tt := range []struct {
		what, text, actions string
		result              Result
		remarks             string // in the notice
	}{
		{"beside a play, winner in the line", "  1) 31: 8/5 6/5 Losses 1 point                                    Wins 1 point and the match\n",
			"O 31 8/5 6/5, O resignation 1", Result{Winner: board.PlayerX, Points: 1}, `"Losses 1 point" (line 5)`},
		{"in the left column", matTurn + "  2)  Losses 1 point                                               Wins 1 point and the match\n",
			turnShort + ", O resignation 1", Result{Winner: board.PlayerX, Points: 1}, `"Losses 1 point" (line 6)`},
		{"in the right column", matTurn + "  2) 65: 24/13                      Losses 2 point\n\n      Wins 2 point and the match\n",
			turnShort + ", O 65 24/18 18/13, X resignation 2", Result{Winner: board.PlayerO, Points: 2}, `"Losses 2 point" (line 6)`},
		{"in a line of its own", matTurn + " Losses 1 point\n\n      Wins 1 point and the match\n",
			turnShort + ", X resignation 1", Result{Winner: board.PlayerO, Points: 1}, `"Losses 1 point" (line 6)`},
		{"right of the winner", matTurn + "  2)  Wins 3 points                 Losses 3 points\n",
			turnShort + ", X resignation 3", Result{Winner: board.PlayerO, Points: 3}, `"Losses 3 points" (line 6)`},
		{"behind dice", matTurn + "  2) 65: 24/13                     62: Concedes\n  3)  Wins 1 point\n",
			turnShort + ", O 65 24/18 18/13, X 62, X resignation 1", Result{Winner: board.PlayerO, Points: 1}, `"Concedes" (line 6)`},
		{"instead of a turn", matTurn + "  2) 65: 24/13                     Gives up\n      Wins 1 point\n",
			turnShort + ", O 65 24/18 18/13, X resignation 1", Result{Winner: board.PlayerO, Points: 1}, `"Gives up" (line 6)`},
		{"unknown words before the winner", matTurn + "  2) 65: 24/13                     Zzz 7\n      Wins 1 point\n",
			turnShort + ", O 65 24/18 18/13, X resignation 1", Result{Winner: board.PlayerO, Points: 1}, `"Zzz 7" (line 6)`},
		{"question marks", matTurn + "  2) ????                           Wins 1 point\n",
			turnShort + ", O resignation 1", Result{Winner: board.PlayerX, Points: 1}, ""},
		{"dice not rolled", matTurn + "  2) 32: 24/22 13/10                 00: ????\n  3)  Wins 1 point\n",
			turnShort + ", O 32 24/22 13/10, X resignation 1", Result{Winner: board.PlayerO, Points: 1}, ""},
		{"dice not rolled, alone", matTurn + "  2) 00:                            Wins 1 point\n",
			turnShort + ", O resignation 1", Result{Winner: board.PlayerX, Points: 1}, ""},
		{"without a winner", matTurn + "  2) 65: 24/13                     Timeout\n",
			turnShort + ", O 65 24/18 18/13, X resignation 1", Result{Winner: board.PlayerO, Points: 1}, `"Timeout" (line 6)`},
		{"a gammon without a winner", matTurn + "  2)  Doubles => 2                  Takes\n  3) Resigns gammon\n",
			turnShort + ", O double, X take, O resignation 2", Result{Winner: board.PlayerX, Points: 4}, `"Resigns gammon" (line 7)`},
		{"by the next score", matTurn + "  2) Left the game\n Game 2\n Ann : 0       Bob : 2\n",
			turnShort + ", O resignation 2", Result{Winner: board.PlayerX, Points: 2}, `"Left the game" (line 6)`},
		{"the game goes on", "  1) 31: 8/5 6/5 resigned?         42: 8/4 6/4\n  2) 65: 24/13\n",
			turnShort + ", O 65 24/18 18/13", Result{Winner: board.Nobody}, `"resigned?" (line 5)`},
		{"no names", "\n Game 2\n  1)                              Losses 1 point\n      Wins 1 point\n",
			"", Result{Winner: board.Nobody}, `"Losses 1 point" (line 7)`},
		{"no roll at all", "  1)                \n   Wins 5 points and the match\n",
			"", Result{Winner: board.PlayerO, Points: 5}, `"Wins 5 points" (line 6)`},
		{"a number that means all", matTurn + "  2)  Doubles => 2                  Takes\n  3) 65: 24/13                      66: ????\n      Wins 2008 point\n",
			turnShort + ", O double, X take, O 65 24/18 18/13, X 66, X resignation 3", Result{Winner: board.PlayerO, Points: 6}, `"Wins 2008 points" (line 8)`},
		{"capped points", matTurn + "  2)  Doubles => 4                  Takes\n  3) 65: 24/13                      66: ????\n      Wins 1 point and the match\n",
			turnShort + ", O double, X take, O 65 24/18 18/13, X 66, X resignation 1", Result{Winner: board.PlayerO, Points: 1}, ""},

		{"a word behind a play", "  1) 31: 8/5 6/5 banana            42: 8/4 6/4\n", turnShort, Result{Winner: board.Nobody}, `"banana" (line 5)`},
		{"a word in a play", "  1) 31: 8/5 banana 6/5            42: banana 8/4 6/4\n", turnShort, Result{Winner: board.Nobody}, `"banana" (line 5, 2 times)`},
		{"a word before dice", "  1) ah 31: 8/5 6/5                oh 42: 8/4 6/4\n", turnShort, Result{Winner: board.Nobody}, `"ah" (line 5), "oh" (line 5)`},
		{"a word in an empty cell", "  1) hello                         31: 8/5 6/5\n  2) 42: 8/4 6/4\n",
			"X 31 8/5 6/5, O 42 8/4 6/4", Result{Winner: board.Nobody}, `"hello" (line 5)`},
		{"a word behind a cube", matTurn + "  2)  Doubles => 2 now              Takes it\n  3) 65: 24/13\n",
			turnShort + ", O double, X take, O 65 24/18 18/13", Result{Winner: board.Nobody}, `"now" (line 6), "it" (line 6)`},
		{"a word for a cube action that is none", "  1) 31: 8/5 6/5                   42: 8/4 6/4 Takes\n", turnShort, Result{Winner: board.Nobody}, `"Takes" (line 5)`},
		{"a word with a dance", "; Set Pos=aBBBBBB------------n----C-/0\n  1) 31: 24/21 24/23                54: banana\n  2) 54: 24/15                      66: cannot move, sorry\n",
			"O set board, O 31 24/21 24/23, X 54, O 54 24/20 20/15, X 66", Result{Winner: board.Nobody}, `"banana" (line 6), "sorry" (line 7)`},
		{"a line of words", matTurn + "Some words of a spectator\n  2) 65: 24/13\n", turnShort + ", O 65 24/18 18/13", Result{Winner: board.Nobody}, `"Some words of a spectator" (line 6)`},
		{"three rolls", "  1) 31: 8/5 6/5   42: 8/4 6/4  66: 13/7\n", turnShort, Result{Winner: board.Nobody}, `"66: 13/7" (line 5)`},
		{"blanks within a play", "  1) 31: 8/5  6/5                  42:  8/4 6/4\n", turnShort, Result{Winner: board.Nobody}, ""},
		{"one blank everywhere", "1) 31: 8/5 6/5 42: 8/4 6/4\n2) Doubles => 2 Takes\n3) 65: 24/13 21: 13/11 6/5\n",
			turnShort + ", O double, X take, O 65 24/18 18/13, X 21 13/11 6/5", Result{Winner: board.Nobody}, ""},
		{"a full cell", matTurn + "  2) 66: 24/18 24/18 13/7 13/7     21: 13/11 6/5\n  3) 11: 8/7 8/7 6/5 6/5(1)        Doubles => 2\n  4)  Takes\n",
			turnShort + ", O 66 24/18 24/18 13/7 13/7, X 21 13/11 6/5, O 11 8/7 8/7 6/5 6/5, X double, O take", Result{Winner: board.Nobody}, ""},
		{"numbers with points", "1. 31: 8/5 6/5                   42: 8/4 6/4\n2. Losses 1 point       Wins 1 point\n",
			turnShort + ", O resignation 1", Result{Winner: board.PlayerX, Points: 1}, `"Losses 1 point" (line 6)`},
		{"cells without a number", matTurn + "  2)  Doubles => 2\n                                    Drops        Wins 1 point\n",
			turnShort + ", O double, X drop", Result{Winner: board.PlayerO, Points: 1}, ""},
		{"a die with nothing to move", "  1) 31: 8/5 6/5 0/0               42: 8/4 6/4\n", turnShort, Result{Winner: board.Nobody}, ""},
		{"an illegal last play", matTurn + "  2) 32: 24/21 13/11               00: ????\n  3)  Wins 1 point\n",
			turnShort + ", O 32, X resignation 1", Result{Winner: board.PlayerO, Points: 1}, ""},
	} {
		m, err := ReadMat("test", strings.NewReader(matHead+tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		g := m.Games[0]
		if got := short(g.Actions); got != tt.actions || g.Result != tt.result || m.Validate() != nil {
			t.Errorf("%s: got %s, %v, %v, want %s, %v", tt.what, got, g.Result, m.Validate(), tt.actions, tt.result)
		}
		if got := remarksOf(m); got != tt.remarks {
			t.Errorf("%s: got the remarks %s, want %s", tt.what, got, tt.remarks)
		}
	}
}

// remarksOf returns the text of the notice of remarks.
func remarksOf(m *Match) string {
	for _, n := range m.Notices {
		if n.Subject == Remarks {
			return strings.TrimPrefix(n.String(), Remarks+": ")
		}
	}
	return ""
}

// A remark is the comment of the action that it stands beside.
func TestRemarksAreComments(t *testing.T) {
	m := mat(t, "  1) early                         31: 8/5 6/5\n"+
		"  2) 42: 8/4 6/4 there              65: 24/13 right\n"+
		"  3)  Doubles => 2                  Takes     late\n of its own\n")
	want := []string{"early", "there", "right", "", "late\nof its own"}
	for i, a := range m.Games[0].Actions {
		if a.Comment != want[i] {
			t.Errorf("action %d, %v: comment %q, want %q", i+1, a.Kind, a.Comment, want[i])
		}
	}
}

// A text that is no record inside a game costs neither time nor the games around it.
func TestManyUnknownWords(t *testing.T) {
	var words strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&words, "  %d) word%d                 another%d words\n", i+2, i, i)
	}
	m := get(ReadMat("test", strings.NewReader(matHead+matTurn+words.String()+" Game 2\n Ann : 1    Bob : 0\n"+matTurn)))(t)
	if len(m.Games) != 2 || short(m.Games[0].Actions) != turnShort+", X resignation 1" || short(m.Games[1].Actions) != turnShort {
		t.Errorf("%d games, %.200s", len(m.Games), short(m.Games[0].Actions))
	}
	if n := m.Notices[0]; len(n.Found) != 10 || n.Others != 19_990 {
		t.Errorf("%v", n)
	}
}

// A game without a line of names has those of the tags or of the game before, and its score.
func TestGamesWithoutNames(t *testing.T) {
	m := get(ReadMat("test", strings.NewReader("; [Player 1 \"Ann\"]\n; [Player 2 \"Bob\"]\n\n5 point match\n\n Game 1\n"+
		"  1)                              Losses 1 point\n      Wins 1 point\n\n Game 2\n"+matTurn)))(t)
	if m.Names != [2]string{"Ann", "Bob"} || len(m.Games) != 2 || m.Games[1].Score != [2]int{1, 0} || m.Games[0].Result != (Result{Winner: board.PlayerO, Points: 1}) {
		t.Errorf("%q, %+v", m.Names, m.Games)
	}
}

// A second line with a length begins another match, with the tags before it.
func TestTwoMatchesInOneFile(t *testing.T) {
	text := "; [Event \"One\"]\n\n" + matHead + matTurn + "      Wins 1 point\n\n; [Event \"Two\"]\n\n3 point match\n\nGame 1\nCid : 0    Dan : 0\n" + matTurn
	all := get(ReadAll("two.mat", strings.NewReader(text)))(t)
	if len(all) != 2 || all[0].Names != [2]string{"Ann", "Bob"} || all[1].Names != [2]string{"Cid", "Dan"} ||
		all[0].Length != 7 || all[1].Length != 3 || all[0].Info.Event != "One" || all[1].Info.Event != "Two" {
		t.Fatalf("%d matches: %+v", len(all), all)
	}
	for i, want := range []string{turnShort + ", X resignation 1", turnShort} {
		if got := short(all[i].Games[0].Actions); got != want || len(all[i].Games) != 1 {
			t.Errorf("match %d: %d games, %s, want %s", i+1, len(all[i].Games), got, want)
		}
	}
	first, err := Read("two.mat", strings.NewReader(text))
	fails(t, err, "two.mat: the file has 2 matches, want the name of one, from two.mat#1 to two.mat#2")
	sameMatch(t, first, all[0])
}

// Two matches of FIBS differ in players or length, or the score begins again.
func TestTwoMatchesOfFIBS(t *testing.T) {
	game := func(score, length, x, o string) string {
		return fmt.Sprintf("Score is %s in a %s point match.\n%s is X - %s is O\nX: (3 1) 8-5 6-5\nO: wins 1 point\n", score, length, x, o)
	}
	first := game("0-0", "3", "anna", "bert")
	for _, tt := range []struct {
		what, second string
		games        []int // of each match
	}{
		{"the next game", game("1-0", "3", "bert", "anna"), []int{2}},
		{"other players", game("0-1", "3", "anna", "carl"), []int{1, 1}},
		{"another length", game("0-1", "5", "anna", "bert"), []int{1, 1}},
		{"the score begins again", game("0-0", "3", "anna", "bert"), []int{1, 1}},
		{"a lower score", game("0-1", "3", "anna", "bert") + game("0-0", "3", "anna", "bert"), []int{2, 1}},
	} {
		all := get(ReadAll("old", strings.NewReader(first+tt.second)))(t)
		var games []int
		for _, m := range all {
			games = append(games, len(m.Games))
		}
		if fmt.Sprint(games) != fmt.Sprint(tt.games) {
			t.Errorf("%s: got matches of %v games, want %v", tt.what, games, tt.games)
		}
	}
}

// The position after an illegal play is taken over, and every format that can hold it
// keeps it.
func TestIllegalPlaysWithPositions(t *testing.T) {
	const play = "(5;0;1;0;0;Bob;Ann;0;0;0;1;0;0;-2;0;0;2;0;4;0;2;0;0;0;-4;5;-1;0;0;-2;0;-3;-2;-1;0;0;2;0;6;5;)"
	m := mat(t, matTurn+"  2) 21: Illegal play "+play+" 65: 24/13\n  3) 43: 24/20 13/10\n")
	checkIllegal(t, "mat", m)
	for format, f := range formats {
		checkIllegal(t, format, get(f.read("test", strings.NewReader(mustWrite(t, f.write, m))))(t))
	}
	checkIllegal(t, "xg", get(ReadXG("test", strings.NewReader(mustWrite(t, WriteXG, m))))(t))
	fails(t, WriteBgammon(&bytes.Buffer{}, m), "a .match file cannot hold an illegal play")
}

func checkIllegal(t *testing.T, what string, m *Match) {
	t.Helper()
	if got, want := short(m.Games[0].Actions), turnShort+", O 21, X 65 24/18 18/13, O 43 24/20 13/10"; got != want {
		t.Errorf("%s: got %s, want %s", what, got, want)
	}
	if got, want := fmt.Sprint(m.Notices), `[illegal plays with the position after them: "game 1, move 2, O's 21"]`; got != want {
		t.Errorf("%s: got %s, want %s", what, got, want)
	}
	r := m.Replay(0)
	for r.Next() {
		if r.Illegal != (r.Index == 2) {
			t.Errorf("%s: action %d is illegal: %v", what, r.Index, r.Illegal)
		}
	}
	if r.Err() != nil {
		t.Errorf("%s: %v", what, r.Err())
	}
}

// A position that cannot be used, plays and dice that cannot be read name the reason or the
// line, and end only their game.
func TestBadPlaysEndOneGame(t *testing.T) {
	for _, tt := range []struct{ line, fault, notice string }{
		{"21: Illegal play (3;0;0;0;0;Ann;Bob;0;0;0;1;0;0;-2;0;0;0;9;4;2;2;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;2;1;)", "24 checkers", "remarks"},
		{"21: Illegal play (3;0;0;0;0;Ann;Bob;0;0;0;1;0;0;x;0;0;0;0;4;2;2;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;2;1;)", `point 1: \"x\"`, "remarks"},
		{"21: 13/11 6/s", `unknown play "13/11 6/s"`, `plays that cannot be read: "21: 13/11 6/s" (line 6)`},
		{"71: 13/6", `unknown play "71: 13/6"`, `plays that cannot be read: "71: 13/6" (line 6)`},
	} {
		m := mat(t, matTurn+"  2) "+tt.line+"      65: 24/13\n Game 2\n Ann : 1    Bob : 0\n"+matTurn)
		err := m.Validate()
		if err == nil || !strings.Contains(err.Error(), "game 1, move 2, O's move") || !strings.Contains(err.Error(), tt.fault) || strings.Contains(err.Error(), "game 2") {
			t.Errorf("%s: %v, want %q", tt.line, err, tt.fault)
		}
		if got := fmt.Sprint(m.Notices); !strings.Contains(got, tt.notice) || len(m.Games) != 2 {
			t.Errorf("%s: %d games, %s, want %q", tt.line, len(m.Games), got, tt.notice)
		}
	}
}

// The position after a play that is legal is no reason to call it illegal.
func TestLegalPlaysWithPositions(t *testing.T) {
	const after = "(3;0;0;0;0;Ann;Bob;0;0;0;1;0;0;-2;0;0;0;2;4;0;2;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;)"
	m := mat(t, "  1) 31: Illegal play "+after+"   42: 8/4 6/4\n")
	if got := short(m.Games[0].Actions); got != turnShort || m.Games[0].Actions[0].Board != nil || len(m.Notices) > 0 {
		t.Errorf("got %s, %v, want %s", got, m.Notices, turnShort)
	}
}

// An .xg file has the position after every play.
func TestIllegalPlaysOfXG(t *testing.T) {
	f := xgRecords()
	after := f.Records[3].(*xgfile.Move).After
	after[4]++
	after[5]--
	f.Records[3].(*xgfile.Move).After = after
	f.Records[3].(*xgfile.Move).Steps = [8]int32{7, 4, 5, 3, -1}
	f.Records[4].(*xgfile.Cube).Position = after
	f.Records[5].(*xgfile.Move).Before = after
	m := get(ReadXG("m.xg", bytes.NewReader(xgfile.Write(f))))(t)
	if got, want := short(m.Games[0].Actions), "O 31 8/5 6/4, X double, O take, X 62, X resignation 2"; got != want || m.Validate() != nil {
		t.Errorf("got %s, %v, want %s", got, m.Validate(), want)
	}
	if got, want := fmt.Sprint(m.Notices), `[illegal plays with the position after them: "game 1, move 1, O's 31: 8/5 6/4"]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// XG sets a position in a comment of a .mat file; capital letters are the left player.
func TestSetPositionOfXG(t *testing.T) {
	m := mat(t, "; Set Pos=-a----E-C---eE---c-e----B-/-1\n  1) 31: 8/5 6/5                   42: 13/9 6/4\n")
	r := m.Replay(0)
	for r.Next() {
	}
	if got, want := short(m.Games[0].Actions), "O set board, O set cube, O set owner, O 31 8/5 6/5, X 42 13/9 6/4"; got != want || r.Err() != nil || r.Match.Cube != 2 || r.Match.Owner != board.PlayerO {
		t.Errorf("got %s, %v, cube %d of %v, want %s", got, r.Err(), r.Match.Cube, r.Match.Owner, want)
	}
	if m := mat(t, "; Set Pos=-b----E-C---eE---c-e----B-/0\n"+matTurn); short(m.Games[0].Actions) != turnShort {
		t.Errorf("the position of the start: %s", short(m.Games[0].Actions))
	}
}

// gnubg takes over the position after an illegal play from a file of ours.
func TestGnubgReadsIllegalPlays(t *testing.T) {
	dir := t.TempDir()
	const after = "(3;0;0;0;0;Bob;Ann;0;0;0;1;0;0;-2;0;0;2;0;4;0;2;0;0;0;-4;5;-1;0;0;-2;0;-3;-2;-1;0;0;2;0;6;5;)"
	want := mat(t, matTurn+"  2) 21: Illegal play "+after+" 65: 24/13\n")
	ok(t, os.WriteFile(filepath.Join(dir, "illegal.mat"), []byte(mustWrite(t, WriteMat, want)), 0o600))
	out := gnubg(t, dir, "import mat illegal.mat\nsave match back.sgf\nquit\ny\n")
	text, err := os.ReadFile(filepath.Join(dir, "back.sgf"))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	end := func(m *Match) string {
		r := m.Replay(0)
		for r.Next() {
		}
		ok(t, r.Err())
		return r.Position.ID()
	}
	if got, want := end(get(ReadSGF("back.sgf", bytes.NewReader(text)))(t)), end(want); got != want {
		t.Errorf("gnubg ends at %s, want %s:\n%s", got, want, text)
	}
}
