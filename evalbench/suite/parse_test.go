package suite_test

import (
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/evalbench/suite"
	"gammonlab/internal/must"
)

// parseOne reads a suite of one test.
func parseOne(t *testing.T, text string) suite.Test {
	t.Helper()
	tests, err := suite.Parse("t", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(tests) != 1 {
		t.Fatalf("%d tests, want 1\n%s", len(tests), text)
	}
	return tests[0]
}

func TestParseReadsAllFields(t *testing.T) {
	const text = `# about the file

# why this play
  # and how
101 start play 31
#= by a rollout
#? [8/5 6/5 | 24/20]*
102 4HPwATDgc/ABMA match 7 3-0 cube 2 own double
#? [!no double] &
`
	tests := must.Get(suite.Parse("some.tst", strings.NewReader(text)))(t)
	if len(tests) != 2 {
		t.Fatalf("%d tests, want 2", len(tests))
	}
	a, b := tests[0], tests[1]
	if a.String() != "some.tst:101" || a.Line != 5 || a.Position != board.Backgammon.Start() ||
		a.Match != nil || a.Question != suite.Play || a.Roll != (board.Roll{3, 1}) {
		t.Errorf("the first test is %+v", a)
	}
	if got := strings.Join(a.Comment, "|"); got != "why this play|and how" {
		t.Errorf("comment %q", got)
	}
	if got := strings.Join(a.Evidence, "|"); got != "by a rollout" {
		t.Errorf("evidence %q", got)
	}
	if !a.ExpectedFail || a.Ignored || a.Expected.Not || a.Expected.Text != "8/5 6/5 | 24/20" {
		t.Errorf("the first test's marks or answer: %+v", a)
	}
	if m := b.Match; m == nil || m.Length != 7 || m.Score[m.Roller] != 3 || m.Score[m.Roller.Opponent()] != 0 ||
		m.Cube != 2 || m.Owner != m.Roller || m.Jacoby {
		t.Errorf("the second test's match is %+v", b.Match)
	}
	if b.ExpectedFail || !b.Ignored || !b.Expected.Not || len(b.Comment) > 0 {
		t.Errorf("the second test is %+v", b)
	}
}

func TestParsePositions(t *testing.T) {
	start := board.Backgammon.Start()
	after := func(roll board.Roll, text string) board.Position {
		play := must.Get(board.ParsePlay(start, roll, text))(t)
		return play.Result
	}
	for _, test := range []struct {
		text string
		want board.Position
	}{
		{"start", start},
		{"4HPwATDgc/ABMA", start},
		{"[31 8/5 6/5]", after(board.Roll{3, 1}, "8/5 6/5")},
		{"[ 62 24/18 13/11 ]", after(board.Roll{6, 2}, "24/18 13/11")},
		{"[X 24(2) 13(5) 8(3) 6(5) O 6(5) 8(3) 13(5) 24(2)]", start},
		{"[X 6 bar(2) off(12) O 1(15)]", board.Position{
			Own: board.Side{6: 1, board.Bar: 2, board.Off: 12}, Opp: board.Side{1: 15}}},
	} {
		got := parseOne(t, "1 "+test.text+" win\n#? [0..1]").Position
		if got != test.want {
			t.Errorf("%s is\n%s, want\n%s", test.text, got.ID(), test.want.ID())
		}
	}
}

// IDs set the cube, the score and the dice.
func TestIDsSetTheState(t *testing.T) {
	test := parseOne(t, "1 XGID=-b----E-C---eE---c-e----B-:1:1:1:52:2:0:0:7:10 play\n#? [13/8 13/11]")
	if m := test.Match; m == nil || m.Length != 7 || m.Cube != 2 || m.Owner != m.Roller || m.Dice != (board.Roll{}) {
		t.Errorf("match %+v", test.Match)
	}
	if test.Roll != (board.Roll{5, 2}) {
		t.Errorf("roll %v, want 52", test.Roll)
	}
	// A double on offer: the player receives the state before.
	test = parseOne(t, "1 OGID=11jjjjjhhhccccc:ooddddd88866666:W1N::W:IW:0:2:7 double\n#? [no double]")
	if m := test.Match; test.Position != board.Backgammon.Start() || m.Length != 7 || m.Owner != board.PlayerO || m.Score != [2]int{0, 2} {
		t.Errorf("OGID: position %s, match %+v", test.Position.ID(), m)
	}
	test = parseOne(t, "1 XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10 take\n#? [pass]")
	if m := test.Match; m.Doubled || m.Turn != m.Roller || m.Cube != 1 {
		t.Errorf("match %+v, want that before the double", m)
	}
	m := board.NewMatch(5)
	m.State = board.Playing
	if test = parseOne(t, "1 4HPwATDgc/ABMA:"+m.ID()+" double\n#? [no double]"); test.Match.Length != 5 {
		t.Errorf("match %+v, want one to 5", test.Match)
	}
}

func TestParseRefuses(t *testing.T) {
	const good = "1 start play 31\n"
	for _, test := range []struct{ name, text, want string }{
		{"no number", "start play 31\n#? [8/5 6/5]", `t:1: "start" is no number`},
		{"no position", "7\n#? [8/5 6/5]", "t:1: test 7: no position"},
		{"a bad ID", "7 xyz win\n#? [0..1]", "t:1: test 7:"},
		{"no question", "7 start\n#? [8/5 6/5]", "the question is missing"},
		{"an unknown question", "7 start resign\n#? [yes]", `unknown question "resign"`},
		{"no roll", "7 start play\n#? [8/5 6/5]", "no roll"},
		{"a bad roll", "7 start play 71\n#? [8/5 6/5]", "71"},
		{"text after the question", "7 start play 31 32\n#? [8/5 6/5]", `"32" follows`},
		{"an illegal play", good + "#? [8/4 6/5]", "t:2: test 1:"},
		{"an illegal alternative", good + "#? [8/5 6/5|8/4 6/5]", "t:2: test 1:"},
		{"an empty answer", good + "#? []", "t:2: test 1:"},
		{"no brackets", good + "#? 8/5 6/5", "brackets"},
		{"an unknown mark", good + "#? [8/5 6/5]+", `"+" follows`},
		{"a mark twice", good + "#? [8/5 6/5]**", `"**" follows`},
		{"no answer at the end", good, "t:1: test 1 has no answer"},
		{"no answer before the next", good + "2 start play 32\n#? [8/5]", "t:2: test 1 has no answer"},
		{"an answer without a question", "#? [8/5]", "belongs to no test"},
		{"evidence without a test", "#= rollout", "belongs to no test"},
		{"a number twice", good + "#? [8/5 6/5]\n" + good + "#? [8/5 6/5]", "t:3: test 1 follows test 1"},
		{"an unknown cube action", "1 start double\n#? [pass]", "want double or no double"},
		{"an unknown answer to a double", "1 start take\n#? [double]", "want take or pass"},
		{"not a range", "1 start win\n#? [0.5]", "want a range"},
		{"a range with exchanged bounds", "1 start win\n#? [0.6..0.5]", "want a range"},
		{"not a number", "1 start win\n#? [NaN..1]", "want a range"},
		{"a double at Crawford", "1 start match 5 4-3 crawford double\n#? [double]", "may not double"},
		{"a double with the opponent's cube", "1 start cube 2 opp double\n#? [double]", "may not double"},
		{"a cube that is no power of 2", "1 start cube 3 own double\n#? [double]", `cube "3"`},
		{"an unknown owner of the cube", "1 start cube 2 me double\n#? [double]", `cube of "me"`},
		{"a score beyond the match", "1 start match 5 5-0 double\n#? [double]", "score"},
		{"a match too long", "1 start match 65 5-0 double\n#? [double]", "length"},
		{"a score without an end", "1 start match 5\n#? [double]", "match wants"},
		{"values at a score", "1 start match 5 0-0 win\n#? [0..1]", "does not depend"},
		{"the score twice", "1 XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10 match 7 0-0 double\n#? [double]", "already has cube and score"},
		{"an offered double", "1 XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10 double\n#? [double]", "on offer"},
		{"a double after the dice", "1 XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10 double\n#? [double]", "dice are rolled"},
		{"an open bracket", "1 [31 8/5 6/5 play 31\n#? [8/5]", "no ]"},
		{"an illegal play from the start", "1 [31 8/5 6/4] play 31\n#? [8/5]", "plays from the start"},
		{"checkers missing", "1 [X 6(5) O 1(15)] win\n#? [0..1]", "test 1:"},
		{"only one side", "1 [X 6(15)] win\n#? [0..1]", "want the checkers of O"},
		{"no such point", "1 [X 26(15) O 1(15)] win\n#? [0..1]", `"26(15)"`},
		{"a point twice", "1 [X 6(5) 6(10) O 1(15)] win\n#? [0..1]", "named twice"},
		{"half a bracket", "1 [X 6(15 O 1(15)] win\n#? [0..1]", `"6(15"`},
		{"a game that is over", "1 [X 6(15) O off(15)] win\n#? [0..1]", "game is over"},
		{"no legal play", "1 [X bar 1(14) O 6(3) 5(3) 4(3) 3(2) 2(2) 1(2)] play 31\n#? [1/off]", "cannot be played"},
	} {
		_, err := suite.Parse("t", strings.NewReader(test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "t:") {
			t.Errorf("%s: error %v, want it at t: with %q", test.name, err, test.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	tests, err := suite.Parse("t", strings.NewReader("1 start win\n#? [0..1]\n5 start win\n#? [0..1]\n9 start win\n#? [0..1]"))
	must.OK(t, err)
	for _, test := range []struct {
		text string
		want string // numbers chosen
	}{{"1", "1"}, {"2-9", "59"}, {"1,9", "19"}, {"1-5, 5-9", "159"}, {"10-20", ""}} {
		var n suite.Numbers
		must.OK(t, n.UnmarshalText([]byte(test.text)))
		got := ""
		for _, chosen := range n.Choose(tests) {
			got += string(rune('0' + chosen.Number))
		}
		if got != test.want {
			t.Errorf("%s chooses %s, want %s", test.text, got, test.want)
		}
	}
	if got := len(suite.Numbers{}.Choose(tests)); got != 3 {
		t.Errorf("the zero value chooses %d, want all 3", got)
	}
	for _, bad := range []string{"", "x", "3-1", "1-", "-1", "1,,2"} {
		if new(suite.Numbers).UnmarshalText([]byte(bad)) == nil {
			t.Errorf("%q is read", bad)
		}
	}
}
