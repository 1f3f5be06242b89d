package record

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
)

func TestReadsOtherPrograms(t *testing.T) {
	for _, tt := range []struct {
		file    string
		length  int
		names   [2]string
		score   [2]int // of the last game
		actions []string
		results []Result
	}{
		{"oldmoves.txt", 3, [2]string{"anna", "bert"}, [2]int{0, 2},
			[]string{
				"O 31 8/5 6/5, X 42 8/4 6/4, O double, X take, O 65 24/18 18/13, O resignation 1",
				"O 65 24/18 18/13, X 66 24/18 24/18 13/7 13/7, O 42 8/4 6/4, X 21 8/6 8/7, O 52 24/22 22/17, X 66, O 31 8/5 6/5, X 21 25/23 7/6, O resignation 1",
			},
			[]Result{{Winner: board.PlayerX, Points: 2}, {Winner: board.PlayerX, Points: 1}}},
		{"short.tmg", 3, [2]string{"bert", "anna"}, [2]int{2, 0},
			[]string{
				"X 31 8/5 6/5, O 42 8/4 6/4, X double, O take, X 65 24/18 18/13, X resignation 1",
				"O 65 24/18 18/13, X 31 8/5 6/5, O 66 24/18 13/7 13/7 13/7, O resignation 1",
			},
			[]Result{{Winner: board.PlayerO, Points: 2}, {Winner: board.PlayerX, Points: 1}}},
		{"short.sgg", 3, [2]string{"Bert", "Anna"}, [2]int{1, 0},
			[]string{
				"X 31 8/5 6/5, O 42 8/4 6/4, X 65 24/18 18/13, O 63 24/18 13/10, X resignation 1",
				"O 31 8/5 6/5, X 62 24/18 13/11, O 64 24/18 18/14, O resignation 1",
			},
			[]Result{{Winner: board.PlayerO, Points: 1}, {Winner: board.PlayerX, Points: 1}}},
		{"short.match", 3, [2]string{"anna", "bert"}, [2]int{0, 0},
			[]string{"O 31 8/5 6/5, X 42 8/4 6/4, O double, X drop"},
			[]Result{{Winner: board.PlayerO, Points: 1}}},
		{"short.gmd", 3, [2]string{"Ann", "Bob"}, [2]int{0, 2},
			[]string{sameGame, "X 13 8/5 6/5"},
			[]Result{{Winner: board.PlayerX, Points: 2}, {Winner: board.Nobody}}},
		{"short.javafibs", 3, [2]string{"You", "Bob"}, [2]int{0, 2},
			[]string{sameGame, "X 31 8/5 6/5"},
			[]Result{{Winner: board.PlayerX, Points: 2}, {Winner: board.Nobody}}},
		{"short.bkg", 0, [2]string{"Black", "White"}, [2]int{0, 2},
			[]string{sameGame, "X 31 8/5 6/5"},
			[]Result{{Winner: board.PlayerX, Points: 2}, {Winner: board.Nobody}}},
		{"short.gam", 0, [2]string{"Ann", "Bob"}, [2]int{},
			[]string{"O 42 8/4 6/4, X 32 24/22 13/10, O 31 8/5 6/5, X 31 13/10 6/5"},
			[]Result{{Winner: board.Nobody}}},
		{"gnubg-export.txt", 3, [2]string{"Ann", "Bob"}, [2]int{1, 0},
			[]string{"O 31 8/5 6/5, X 42 8/4 6/4, O double, X drop", "X 31 8/5 6/5, O 42 8/4 6/4"},
			[]Result{{Winner: board.PlayerO, Points: 1}, {Winner: board.Nobody}}},
	} {
		m := load(t, tt.file)
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", tt.file, err)
		}
		if m.Length != tt.length || m.Names != tt.names || len(m.Games) != len(tt.actions) {
			t.Errorf("%s: %q to %d in %d games", tt.file, m.Names, m.Length, len(m.Games))
			continue
		}
		if got := m.Games[len(m.Games)-1].Score; got != tt.score {
			t.Errorf("%s: score %v, want %v", tt.file, got, tt.score)
		}
		for i, g := range m.Games {
			if got := short(g.Actions); got != tt.actions[i] || g.Result != tt.results[i] {
				t.Errorf("%s, game %d: got %s, %v, want %s, %v", tt.file, i+1, got, g.Result, tt.actions[i], tt.results[i])
			}
		}
	}
}

// sameGame is a game in several files: with a double, an offer to resign that is refused
// and one that is accepted.
const sameGame = "O 42 8/4 6/4, X 32 24/22 13/10, O double, X take, O 31 8/5 6/5, X 66 24/18 13/7 13/7 13/7, O resignation 1"

// Lines that programs write in other ways.
func TestReadsOtherForms(t *testing.T) {
	const tmg = "Player1: 1 anna 1600\nPlayer2: 2 bert 1500\nLength: 0\nJacoby: 1\nGame 1: 0-0\n"
	const sgg = "Anna vs. Bert\n\nGame 1.0-1/3\n"
	const old = "You see this.Score is 4-0 in an unlimited match.\nanna is X - bert is O\n"
	for _, tt := range []struct{ text, actions string }{
		{tmg + "1 2 11:\n1 1 31:\n1 4 8/5 6/5\n-1 5 Double\n1 8 Beaver\n-1 7 Take\n-1 1 ?\n", "X 31 8/5 6/5, O double, X beaver, O take"},
		{tmg + "Beavers: 1\n1 1 31:\n1 4 8/5 6/5\nMaxCube: 8\n-1 5 Double\n1 10 Pass\n", "X 31 8/5 6/5, O double, X drop"},
		{tmg + "1 1 31:\n1 4 8/5 6/5\n-1 17 bert out of time, anna wins 1 points\n", "X 31 8/5 6/5, O resignation 1"},
		{sgg + "1\t31:\n1\t31: 8/5, 6/5\n1\t31: 8/5, 6/5\nhello there\n2\t\t62: O-O\n", "X 31 8/5 6/5, O 62"},
		{"Anna vs. Bert\nGame 1.0-0\n1\t31: 8/5, 6/5\n1\t\tdouble to 2\n2\tbeaver\n2\t\taccept\n3\t\t42:\n3\t\tresign\nAnna wins 2 points.\n", "X 31 8/5 6/5, O double, X beaver, O take, O 42, O resignation 1"},
		{sgg + "1\t11: Automatic double\n1\t31: 8/5, 6/5\n1\t\tdouble\n2\tpass\n", "X 31 8/5 6/5, O double, X drop"},
		{old + "O: (3 1) 17-20 19-20\nX: (6 6) 24-18 24-18 13-7 13-7\nO: doubles\nX: rejects\n", "X 31 8/5 6/5, O 66 24/18 24/18 13/7 13/7, X double, O drop"},
		{old + "X: (3 1) 8-5 6-5.\nO: wants to resign\nX: rejects\nO: (3 1) 17-20 19-20\nhello: you\nX: doubles\n", "O 31 8/5 6/5, X 31 8/5 6/5, O double"},
	} {
		m, err := Read("test", strings.NewReader(tt.text))
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		if got := short(m.Games[0].Actions); got != tt.actions {
			t.Errorf("%q: got %s, want %s", tt.text, got, tt.actions)
		}
	}
}

func TestSGGMarksTheCrawfordGame(t *testing.T) {
	m, err := Read("test", strings.NewReader("Anna vs. Bert\nELO: 1612.5 300 1588 20\nFriday November 21, 2025\nClub\nGame 1.2-0/3\nGame 2.2*-0/3\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := Info{Ratings: [2]string{"1588/20", "1612.5/300"}, Date: "2025-11-21", Place: "Club"}
	if m.Games[0].Crawford || !m.Games[1].Crawford || m.Info != want {
		t.Errorf("got %v %v, %+v", m.Games[0].Crawford, m.Games[1].Crawford, m.Info)
	}
}

func TestReadersOfTextFail(t *testing.T) {
	const tmg = "Player1: 1 anna 1600\nPlayer2: 2 bert 1500\nGame 1: 0-0\n"
	const sgg = "Anna vs. Bert\nGame 1.0-0/3\n"
	const old = "Score is 0-0 in a 3 point match.\nanna is X - bert is O\n"
	const bg = "bgammon-replay 00000024\ni 1763750000 anna bert 3 0 0 1 1 0\n"
	const snowie = "3;0;0;0;0;anna;bert;0;1;0;2;-1;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1"
	for _, tt := range []struct{ text, want string }{
		{tmg + "1 4 8/5", `line 4, game 1: "8/5": a play without a preceding roll`},
		{tmg + "1 99", "line 4, game 1: kind of action 99"},
		{tmg + "1 1 71:", `line 4, game 1: "71": want a roll`},
		{tmg + "1 14 anna", `line 4, game 1: "anna": want words such as`},
		{tmg + "nothing", `line 4, game 1: "nothing": want an option`},
		{"MatchID: 3\nLength: 65\n", `line 2: length is "65", want 0 to 64`},
		{"MatchID: 3\nVariant: 7\n", `line 2: variant is "7"`},
		{"MatchID: 3\nPlayer1: x\n", `line 2: player1 is "x"`},
		{"MatchID: 3\n", `no line such as "Game 1: 0-0" in 1 lines`},
		{sgg + "1\tfoo", `line 3, game 1: "foo": want a roll`},
		{sgg + "Carl wins 2 points.", `line 3, game 1: "Carl" wins, want "Bert" or "Anna"`},
		{sgg + "Game 2.0-0/5", "line 3, game 1: a match to 5, want 3 as in game 1"},
		{"Anna vs. Bert\nVariant: Chess\nGame 1.0-0/3\n", `line 2: variant is "Chess"`},
		{"Anna vs. Bert\nGame 1.0-0/99\n", "line 2: 99 in the line of a game, want 0 to 64"},
		{old + "X: (7 1) 8-5", `line 3, game 1: "(7 1) 8-5": want a roll`},
		{old + "X: jumps", `line 3, game 1: "jumps": want a roll`},
		{old + "X: wins 2 points\nX: (3 1) 8-5 6-5", "line 4, game 1: \"(3 1) 8-5 6-5\": the game is over"},
		{bg + "3 r 3-1", `line 3, game 1: "3 r 3-1": want a line such as`},
		{bg + "1 r 7-1", `line 3, game 1: "7-1": want dice`},
		{bg + "1 r", "line 3, game 1: no dice"},
		{bg + "1 d 2 5", `line 3, game 1: "2 5": want a cube`},
		{bg + "1 x", `line 3, game 1: "1 x": want r (roll)`},
		{bg + "i 1 anna carl 3 0 0 1 1 0", "line 3, game 1: anna and carl play to 3, want anna and bert"},
		{"bgammon-replay 00000024\ni 1 anna bert 3 0 0 1 1 2\n", `line 2: variant is "2", want 0 to 0`},
		{"bgammon-replay 00000024\ni 1 anna bert 3 0\n", "line 2: 6 words at the head of a game, want 10"},
		{"bgammon-replay 00000024\n1 r 3-1\n", `line 2: "1 r 3-1": an action before a game`},
		{"bgammon-replay 00000024\n", "no game in 1 lines"},
		{strings.Replace(snowie, ";5;", ";x;", 1), `line 1: field 19, point 6: "x", want -15 to 15`},
		{strings.Replace(snowie, ";5;", ";9;", 1), "line 1: a side has 19 checkers"},
		{strings.Replace(snowie, "3;0", "70;0", 1), `line 1: field 1, length: "70", want 0 to 64`},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:91:0:0:0:5:10", "line 1: XGID"},
		{"text\nXGID=-b----E-C---eE---c-e----B-:0:0:1:91:0:0:0:5:10", `line 2: XGID "-b----E-C---eE---c-e----B-:0:0:1:91:0:0:0:5:10": dice is "91"`},
		{"XGID=broken", "no XGID in the text"},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10\nXGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:5:10", "a second position"},
		{"{\"version\":1,\"encoding\":\"smile\"}\nabc", "a .bgf file of BGBlitz cannot be read"},
		{"{\"version\":1,\"compression\":\"gzip\"}\n\x1f\x8b\x08\x00", "a .bgf file of BGBlitz cannot be read; export the match as .mat"},
		{"{\"version\":1}\x1f\x8b\x08\x00", "a .bgf file of BGBlitz cannot be read; export the match as .mat"},
		{"{\r\n \"version\":1\r\n}\r\n\x1f\x8b\x08\x00", "a .bgf file of BGBlitz cannot be read; export the match as .mat"},
		{"{\"version\":1,\"compression\":\"gzip\"}\n", "the file is JSON"},
		{"3 point match\nPlayer1: 1 anna 1600\n", "the format is ambiguous: a .mat file or a .tmg file"},
	} {
		_, err := Read("name", strings.NewReader(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "name: ") {
			t.Errorf("%q: got %v, want %q", tt.text, err, tt.want)
		}
	}
}

func TestBgammonReadsBack(t *testing.T) {
	for i, tt := range allRules {
		m := randomMatch(rand.New(rand.NewPCG(uint64(i), 7)), tt.length, tt.games, tt.rules)
		m.Names, m.Info = [2]string{"Ann", "Zoë"}, Info{Date: "2026-11-21"}
		var b bytes.Buffer
		err := WriteBgammon(&b, m)
		if m.checkUsualRules("a .match file") != nil || tt.length == 0 && err != nil { // a session may have beavers
			if err == nil || !strings.Contains(err.Error(), "cannot hold") {
				t.Errorf("%+v: got %v", tt, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := Read("test", bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		want, err := ReadMat("test", strings.NewReader(mustWrite(t, WriteMat, m)))
		if err != nil {
			t.Fatal(err)
		}
		for k := range m.Games {
			if g, w := got.Games[k], want.Games[k]; short(sorted(g.Actions)) != short(sorted(w.Actions)) || g.Result != w.Result || g.Score != w.Score {
				t.Errorf("game %d: got %s %v, want %s %v", k+1, short(g.Actions), g.Result, short(w.Actions), w.Result)
			}
		}
		if b.Bytes()[len(bgammonMark)+8] != '\n' || !strings.HasPrefix(b.String()[(len(bgammonMark)+9)*len(m.Games):], "i ") {
			t.Errorf("the index is not one line for each game:\n%.200s", b.String())
		}
	}
}

// Formats that cannot contain the rules refuse matches that would be read with
// other rules.
func TestUnusualRulesAreRefused(t *testing.T) {
	gammon := []Game{{Cube: 1, Result: Result{Winner: board.PlayerX, Points: 2}}}
	for _, tt := range []struct {
		m    Match
		want string
	}{
		{Match{Length: 3, Rules: Rules{Crawford: true}}, ""},
		{Match{Length: 3}, "without the Crawford rule"},
		{Match{Length: 1}, ""},
		{Match{Length: 1, Rules: Rules{NoCube: true}}, ""},
		{Match{Length: 3, Rules: Rules{Crawford: true, NoCube: true}}, "without the doubling cube"},
		{Match{Rules: Rules{Jacoby: true}}, ""},
		{Match{Rules: Rules{Jacoby: true, JacobyAssumed: true}}, ""},
		{Match{}, "without the Jacoby rule"},
		{Match{Games: gammon}, ""}, // a reader infers the rule from the gammon
		{Match{Rules: Rules{Variant: board.Nackgammon, Jacoby: true}}, "nackgammon"},
	} {
		tt.m.Names = [2]string{"Ann", "Bob"}
		for name, write := range map[string]writer{"match": WriteBgammon, "snowie": WriteSnowie} {
			err := write(&bytes.Buffer{}, &tt.m)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s of %+v: got %v, want %q", name, tt.m, err, tt.want)
			}
		}
	}
}

// sorted returns the actions with the larger die first.
func sorted(actions []Action) []Action {
	var all []Action
	for _, a := range actions {
		if a.Roll[0] < a.Roll[1] {
			a.Roll[0], a.Roll[1] = a.Roll[1], a.Roll[0]
		}
		all = append(all, a)
	}
	return all
}

// Every prefix of every file reads or fails with the name of the file.
func TestTruncatedFiles(t *testing.T) {
	names, _ := filepath.Glob("testdata/*")
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil || len(b) > 1<<11 {
			continue
		}
		for n := range len(b) {
			m, err := Read("name", bytes.NewReader(b[:n]))
			if err != nil {
				if !strings.HasPrefix(err.Error(), "name: ") {
					t.Errorf("%s, %d bytes: %v", name, n, err)
				}
				continue
			}
			_ = m.Validate()
		}
	}
}

func FuzzRead(f *testing.F) {
	addFiles(f, "testdata/*.*")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Read("fuzz", strings.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz: ") {
				t.Errorf("error %q does not name the file", err)
			}
			return
		}
		_ = m.Validate()
		if err := WriteSGF(&bytes.Buffer{}, m); err != nil {
			t.Error(err)
		}
		for _, write := range []writer{WriteMat, WriteXG, WriteBgammon} {
			_ = write(&bytes.Buffer{}, m) // not every format holds every match
		}
	})
}
