package record

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"gammonlab/board"
)

const matHead = "7 point match\n\nGame 1\nAnn : 0    Bob : 0\n"

// short writes actions as words: O 31 8/5 6/5, X double.
func short(actions []Action) string {
	var all []string
	for _, a := range actions {
		text := fmt.Sprint(a.Player, " ", a.Kind)
		if a.Kind == Move || a.Kind == Rolled {
			text = strings.TrimSpace(fmt.Sprint(a.Player, " ", a.Roll, " ", stepWords(a.Steps), a.Text))
		}
		if a.Kind == Resign {
			text += fmt.Sprint(" ", a.Value)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func TestReadMatVariants(t *testing.T) {
	const plays = "O 31 8/5 6/5, X 42 8/4 6/4"
	tests := []struct {
		what, text string
		actions    string
		result     Result
	}{
		{"gnubg", "  1) 31: 8/5 6/5               42: 8/4 6/4\n", plays, Result{Winner: board.Nobody, Points: 0}},
		{"narrow", "1) 31: 8/5 6/5  42: 8/4 6/4", plays, Result{Winner: board.Nobody, Points: 0}},
		{"wide", "  1) 31: 8/5 6/5                         42: 8/4 6/4\r\n", plays, Result{Winner: board.Nobody, Points: 0}},
		{"tabs", "1)\t31: 8/5 6/5\t\t42: 8/4 6/4", plays, Result{Winner: board.Nobody, Points: 0}},
		{"player 1 begins", "  1)                             31: 8/5 6/5\n  2) 42: 8/4 6/4",
			"X 31 8/5 6/5, O 42 8/4 6/4", Result{Winner: board.Nobody, Points: 0}},
		{"player 1 begins after tabs", "1)\t\t\t31: 8/5 6/5\n2)\t42: 8/4 6/4",
			"X 31 8/5 6/5, O 42 8/4 6/4", Result{Winner: board.Nobody, Points: 0}},
		{"small die first", " 1) 13: 8/5, 6/5   24: 8/4 6/4", "O 13 8/5 6/5, X 24 8/4 6/4", Result{Winner: board.Nobody, Points: 0}},
		{"joined and counted", " 1) 42: 24/18   33: 8/5(2) 6/3 (2)",
			"O 42 24/20 20/18, X 33 8/5 8/5 6/3 6/3", Result{Winner: board.Nobody, Points: 0}},
		{"hits and marks", " 1) 62: 24/18 13/11!?   61: 13/7*/6",
			"O 62 24/18 13/11, X 61 13/7 7/6", Result{Winner: board.Nobody, Points: 0}},
		{"words for the cube", " 1) 31: 8/5 6/5   doubles to 2\n 2) accepts   42: 8/4 6/4",
			"O 31 8/5 6/5, X double, O take, X 42 8/4 6/4", Result{Winner: board.Nobody, Points: 0}},
		{"no take", " 1) 31: 8/5 6/5   Doubles => 2\n 2)      \n 3)                            42: 8/4 6/4",
			"O 31 8/5 6/5, X double, O take, X 42 8/4 6/4", Result{Winner: board.Nobody, Points: 0}},
		{"drop and both", " 1) 31: 8/5 6/5   Doubles => 2\n 2) Drops\n      Wins 1 point and the match",
			"O 31 8/5 6/5, X double, O drop", Result{Winner: board.PlayerX, Points: 1}},
		{"no drop", " 1) 31: 8/5 6/5   Doubles => 2\n                                  Wins 1 point",
			"O 31 8/5 6/5, X double, O drop", Result{Winner: board.PlayerX, Points: 1}},
		{"no line of the winner", " 1) 31: 8/5 6/5   Doubles => 2\n 2) Drops\n",
			"O 31 8/5 6/5, X double, O drop", Result{Winner: board.PlayerX, Points: 1}},
		{"resigned", " 1) 31: 8/5 6/5   Resigns\n      Wins 2 points\n",
			"O 31 8/5 6/5, X resignation 2", Result{Winner: board.PlayerO, Points: 2}},
		{"resigned, by the next score", " 1) 31: 8/5 6/5\n\nGame 2\nAnn : 0    Bob : 2\n",
			"O 31 8/5 6/5, O resignation 2", Result{Winner: board.PlayerX, Points: 2}},
		{"the next score is right", " 1) 31: 8/5 6/5\n      Wins 2 points\nGame 2\nAnn : 0    Bob : 2\n",
			"O 31 8/5 6/5, O resignation 2", Result{Winner: board.PlayerX, Points: 2}},
		{"winner in the line", " 1) 31: 8/5 6/5       Wins 1 point\n",
			"O 31 8/5 6/5, X resignation 1", Result{Winner: board.PlayerO, Points: 1}},
		{"no dice on the right", " 1) 31: 8/5 6/5     Cannot Move\n 2) 42: 8/4 6/4\n",
			"O 31 8/5 6/5, X 00, O 42 8/4 6/4", Result{Winner: board.Nobody, Points: 0}},
		{"last roll", " 1) 31: 8/5 6/5   42:\n", "O 31 8/5 6/5, X 42", Result{Winner: board.Nobody, Points: 0}},
		{"resigned after the roll", " 1) 31: 8/5 6/5   33: ???\n      Wins 2 point\n",
			"O 31 8/5 6/5, X 33, X resignation 2", Result{Winner: board.PlayerO, Points: 2}},
		{"resigned after the roll, by the next score", " 1) 31: 8/5 6/5   33: ????\n\nGame 2\nAnn : 3    Bob : 0\n",
			"O 31 8/5 6/5, X 33, X resignation 3", Result{Winner: board.PlayerO, Points: 3}},
		{"the winner's last roll", " 1) 31: 8/5 6/5   33: ???\n                                  Wins 2 point\n",
			"O 31 8/5 6/5, X 33, O resignation 2", Result{Winner: board.PlayerX, Points: 2}},
		{"comments", "; a word\n 1) 31: 8/5 6/5   42: 8/4 6/4\n# more\n\n; [Tag \"x\"]\n", plays, Result{Winner: board.Nobody, Points: 0}},
	}
	for _, tt := range tests {
		m, err := ReadMat("test", strings.NewReader(matHead+tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		g := m.Games[0]
		if got := short(g.Actions); got != tt.actions || g.Result != tt.result {
			t.Errorf("%s: got %s, %v, want %s, %v", tt.what, got, g.Result, tt.actions, tt.result)
		}
		if err := m.Validate(); err != nil && tt.what != "no dice on the right" {
			t.Errorf("%s: %v", tt.what, err)
		}
	}
}

// Question marks instead of a play are a resignation at the end of a game
// that the opponent won, and an unknown play elsewhere.
func TestReadMatQuestionMarks(t *testing.T) {
	for _, tt := range []struct{ what, text, actions string }{
		{"the game goes on", " 1) 31: 8/5 6/5   33: ???\n 2) 42: 8/4 6/4\n      Wins 2 point\n", "O 31 8/5 6/5, X 33 ???, O 42 8/4 6/4"},
		{"nobody has won", " 1) 31: 8/5 6/5   33: ???\n", "O 31 8/5 6/5, X 33 ???"},
		{"a single mark", " 1) 31: 8/5 6/5   33: ?\n      Wins 2 point\n", "O 31 8/5 6/5, X 33 ?"},
		{"words in the middle", " 1) 31: 8/5 6/5   33: what???\n 2) 42: 8/4 6/4\n", "O 31 8/5 6/5, X 33 what???, O 42 8/4 6/4"},
	} {
		m, err := ReadMat("test", strings.NewReader(matHead+tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		if got := short(m.Games[0].Actions); got != tt.actions {
			t.Errorf("%s: got %s, want %s", tt.what, got, tt.actions)
		}
		if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "unknown play") {
			t.Errorf("%s: %v, want an unknown play", tt.what, err)
		}
	}
}

// The tags of XG call the right column player 1, and other programs the left.
func TestReadMatOfXG(t *testing.T) {
	m := load(t, "xg.mat")
	if err := m.Validate(); err != nil {
		t.Error(err)
	}
	info := Info{Event: "Autumn", Round: "2", Place: "Club", Date: "2025-11-21", Annotator: "Anna", Ratings: [2]string{"1712.50/300", "1600.00/0"}}
	if m.Names != [2]string{"Anna", "Bert"} || m.Info != info || m.Rules != (Rules{Crawford: true}) {
		t.Errorf("names %q, rules %+v, info %+v, want %+v", m.Names, m.Rules, m.Info, info)
	}
	if got, want := short(m.Games[0].Actions), "O 31 8/5 6/5, X 42 8/4 6/4, O 65 24/18 18/13, X 33, X resignation 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Programs have many words for a roll that cannot be played.
func TestReadMatWordsForNoMove(t *testing.T) {
	const lines = ` 1) 31: 8/5 6/5                66: 24/18(2) 13/7(2)
 2) 11: 8/7*(2) 6/5(2)         %s
 3) 43: 24/20 24/21            65: bar/20* 24/18
`
	for _, words := range []string{"54: Cannot Move", "54: no move", "54:", "54: ????", "Cannot Move", ""} {
		m := mat(t, fmt.Sprintf(lines, words))
		a := m.Games[0].Actions[3]
		roll := board.Roll{5, 4}
		if !strings.HasPrefix(words, "54") {
			roll = board.Roll{}
		}
		if a.Player != board.PlayerX || a.Roll != roll || len(a.Steps) > 0 || (a.Text != "") != strings.Contains(words, "?") {
			t.Errorf("%q reads as %+v", words, a)
		}
		if len(m.Games[0].Actions) != 6 {
			t.Errorf("%q: %s", words, short(m.Games[0].Actions))
		}
	}
}

func TestReadMatTags(t *testing.T) {
	const text = `; [Site "Somewhere"]
; [Match ID "1"]
; [Player 1 "Ann"]
; [Player 1 Elo "1800.00/0"]
; [EventDate "2025.09.19"]
; [Variation "Backgammon"]
; [Crawford "Off"]
; [CubeLimit "1"]

A line of a program
5-point match
 Game 1
 Ann: x : 4        Bob the 2nd : 3
`
	m, err := ReadMat("test", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := &Match{
		Length: 5,
		Names:  [2]string{"Ann: x", "Bob the 2nd"},
		Info:   Info{Place: "Somewhere", Date: "2025-09-19", Ratings: [2]string{"1800.00/0"}},
		Rules:  Rules{NoCube: true},
		Games:  []Game{{Score: [2]int{4, 3}, Cube: 1, Result: Result{Winner: board.Nobody}}},
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("got %+v, want %+v", m, want)
	}
}

func TestReadMatMoney(t *testing.T) {
	for _, tt := range []struct {
		head  string
		rules Rules
	}{
		{"0 point match", Rules{Jacoby: true, JacobyAssumed: true}},
		{"Money session", Rules{Jacoby: true, JacobyAssumed: true}},
		{"; [Jacoby \"On\"]\n0 point match", Rules{Jacoby: true}},
		{"; [Jacoby \"Off\"]\n0 point match", Rules{}},
	} {
		m, err := ReadMat("test", strings.NewReader(tt.head+"\nGame 1\nAnn : 0  Bob : 0\n"+
			" 1) 31: 8/5 6/5   Doubles => 8\n 2) Beavers => 16   Takes\n 3)           61: 13/7 8/7\n"))
		if err != nil {
			t.Fatal(err)
		}
		if m.Length != 0 || m.Rules != tt.rules {
			t.Errorf("%q: to %d, %+v", tt.head, m.Length, m.Rules)
		}
		r := m.Replay(0)
		for r.Next() {
		}
		if r.Err() != nil || r.Match.Cube != 16 || r.Match.Owner != board.PlayerO {
			t.Errorf("%v, cube %d of %v, want 16 of O: automatic doubles to 4", r.Err(), r.Match.Cube, r.Match.Owner)
		}
	}
}

func TestReadMatCrawford(t *testing.T) {
	const text = `3 point match
Game 1
Ann : 0 Bob : 0
1) 31: 8/5 6/5
      Wins 2 points
Game 2
Ann : 2 Bob : 0
1) 31: 8/5 6/5
                          Wins 1 point
Game 3
Ann : 2 Bob : 1
`
	m, err := ReadMat("test", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{false, true, false} {
		if m.Games[i].Crawford != want {
			t.Errorf("game %d: Crawford game %v, want %v", i+1, m.Games[i].Crawford, want)
		}
	}
	// A record that begins after the Crawford game.
	late := "3 point match\nGame 1\nAnn : 2 Bob : 1\n1) 31: 8/5 6/5  Doubles => 2\n2) Takes\n"
	if m, err = ReadMat("test", strings.NewReader(late)); err != nil || m.Games[0].Crawford {
		t.Errorf("a game with a double is the Crawford game, %v", err)
	}
}

// A gammon that counts with the cube in the middle shows that the Jacoby rule
// was off; so does a session without the cube.
func TestReadMatInfersJacoby(t *testing.T) {
	const head, turn = "0 point match\nGame 1\nAnn : 0  Bob : 0\n", " 1) 31: 8/5 6/5   42: 8/4 6/4\n"
	for _, tt := range []struct {
		what, text string
		rules      Rules
	}{
		{"a gammon", head + turn + "      Wins 2 points\n", Rules{}},
		{"a gammon in the second game", head + turn + "      Wins 1 point\nGame 2\nAnn : 1  Bob : 0\n" + turn + "      Wins 2 points\n", Rules{}},
		{"a gammon with a cube", head + turn + " 2) Doubles => 2   Takes\n 3) 31: 24/23 13/10\n      Wins 4 points\n", Rules{Jacoby: true, JacobyAssumed: true}},
		{"a single game", head + turn + "      Wins 1 point\n", Rules{Jacoby: true, JacobyAssumed: true}},
		{"a gammon that contradicts the tag", "; [Jacoby \"On\"]\n" + head + turn + "      Wins 2 points\n", Rules{Jacoby: true}},
		{"no cube", "; [CubeLimit \"1\"]\n" + head + turn + "      Wins 1 point\n", Rules{NoCube: true}},
		{"a match", strings.Replace(head, "0 point", "5 point", 1) + turn + "      Wins 2 points\n", Rules{Crawford: true}},
	} {
		m, err := ReadMat("test", strings.NewReader(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		if m.Rules != tt.rules {
			t.Errorf("%s: %+v, want %+v", tt.what, m.Rules, tt.rules)
		}
	}
}

func TestReadMatErrors(t *testing.T) {
	tests := []struct {
		text, want string
	}{
		{"", `no line such as "7 point match"`},
		{"hello\nworld\n", "this is not a .mat file"},
		{"Game 1\n", `line 1: a game before a line such as "7 point match"`},
		{"99 point match\n", "a match length of 99 points, want 0 (money) to 64"},
		{matHead + "1) 31: 8/5 6/5\n 3 point match\n", "the file has 2 matches, want the name of one"},
		{matHead + strings.Repeat("1) 31: 8/5 6/5   42: 8/4 6/4\n", MaxActions), "more than 8192 actions in a game"},
		{strings.Repeat("x", 1<<20), "line 1: longer than 65536 bytes"},
	}
	for _, tt := range tests {
		_, err := ReadMat("name.mat", strings.NewReader(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "name.mat: ") {
			t.Errorf("%.40q: got %v, want %q", tt.text, err, tt.want)
		}
	}
}

// gnubg writes no blank after the score of a name that fills its column. The
// largest win, a backgammon with the largest cube, exceeds the largest score.
func TestReadMatLongNamesAndLargeWins(t *testing.T) {
	names := [2]string{"a_name_of_thirty-one_letters_OK", "Bob 7"}
	text := "0 point match\nGame 1\n" + names[0] + " : 0" + names[1] + " : 0\n1) 31: 8/5 6/5\n   Wins 98304 points\n"
	m, err := ReadMat("name", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if m.Names != names || m.Games[0].Result.Points != 3*board.MaxCube {
		t.Errorf("got %q, %+v", m.Names, m.Games[0].Result)
	}
	back, err := ReadSGF("back", strings.NewReader(mustWrite(t, WriteSGF, m)))
	if err != nil || back.Games[0].Result != m.Games[0].Result {
		t.Errorf("SGF: %v", err)
	}
}

func TestWriteMatRefusesImpossibleData(t *testing.T) {
	if err := WriteMat(&strings.Builder{}, load(t, "setup.sgf")); err == nil ||
		!strings.Contains(err.Error(), "game 1, action 2: a .mat file cannot set board") {
		t.Errorf("a board that was set: %v", err)
	}
	for _, a := range []Action{
		{Player: 3}, {Kind: 99}, {Kind: Rolled}, {Roll: board.Roll{9, 9}},
		{Roll: board.Roll{3, 1}, Steps: make([]board.Step, 5)},
		{Roll: board.Roll{3, 1}, Steps: []board.Step{{From: 99}}},
	} {
		m := &Match{}
		m.AddGame().Actions = []Action{a}
		for format, f := range formats {
			if err := f.write(&strings.Builder{}, m); err == nil {
				t.Errorf("%s: %+v is written", format, a)
			}
		}
	}
}

// If the player of the next play is not the winner, gnubg writes the winner
// after the last play: player 0 six blanks after its end, player 1 always in
// the same column.
func TestWinnerBehindALongPlay(t *testing.T) {
	for _, tt := range []struct {
		line string
		want board.Player
	}{
		{"  2) 66: 24/18 13/7 13/7 13/7     Wins 1 point", board.PlayerX},
		{"  2) 66: 24/18 13/7 13/7 13/7       Wins 1 point", board.PlayerO},
		{"  2) 62:                        Wins 1 point", board.PlayerX},
		{"  2) 62:       Wins 1 point", board.PlayerO},
	} {
		m := mat(t, "  1) 31: 8/5 6/5                 21: 24/23 13/11\n"+tt.line+"\n")
		if got := m.Games[0].Result.Winner; got != tt.want {
			t.Errorf("%q: %v wins, want %v", tt.line, got, tt.want)
		}
	}
}
