package record

import (
	"fmt"
	"strings"
	"testing"
)

const (
	otherTurn  = "  1) 31: 8/5 6/5                   42: 8/4 6/4\n"
	namesOfTwo = " Ann : 0                       Bob : 0\n"
)

// A game begins at its title, whatever stands behind the number, or at its line of names
// and scores.
func TestBeginningsOfGames(t *testing.T) {
	const won = namesOfTwo + otherTurn + "      Wins 4 points\n\n"
	for _, tt := range []struct {
		text  string
		games int
	}{
		{" Game 1 (Crawford)\n" + namesOfTwo + otherTurn, 1},
		{" Game 1 of 3\n" + namesOfTwo + otherTurn, 1},
		{" Game no. 1\n" + namesOfTwo + otherTurn, 1},
		{" Game 1: the first\n" + namesOfTwo + otherTurn, 1},
		{" Game 1 banana\n" + namesOfTwo + otherTurn, 1},
		{namesOfTwo + otherTurn, 1},
		{" Partie 1\n" + namesOfTwo + otherTurn, 1},
		{" Spiel 1\n" + namesOfTwo + otherTurn, 1},
		{" Played: 12   Round: 3\n Game 1\n" + namesOfTwo + otherTurn, 1},
		{" Game 1\n" + won + " Game 2 (Crawford)\n Ann : 4      Bob : 0\n" + otherTurn, 2},
		{" Game 1\n" + won + " Game 2 banana\n Ann : 4      Bob : 0\n" + otherTurn, 2},
		{won + " Ann : 4      Bob : 0\n" + otherTurn, 2},
		{" Game 1\n" + namesOfTwo + otherTurn + "Game 2 will be better, kibitzes Bob\nAnn : 0   Bob : 0\n", 1},
	} {
		m, err := ReadMat("test", strings.NewReader("5 point match\n\n"+tt.text))
		if err != nil || len(m.Games) != tt.games || m.Names != [2]string{"Ann", "Bob"} {
			t.Errorf("%q: %+v, %v, want %d games", tt.text, m, err, tt.games)
			continue
		}
		for i, want := range []string{turnShort, turnShort}[:tt.games] {
			if got := strings.TrimSuffix(short(m.Games[i].Actions), ", X resignation 3"); !strings.HasPrefix(got, want) {
				t.Errorf("%q: game %d: %s, want %s", tt.text, i+1, got, want)
			}
		}
		if last := m.Games[tt.games-1].Score[0]; last != 4*(tt.games-1) {
			t.Errorf("%q: the last game begins with %d points", tt.text, last)
		}
	}
}

// A file without a game is an error.
func TestMatWithoutGame(t *testing.T) {
	for _, text := range []string{"3 point match\n", "3 point match\n\nhello\n" + otherTurn} {
		_, err := ReadMat("name.mat", strings.NewReader(text))
		fails(t, err, "name.mat: no game in "+fmt.Sprint(strings.Count(text, "\n"))+" lines")
	}
}

// noticeOf returns the notice with a subject.
func noticeOf(m *Match, subject string) string {
	for _, n := range m.Notices {
		if n.Subject == subject {
			return strings.TrimPrefix(n.String(), subject+": ")
		}
	}
	return ""
}

// Matches have no automatic doubles, so a double there is one of the cube as it is.
func TestStatedValuesOfTheCube(t *testing.T) {
	for _, tt := range []struct {
		length, value, cube int
		notice              string
	}{
		{5, 2, 1, ""},
		{5, 4, 1, `"a double to 4 with the cube at 1" (line 6)`},
		{0, 2, 1, ""},
		{0, 4, 2, ""},
		{0, 3, 1, `"a double to 3 with the cube at 1" (line 6)`},
	} {
		text := fmt.Sprintf("%d point match\n\n Game 1\n%s%s  2)  Doubles => %d                  Takes\n", tt.length, namesOfTwo, otherTurn, tt.value)
		m := get(ReadMat("test", strings.NewReader(text)))(t)
		g := &m.Games[0]
		if got := short(g.Actions); got != turnShort+", O double, X take" || g.Cube != tt.cube || noticeOf(m, Contradictions) != tt.notice || m.Validate() != nil {
			t.Errorf("%d points, => %d: %s, cube %d, %v, %v", tt.length, tt.value, got, g.Cube, m.Notices, m.Validate())
		}
	}
}

// fivePoints reads a .mat file of a match to 5 points with the given lines as its first game.
func fivePoints(t *testing.T, lines string) *Match {
	t.Helper()
	return get(ReadMat("test", strings.NewReader("5 point match\n\n Game 1\n"+namesOfTwo+lines)))(t)
}

// cells are lines of a game, and how they are read.
type cells struct{ lines, actions, remarks string }

// check reads the lines.
func (c *cells) check(t *testing.T) {
	t.Helper()
	m := fivePoints(t, c.lines)
	if got := short(m.Games[0].Actions); got != c.actions || remarksOf(m) != c.remarks || m.Validate() != nil {
		t.Errorf("%q: got %s, %s, %v, want %s, %s", c.lines, got, remarksOf(m), m.Validate(), c.actions, c.remarks)
	}
}

// A clock is no roll.
func TestClocksAreRemarks(t *testing.T) {
	for _, c := range []cells{
		{"  1) 31: 8/5 6/5 13:37            42: 8/4 6/4\n", turnShort, `"13:37" (line 5)`},
		{"  1) 31: 8/5 6/5 12:05:33         42: 8/4 6/4 12:05\n", turnShort, `"12:05:33" (line 5), "12:05" (line 5)`},
		{"  1) 31: 8/5 12:05 6/5            42: 8/4 6/4\n", turnShort, `"12:05" (line 5)`},
		{"  1) 13:37 31: 8/5 6/5            42: 8/4 6/4\n", turnShort, `"13:37" (line 5)`},
		{"  1) 12:05                        31: 8/5 6/5\n  2) 42: 8/4 6/4\n", "X 31 8/5 6/5, O 42 8/4 6/4", `"12:05" (line 5)`},
		{otherTurn + "  2)  Doubles => 2 12:05            Takes\n", turnShort + ", O double, X take", `"12:05" (line 6)`},
		{otherTurn + "12:05\n  2) 65: 24/13\n", turnShort + ", O 65 24/18 18/13", `"12:05" (line 6)`},
		{otherTurn + "  2) 65: 24/13 11:10-11:12        21: 13/11 6/5\n", turnShort + ", O 65 24/18 18/13, X 21 13/11 6/5", `"11:10-11:12" (line 6)`},
	} {
		c.check(t)
	}
}

// What stands behind a play is a remark, even if it looks like a move.
func TestFiguresBehindPlays(t *testing.T) {
	for _, c := range []cells{
		{"  1) 31: 8/5 6/5 (0.016)            42: 8/4 6/4\n", turnShort, `"(0.016)" (line 5)`},
		{"  1) 31: 8/5 6/5 (12)               42: 8/4 6/4 (0.1)\n", turnShort, `"(12)" (line 5), "(0.1)" (line 5)`},
		{"  1) 31: 8/5 6/5(12)               42: 8/4 6/4(13:37)\n", turnShort, `"(12)" (line 5), "(13:37)" (line 5)`},
		{"  1) 31: 8/5 6/5 50/50              42: 8/4 50/50 6/4\n", turnShort, `"50/50" (line 5, 2 times)`},
		{"  1) 31: 8/5 6/5 24/7               42: 8/4, 6/4;\n", turnShort, `"24/7"`},
		{"  1) 31: 8/5 6/5<br>                42: 8/4 6/4.\n", turnShort, `"<br>" (line 5)`},
		{"  1) 31: 8/5 6/5                    42: 8/4 6/4 24/22 13/11 6/4\n", turnShort, `"24/22 13/11 6/4" (line 5)`},
		{otherTurn + "  2) 66: 24/18 (2) 13/7 (2)       54: and/or\n      Wins 1 point\n", turnShort + ", O 66 24/18 24/18 13/7 13/7, X 54, X resignation 1", `"and/or" (line 6)`},
	} {
		c.check(t)
	}
}

// Words of a chat are no cube actions and no results.
func TestChatIsNoAction(t *testing.T) {
	const next = "  2) 65: 24/13\n"
	const all = turnShort + ", O 65 24/18 18/13"
	for _, c := range []cells{
		{otherTurn + "double?\n" + next, all, `"double?" (line 6)`},
		{otherTurn + "Bob kibitzes: Wins 1 point lol\n" + next, all, `"Bob kibitzes: Wins 1 point lol" (line 6)`},
		{"  1) 31: 8/5 double 6/5            42: 8/4 take 6/4\n", turnShort, `"double" (line 5), "take" (line 5)`},
	} {
		c.check(t)
	}
}

// The points of a forfeit are those of its line, even if no resignation gives them.
func TestPointsOfForfeits(t *testing.T) {
	for _, tt := range []struct {
		score  string
		lines  string
		points int
	}{
		{"Ann : 3     Bob : 0", otherTurn + "  2) 65: 24/13                     Timeout\n      Wins 4 points and the match\n", 4},
		{"Ann : 2     Bob : 0", "  1)                \n   Wins 5 points and the match\n", 5},
		{"Ann : 0     Bob : 0", otherTurn + "  2)  Doubles => 2                  Takes\n      Wins 7 points and the match\n", 7},
	} {
		m := get(ReadMat("test", strings.NewReader("7 point match\n\n Game 1\n "+tt.score+"\n"+tt.lines)))(t)
		back := get(ReadMat("back", strings.NewReader(mustWrite(t, WriteMat, m))))(t)
		for _, m := range []*Match{m, back} {
			if got := m.Games[0].Result; got.Winner != 0 || got.Points != tt.points || m.Validate() != nil {
				t.Errorf("%q: %v, %v, want %d points", tt.lines, got, m.Validate(), tt.points)
			}
		}
	}
}

// Words behind the scores cost no name, and neither do other forms of the line.
func TestNamesWithOtherWords(t *testing.T) {
	for _, tt := range []struct {
		line  string
		names [2]string
	}{
		{"Ann : 0 (1706)     Bob : 0 (1767)", [2]string{"Ann", "Bob"}},
		{"Ann : 0            Bob : 0   hello", [2]string{"Ann", "Bob"}},
		{"Ann : 0 [12 min]   Bob : 0", [2]string{"Ann", "Bob"}},
		{"Ann：0　　鈴木：0", [2]string{"Ann", "鈴木"}},
		{"Ann 0   Bob 0", [2]string{"Ann", "Bob"}},
		{"Ann : 0   Bob <1767> : 0", [2]string{"Ann", "Bob"}},
	} {
		m := get(ReadMat("test", strings.NewReader("5 point match\n\n Game 1\n "+tt.line+"\n"+otherTurn)))(t)
		if m.Names != tt.names || short(m.Games[0].Actions) != turnShort {
			t.Errorf("%q: %q, %s", tt.line, m.Names, short(m.Games[0].Actions))
		}
	}
}

// Zero bytes behind a text fill a block of a disk.
func TestTrailingZeroBytes(t *testing.T) {
	for _, end := range []string{"\x00\x00\x00", "\x1A\x00\x00", "\n\x00"} {
		if got := short(fivePoints(t, otherTurn+end).Games[0].Actions); got != turnShort {
			t.Errorf("%q: %s", end, got)
		}
	}
}

// A first roll alone in its line is the right player's if the next left cell is indented less.
func TestFirstRollInTheRightCell(t *testing.T) {
	for _, lines := range []string{
		"  1)\t\t42: 8/4 6/4\n  2)\t31: 8/5 6/5\t43: 13/9 13/10\n",
		"  1)      42: 8/4 6/4\n  2) 31: 8/5 6/5                   43: 13/9 13/10\n",
	} {
		c := cells{lines, "X 42 8/4 6/4, O 31 8/5 6/5, X 43 13/9 13/10", ""}
		c.check(t)
	}
}

// Hyphens between two places are read as slashes.
func TestHyphensInPlays(t *testing.T) {
	for _, c := range []cells{
		{"  1) 31: 8-5 6-5                    42: 8-4 6-4\n", turnShort, ""},
		{"  1) 31: 8-5  6-5                   42:8-4 6-4 well-played\n", turnShort, `"well-played" (line 5)`},
		{otherTurn + "  2) 65: 24-18-13                   54: 13-8 13-9\n  3) 11: 8/7(2) 6/5(2) 3-1\n",
			turnShort + ", O 65 24/18 18/13, X 54 13/8 13/9, O 11 8/7 8/7 6/5 6/5", `"3-1" (line 7)`},
	} {
		c.check(t)
	}
}

// A file in whose lines nothing can be read is an error that names the first of them.
func TestMatOfRemarksOnly(t *testing.T) {
	const want = `name.mat: line 5, game 1: "31; 8|5 6|5": want rolls with plays such as "31: 8/5 6/5"`
	const text = "5 point match\n\n Game 1\n" + namesOfTwo + "  1) 31; 8|5 6|5                  42; 8|4 6|4\n"
	for _, end := range []string{"", "  2) Wins 1 point\n", "  2) lost on time\n"} {
		_, err := ReadMat("name.mat", strings.NewReader(text+end))
		fails(t, err, want)
	}
	for _, lines := range []string{"  1) never came\n Wins 5 points\n", "  1) loses 5 points\n", "\n"} {
		fivePoints(t, lines)
	}
	m := fivePoints(t, "  1) 12 minutes late\n"+otherTurn)
	if got := short(m.Games[0].Actions); got != turnShort {
		t.Errorf("words before the first roll: %s", got)
	}
}

// Dice without a colon, or in other forms, are read if no line has the usual form.
func TestOtherFormsOfDice(t *testing.T) {
	for _, c := range []cells{
		{"  1) 31 8/5 6/5                    42 8/4 6/4\n", turnShort, ""},
		{"  1) 31 8/5 6/5 42 8/4 6/4\n", turnShort, ""},
		{"  1)31  8/5  6/5                   42. 8/4 6/4\n", turnShort, ""},
		{"  1) (31) 8/5 6/5                  (42) 8/4 6/4\n", turnShort, ""},
		{"  1) 3-1: 8/5 6/5                  4-2: 8/4 6/4\n", turnShort, ""},
		{"  1) 31 8-5 6-5                    42 8-4 6-4\n", turnShort, ""},
		{"  1) 3-1 8-5 6-5                   [4-2]: 8-4 6-4\n", turnShort, ""},
		{"  1)\t31 8/5 6/5\t42 8/4 6/4\n", turnShort, ""},
		{"  1)                               42 8/4 6/4\n  2) 31 8/5 6/5\n", "X 42 8/4 6/4, O 31 8/5 6/5", ""},
		{otherTurn + "  2) 65: 24/13 21 13/11              43: 13/9 13/10 21\n", turnShort + ", O 65 24/18 18/13, X 43 13/9 13/10", `"21" (line 6, 2 times), "13/11"`},
	} {
		c.check(t)
	}
	m := fivePoints(t, "  1) 3-1 8/5 6/5                   4-2 8/4 6/4\n  2) 61 no move       55\n  3) 21 13/11 6/5\n")
	if got := short(m.Games[0].Actions); got != turnShort+", O 61, X 55, O 21 13/11 6/5" {
		t.Errorf("rolls without a play: %s", got)
	}
}

// Results that contradict the play, their column or the next score are noted.
func TestContradictoryResults(t *testing.T) {
	const drop = otherTurn + "  2)  Doubles => 2                  Drops\n"
	const left, right = "      Wins 1 point\n", "                                   Wins 1 point\n"
	const next = "\n Game 2\n Ann : %d   Bob : %d\n" + otherTurn
	for _, tt := range []struct{ lines, notice string }{
		{drop + left + fmt.Sprintf(next, 1, 0), ""},
		{drop + right + fmt.Sprintf(next, 0, 1), `"game 1: a line says X wins, the play or the score O", "game 2 begins at 0:1, 1:0 by game 1" (line 10)`},
		{drop + left + fmt.Sprintf(next, 0, 3), `"game 2 begins at 0:3, 1:0 by game 1" (line 10)`},
		{drop + fmt.Sprintf(next, 1, 0), ""},
		{otherTurn + left + "  2) 65: 24/13\n" + fmt.Sprintf(next, 1, 0), `"game 1: an action behind the result" (line 7)`},
		{otherTurn + right + fmt.Sprintf(next, 1, 0), `"game 1: a line says X wins, the play or the score O"`},
	} {
		m := fivePoints(t, tt.lines)
		if got := noticeOf(m, Contradictions); got != tt.notice || !strings.HasPrefix(short(m.Games[0].Actions), turnShort) {
			t.Errorf("%q: %s, %s, want %s", tt.lines, short(m.Games[0].Actions), got, tt.notice)
		}
	}
}
