package record

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// gnubg exports matches as text, one game a file, and the text gives the same match.
func TestReadsGnubgsText(t *testing.T) {
	dir := t.TempDir()
	all := gnubgMatches(t)
	var commands strings.Builder
	for name, m := range all {
		ok(t, os.WriteFile(filepath.Join(dir, name+".sgf"), []byte(mustWrite(t, WriteSGF, m)), 0o600))
		fmt.Fprintf(&commands, "load match %[1]s.sgf\nexport match text %[1]s.txt\n", name)
	}
	gnubg(t, dir, commands.String()+"quit\ny\n")
	for name, m := range all {
		var text []byte
		for i := range m.Games {
			file := name + ".txt"
			if i > 0 {
				file = fmt.Sprintf("%s_%03d.txt", name, i+1)
			}
			text = append(text, get(os.ReadFile(filepath.Join(dir, file)))(t)...)
		}
		got := get(Read(name+".txt", strings.NewReader(string(text))))(t)
		if got.Length != m.Length || got.Names != m.Names || got.Rules.Variant != m.Rules.Variant {
			t.Errorf("%s: %q to %d, %v", name, got.Names, got.Length, got.Rules.Variant)
		}
		for i := range m.Games {
			g, w := &got.Games[i], &m.Games[i]
			if theirs, ours := course(got, i), course(m, i); theirs != ours {
				t.Errorf("%s, game %d:\ngot  %s\nwant %s", name, i+1, theirs, ours)
			}
			if m.Length > 0 && (g.Result != w.Result || g.Score != w.Score || g.Crawford != w.Crawford) || g.Result.Winner != w.Result.Winner {
				t.Errorf("%s, game %d: got %v at %v, want %v at %v", name, i+1, g.Result, g.Score, w.Result, w.Score)
			}
		}
	}
}

// course returns the actions of a game with the positions in which they happen.
func course(m *Match, game int) string {
	var all []string
	r := m.Replay(game)
	for r.Next() {
		all = append(all, fmt.Sprint(r.Position.ID(), r.Action.Player, r.Action.Kind, r.Action.Roll))
	}
	return strings.Join(all, " ") + fmt.Sprint(r.Err())
}

// Text of gnubg that does not begin at the start: a position, and one after a double.
func TestReadsGnubgsPosition(t *testing.T) {
	const head = "The score (after 1 game) is: Ann 0, Bob 1 (match to 3 points)\n\n"
	for _, tt := range []struct{ text, actions, id string }{
		{"Move number 3:  Bob to play 62\n GNU Backgammon  Position ID: mGfwATCwZ/ABMA\n                 Match ID   : cAlgAAAACAAE\n",
			"X set board, X 62", "mGfwATCwZ/ABMA"},
		{"Move number 3:  Bob on roll, cube decision?\n GNU Backgammon  Position ID: mGfwATCwZ/ABMA\n                 Match ID   : cAlgAAAACAAE\n\n* Bob doubles\n",
			"X set board, X double", "mGfwATCwZ/ABMA"},
	} {
		m := get(Read("pos.txt", strings.NewReader(head+tt.text)))(t)
		g := &m.Games[0]
		if got := short(g.Actions); got != tt.actions || g.Actions[0].Board.ID() != tt.id || g.Score != [2]int{0, 1} {
			t.Errorf("got %s from %s at %v, want %s from %s", got, g.Actions[0].Board.ID(), g.Score, tt.actions, tt.id)
		}
	}
}

func TestReadGMDBoard(t *testing.T) {
	m := get(Read("a.gmd", strings.NewReader(
		"GMD-2\nLength: unlimited\nGame: Points{2 -2 0 0 0 0 5 0 3 0 1 0 -5 4 0 0 0 -1 0 -3 0 0 -2 0 -2 0} Dice{5 3} Cube{2}\nFuture: x\n")))(t)
	// gnubg 1.07 shows this ID for the same checkers.
	if got := m.Games[0].Actions[0].Board.ID(); got != "M07wATDgc+IBYA" {
		t.Errorf("got %s", got)
	}
	if got := fmt.Sprint(m.Notices); got != `[remarks: "Cube{2}" (line 3), "Future: x" (line 4)]` {
		t.Errorf("got %s", got)
	}
}

func TestErrorsOfOtherFormats(t *testing.T) {
	const gmd, java = "GMD-2\nGame:\n", javaFIBSMark + " v1.1\n13:Bob:\n"
	const text = "The score (after 0 games) is: Ann 0, Bob 0 (match to 3 points)\n"
	for _, tt := range []struct{ text, want string }{
		{"GMD-2\n", `no line "Game:" in 1 lines`},
		{"GMD-2\nMove:W: 8/5\n", `line 2: "Move:W: 8/5": an action before a game`},
		{"GMD-2\nRoll:W: 3 1\n", "line 2: a roll before a game"},
		{gmd + "Roll:W: 7 1\n", `line 3, game 1: "7 1": want a roll such as 3 1`},
		{gmd + "Move:W: 8/5 6/5\n", `line 3, game 1: "8/5 6/5": a play without a preceding roll of the player`},
		{gmd + "Take:Z\n", `line 3, game 1: "Z", want W or B`},
		{gmd + "Resign:W:4\n", `the resignation of "4"`},
		{gmd + "hello\n", `"hello": want a line such as "Move:W: 8/4 6/4"`},
		{"GMD-2\nLength: 99\n", "length is 99, want at most 64"},
		{"GMD-2\nGame: Points{1 2}\n", "2 numbers of checkers, want 26"},
		{"GMD-2\nGame: Points{" + strings.Repeat("x ", 26) + "}\n", `"x" checkers, want -15 to 15`},
		{javaFIBSMark + "\n", `no line such as "13:bert:", which begins a game, in 1 lines`},
		{javaFIBSMark + "\n8:Bob:99\n", `line 2: a match to "99", want 0 to 64, or 9999 for an unlimited one`},
		{javaFIBSMark + "\n0:Bob:3 1\n", `line 2: "0:Bob:3 1": an action before a game`},
		{java + "0:Bob:3\n", `line 3, game 1: "3": want a roll such as 3 1`},
		{java + "1:Bob:8-5\n", "a play without a preceding roll"},
		{java + "3:Bob:0\n", `the resignation of "0"`},
		{java + "7:Bob:x\n", `a win of "x" points`},
		{java + "hello\n", `"hello": want a line such as "1:You:8-5 6-5"`},
		{text + "* Ann moves 8/5 6/5\n", "a play without a preceding roll of the player"},
		{text + strings.Replace(text, "Bob", "Eve", 1), "name: the file has 2 matches"},
		{gmd + gmd, "name: the file has 2 matches"},
		{java + "8:Eve:3\n13:Eve:\n", "name: the file has 2 matches"},
		{text + "Position ID: x\nMatch ID : x\n", `line 3, game 1: match ID "x" has 1 characters, want 12`},
		{text + "Ann wins 999999999999 points\n", "a win of 999999999999 points"},
	} {
		_, err := Read("name", strings.NewReader(tt.text))
		if err == nil || !strings.HasPrefix(err.Error(), "name: ") {
			t.Errorf("%q: error %v", tt.text, err)
			continue
		}
		fails(t, err, tt.want, tt.text)
	}
	_, err := ReadBKG("name", strings.NewReader("hello"))
	fails(t, err, `name: no line such as "Black  3 1   8-5 6-5" in 1 lines`)
	_, err = ReadGam("name", strings.NewReader("\n\nAnn\n"))
	fails(t, err, `name: line 3: "Ann": want the names of two players in columns`)
	m := get(ReadGam("name", strings.NewReader("\nAnn      Bob\n 1) 31: 8/5 6/5   42: hello\n")))(t)
	if got := fmt.Sprint(m.Notices); !strings.Contains(got, `"hello" (line 3)`) {
		t.Errorf("got %s", got)
	}
}

// A file that cannot be read is not called empty.
func TestReadFailsWithTheReader(t *testing.T) {
	_, err := Read("name", brokenReader{})
	fails(t, err, "name: broken")
}

// A file that is no record is named.
func TestNamesOtherFiles(t *testing.T) {
	for _, tt := range []struct{ head, want string }{
		{"", "the file is empty, want .mat, SGF, .xg or another format of records"},
		{"%PDF-1.4\n%\xE2\xE3", "the file is a PDF document, want"},
		{"PK\x03\x04\x14\x00", "a ZIP archive: unpack it first"},
		{"\x1f\x8b\x08\x00", "compressed by gzip: unpack it first"},
		{"\x89PNG\r\n\x1a\n", "a PNG picture"},
		{"\xff\xd8\xff\xe0\x00\x10JFIF", "a JPEG picture"},
		{"BM\x36\x00\x00\x00", "a bitmap picture"},
		{"\n<!doctype HTML>\n<html>", "an HTML page"},
		{"<?xml version=\"1.0\"?>", "XML or HTML"},
		{"{\"match\": 1}", "JSON"},
		{"ab\x00\x01\x02", "a binary file of an unknown format"},
		{"BMWs and other cars", `no line such as "7 point match" in 1 lines`},
		{"We played at the club.\n", "the file has no marks of another format either, want .mat, SGF, .xg or another format of records"},
	} {
		m, err := Read("name", strings.NewReader(tt.head))
		if m != nil || err == nil || !strings.HasPrefix(err.Error(), "name: ") {
			t.Errorf("%q: %v, %v", tt.head, m, err)
			continue
		}
		fails(t, err, tt.want, fmt.Sprintf("%q", tt.head))
	}
	for _, format := range byMark {
		if format.marks([]byte("7 point match\n\n Game 1\n")) {
			t.Errorf("a .mat file has the marks of %s", format.name)
		}
	}
}
