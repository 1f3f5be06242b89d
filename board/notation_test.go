package board

import (
	"slices"
	"strings"
	"testing"
)

// legal returns the play of the roll with the given text, in the long form.
func legal(t *testing.T, id, roll, text string) (Position, Play) {
	t.Helper()
	pos := parse(t, id)
	r, err := ParseRoll(roll)
	if err != nil {
		t.Fatal(err)
	}
	for _, play := range Plays(pos, r) {
		if FormatPlay(pos, play) == text {
			return pos, play
		}
	}
	t.Fatalf("%s %s: no play is written %q", id, roll, text)
	return pos, Play{}
}

const startID = "4HPwATDgc/ABMA"

// In oneEnters a checker enters with a 5, and the other checker of the bar does not with a 1; in
// bearsOff all checkers are in the home boards.
const (
	oneEnters = "gwEBAPgAABgAAA"
	bearsOff  = "gwEAALsDAAAAAA"
)

// gnubg lists these plays of the start, the first of them as its best.
func TestFormatPlayOfTheStart(t *testing.T) {
	pos := parse(t, startID)
	var got []string
	for _, play := range Plays(pos, Roll{6, 6}) {
		got = append(got, FormatPlay(pos, play))
	}
	want := []string{
		"24/18(2) 13/7(2)", "24/18 13/7(3)", "24/18(2) 8/2(2)", "13/7(2) 8/2(2)",
		"24/18 13/7(2) 8/2", "13/7(4)", "24/18(2) 13/7 8/2", "13/7(3) 8/2",
		"24/18 13/7 8/2(2)", "24/18 8/2(3)", "13/7 8/2(3)",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestFormatPlain(t *testing.T) {
	pos, play := legal(t, startID, "31", "8/5 6/5")
	if got := FormatPlain(pos, play); got != "8/5 6/5" {
		t.Errorf("got %q", got)
	}
	var opp Side
	opp[Bar-22], opp[6] = 1, 2
	pos = place(t, Side{Bar: 1, 6: 2}, opp)
	for _, play := range Plays(pos, Roll{6, 3}) {
		if FormatPlay(pos, play) == "bar/22*/16" {
			if got, want := FormatPlain(pos, play), "25/22* 22/16"; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			return
		}
	}
	t.Error("bar/22*/16 is no play")
}

// Every play is read as it is written, and in one other form: parsing finds all plays of
// the roll, so all forms of all plays would take seconds.
func TestParsePlayReadsWhatIsWritten(t *testing.T) {
	forms := []func(written, plain string) string{
		func(_, plain string) string { return plain },
		func(written, _ string) string { return strings.ToUpper(written) },
		func(written, _ string) string { return strings.ReplaceAll(written, "*", "") },
		func(written, _ string) string { return strings.ReplaceAll(written, "/", "-") },
		func(written, _ string) string { return strings.ReplaceAll(written, "/", " - ") },
		func(written, _ string) string { return strings.ReplaceAll(written, " ", ",") },
		func(_, plain string) string { return strings.ReplaceAll(plain, "/", " ") },
		func(_, plain string) string { return "m " + strings.ReplaceAll(plain, "/", "-") },
		func(_, plain string) string {
			return "move " + strings.NewReplacer("/", " ", " ", ", ", "25", "bar").Replace(plain)
		},
		func(written, _ string) string { return written + " pass" },
		func(written, _ string) string { return strings.ReplaceAll(written, "/", "–") + " (no move)" },
	}
	var g Generator
	n := 0
	for _, s := range samples(9, 2, 300) {
		for _, want := range g.Plays(&s.pos, s.roll) {
			written := FormatPlay(s.pos, want)
			for _, text := range []string{written, forms[n%len(forms)](written, FormatPlain(s.pos, want))} {
				got, err := ParsePlay(s.pos, s.roll, text)
				if err != nil {
					t.Fatalf("%s %v %q: %v", s.pos.ID(), s.roll, text, err)
				}
				if got.Result != want.Result {
					t.Fatalf("%s %v: %q reads as %q", s.pos.ID(), s.roll, text, FormatPlay(s.pos, got))
				}
			}
			n++
		}
	}
	if n < 100*len(forms) {
		t.Errorf("only %d plays for %d forms", n, len(forms))
	}
}

func TestParsePlayTakesEveryForm(t *testing.T) {
	for _, c := range []struct{ id, roll, text, want string }{
		{startID, "51", "24/18", "24/18"},
		{startID, "15", "24/18", "24/18"},
		{startID, "65", "24/13", "24/13"},
		{startID, "65", "24/18 18/13", "24/13"},
		{startID, "65", "18/13 24/18", "24/13"},
		{startID, "65", "24/18/13", "24/13"},
		{startID, "31", " 6/5 ,8/5 ", "8/5 6/5"},
		{startID, "33", "8/2(2)", "8/2(2)"},
		{startID, "33", "8/5/2 (2)", "8/2(2)"},
		{startID, "33", "8/2 8/2", "8/2(2)"},
		{startID, "11", "8/7(2),6/5(2)", "8/7(2) 6/5(2)"},
		{startID, "22", "13/5", "13/5"},
		{startID, "31", "8-5 6-5", "8/5 6/5"},
		{startID, "31", "8 5 6 5", "8/5 6/5"},
		{startID, "31", "8,5,6,5", "8/5 6/5"},
		{startID, "31", "8/5,6/5", "8/5 6/5"},
		{startID, "31", "8/5 6-5", "8/5 6/5"},
		{startID, "31", "8 / 5; 6 / 5", "8/5 6/5"},
		{startID, "31", "m 8 5 6 5", "8/5 6/5"},
		{startID, "31", "Move 8-5, 6-5", "8/5 6/5"},
		{startID, "31", "8→5 6>5", "8/5 6/5"},
		{startID, "65", "24-18-13", "24/13"},
		{startID, "11", "8-7(2) 6 - 5 (2)", "8/7(2) 6/5(2)"},
		{startID, "11", "8 7 (2) 6 5(2)", "8/7(2) 6/5(2)"},
		{oneEnters, "51", "bar/20 pass", "bar/20"},
		{oneEnters, "51", "bar-20", "bar/20"},
		{oneEnters, "51", "b 20 dance", "bar/20"},
		{oneEnters, "51", "m b 20, no move.", "bar/20"},
		{oneEnters, "51", "25-20", "bar/20"},
		{bearsOff, "65", "6 o 5 off", "6/off 5/off"},
		{bearsOff, "65", "6/- 5/-", "6/off 5/off"},
		{bearsOff, "65", "6-o 5-0", "6/off 5/off"},
		{bearsOff, "65", "6/-,5-off", "6/off 5/off"},
	} {
		roll, _ := ParseRoll(c.roll)
		pos := parse(t, c.id)
		play, err := ParsePlay(pos, roll, c.text)
		if err != nil {
			t.Error(err)
		} else if got := FormatPlay(pos, play); got != c.want {
			t.Errorf("%q reads as %q, want %q", c.text, got, c.want)
		}
	}
}

// On the way from 24 to 18 with 51 there are blots on 23 and 19.
func TestParsePlayHitsWhereTheTextSays(t *testing.T) {
	both := place(t, Side{24: 1}, Side{Bar - 23: 1, Bar - 19: 1})
	one := place(t, Side{24: 1}, Side{Bar - 23: 1})
	forced := place(t, Side{24: 1}, Side{Bar - 23: 1, Bar - 19: 2})
	for _, c := range []struct {
		pos        Position
		text, want string
	}{
		{both, "24/23*/18", "24/23*/18"},
		{both, "24/23/18", "24/23*/18"},
		{both, "24/19* 19/18", "24/19*/18"},
		{both, "24/18", "it is ambiguous: 24/19*/18 or 24/23*/18"},
		{both, "24/23/19", "23/19: 51 cannot make 4 pips"},
		{one, "24/18", "24/18"},
		{one, "24/23/18", "24/23*/18"},
		{forced, "24/18", "24/23*/18"},
		{forced, "24/19/18", "24/19: the opponent holds the 19 point"},
	} {
		play, err := ParsePlay(c.pos, Roll{5, 1}, c.text)
		got := FormatPlay(c.pos, play)
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != c.want || !strings.Contains(got, c.want) {
			t.Errorf("%q reads as %q, want %q", c.text, got, c.want)
		}
	}
}

func TestParsePlayWithoutLegalPlay(t *testing.T) {
	pos := place(t, Side{Bar: 1, 6: 14}, Side{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2})
	for _, text := range []string{"", " \n", "no move", "(No play)", "dances", "cannot move."} {
		play, err := ParsePlay(pos, Roll{3, 1}, text)
		if err != nil {
			t.Error(err)
		} else if len(play.Steps()) != 0 || play.Result != pos.Swap() {
			t.Errorf("%q reads as %q", text, FormatPlay(pos, play))
		}
	}
	if _, err := ParsePlay(pos, Roll{3, 1}, "6/3"); err == nil ||
		!strings.Contains(err.Error(), "there is no legal play") {
		t.Errorf("got error %v", err)
	}
}

func TestParsePlaySaysWhatIsWrong(t *testing.T) {
	start := parse(t, startID)
	onBar := place(t, Side{Bar: 2, 6: 5, 8: 3}, Side{1: 2})
	home := place(t, Side{6: 2, 3: 2}, Side{1: 2})
	away := place(t, Side{8: 1, 5: 1, 2: 2}, Side{1: 2})
	block := place(t, Side{13: 1, 2: 1}, Side{Bar - 8: 2, Bar - 6: 2})
	larger := place(t, Side{24: 1}, Side{Bar - 17: 2})
	for _, c := range []struct {
		pos        Position
		roll, text string
		want       string
	}{
		{start, "31", "", "there are legal plays, such as "},
		{start, "31", "pass", "there are legal plays"},
		{start, "31", "x", `no place "x"`},
		{start, "31", "8", `"8" has no target`},
		{start, "31", "8/", `no place ""`},
		{start, "31", "26/25", `no place "26"`},
		{start, "31", "5/8", `"5/8" does not move forward`},
		{start, "31", "off/8", "does not move forward"},
		{start, "31", "8/bar", "does not move forward"},
		{start, "31", "(2) 8/5", "(2) comes before any move"},
		{start, "31", "8/5(5)", "bad count"},
		{start, "31", "8/5(", "bad count"},
		{start, "11", "8/7(4) 6/5", "more than 4 moves"},
		{start, "11", "6/5/4/3/2/1", "more than 4 moves"},
		{start, "31", ",", "it contains no move"},
		{start, "31", "7/4 6/5", "7/4: no checker on the 7 point"},
		{start, "31", "bar/22 6/5", "bar/22: no checker on the bar"},
		{start, "61", "24/18 13/7", "it takes 12 pips, and the roll can be played for at most 7"},
		{start, "54", "24/20 6/1", "6/1: the opponent holds the 1 point"},
		{start, "31", "8/4 6/5", "it takes 5 pips"},
		{start, "31", "8/6 6/5", "8/6: 31 cannot make 2 pips"},
		{start, "64", "6/5", "6/5: 64 cannot make 1 pip"},
		{start, "21", "24/23 23/22 22/21", "3 moves, but the roll 21 has at most 2"},
		{start, "31", "8/5", "more dice must be used: 2 can be played"},
		{start, "66", "13/7(3)", "more dice must be used: 4 can be played"},
		{start, "31", "6/off", "6/off: not every checker is in the home board"},
		{onBar, "43", "bar/21 8/5", "every checker on the bar must enter first"},
		{home, "41", "3/off 3/2", "no die left that bears it off"},
		{away, "41", "5/off 2/1", "5/off: not every checker is in the home board"},
		{start, "31", "8/7 6/5", "the dice do not make these moves in any order"},
		{block, "51", "2/1", "more dice must be used: 2 can be played"},
		{start, "61", "24/23 24/18 6/5", "3 moves, but the roll 61 has at most 2"},
		{larger, "43", "24/21", "the larger die, 4, must be played"},
	} {
		roll, _ := ParseRoll(c.roll)
		play, err := ParsePlay(c.pos, roll, c.text)
		if err == nil {
			t.Errorf("%s %q reads as %q, want an error with %q", c.roll, c.text, FormatPlay(c.pos, play), c.want)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %q, want one with %q", c.roll, err, c.want)
		}
	}
	if _, err := ParsePlay(start, Roll{7, 0}, "8/5"); err == nil {
		t.Error("the roll 70 is taken")
	}
}
