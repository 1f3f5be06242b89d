package analyse

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/pagetest"
)

// fields returns the fields of the form that a board shows.
func fields(s *setUp) url.Values {
	q := url.Values{}
	for _, f := range fieldsOf {
		if f.name != "rule" && f.name != "largest" {
			q.Set(f.name, s.field(f.name))
		}
	}
	for name, on := range map[string]bool{"crawford": s.Crawford(), "jacoby": s.Jacoby(), "beavers": s.Beavers()} {
		if on {
			q.Set(name, "on")
		}
	}
	return q
}

// after returns the board after steps with a tool. A step is a place, or
// TO<FROM for a move.
func after(t *testing.T, start, tool string, steps ...string) *setUp {
	t.Helper()
	x, err := board.ParseXGID(start, board.Backgammon)
	if err != nil {
		t.Fatal(err)
	}
	s := newSetUp(url.Values{"tool": {tool}}, board.Backgammon, x)
	for _, step := range steps {
		q := fields(s)
		q.Set("tool", tool)
		place, from, _ := strings.Cut(step, "<")
		q.Set("place", place)
		q.Set("from", from)
		s = newSetUp(q, board.Backgammon, startOf(board.Backgammon))
	}
	return s
}

func TestSteps(t *testing.T) {
	const start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"
	for _, c := range []struct {
		start, tool string
		steps       []string
		want, said  string
	}{
		{start, takeOff, []string{"6", "6", "1"}, "-a----C-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10", "1 point: 1 light."},
		{start, putDark, []string{"6"}, "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10", "all dark checkers are already on the board"},
		{start, move, []string{"5<6"}, "-b---AD-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10", "5 point: 1 dark."},
		{start, move, []string{"1<24"}, "-A----E-C---eE---c-e----A-:0:0:1:00:0:0:3:0:10", "1 point: 1 dark."}, // both light ones go off
		{start, move, []string{"0<1"}, "aa----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10", "Bar: 1 light."},
		{start, move, []string{"25<1"}, "aa----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10", "Bar: 1 light."},
		{start, move, []string{"off<1"}, "-a----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10", "Off: 1 light."},
		{start, move, []string{"3"}, "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10", "there is no checker to remove"},
		{start, move, []string{"4<3"}, "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10", "there is no checker on the 3 point"},
		{start, putDark, []string{"nonsense"}, "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10", `place is "nonsense", want the number of a point, or a part of the drawing`},
		{start, putDark, []string{"die1", "die1", "die2"}, "-b----E-C---eE---c-e----B-:0:0:1:22:0:0:3:0:10", "The dice show 2 and 2."},
		{start, putDark, []string{"top-player"}, "-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:3:0:10", "Light is on roll and sits at the bottom."},
		{start, putDark, []string{"top-player", "top-player", "player"}, "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10", "Dark is on roll."},
		{start, putDark, []string{"cube-up", "cube-up"}, "-b----E-C---eE---c-e----B-:2:-1:1:00:0:0:3:0:10", "The cube shows 4."},
		{start, putDark, []string{"cube-down", "cube"}, "-b----E-C---eE---c-e----B-:1:0:1:00:0:0:3:0:10", "The cube shows 2."},
		{strings.Replace(start, ":3:0:10", ":0:7:10", 1), putDark, []string{"cube-down", "cube"}, "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", "The cube shows 1."},
		// light is on roll and sits at the bottom: its 6 point is the 19 point
		// of the XGID
		{strings.Replace(start, ":1:00", ":-1:00", 1), takeOff, []string{"6"}, "-b----E-C---eE---c-d----B-:0:0:-1:00:0:0:3:0:10", "6 point: 4 light."},
		{"XGID=aBBBBBB------------bbbbbb-:0:0:1:00:0:0:3:0:10", putDark, []string{"25"}, "aBBBBBB------------bbbbbb-:0:0:1:00:0:0:3:0:10", "both sides are on the bar against closed boards"},
	} {
		s := after(t, c.start, c.tool, c.steps...)
		if got := s.XGID.String(); got != "XGID="+c.want || c.said != "" && s.Said != c.said {
			t.Errorf("%s, %s %v: %s, %q, want %s, %q", c.start, c.tool, c.steps, got, s.Said, c.want, c.said)
		}
	}
}

// Typed values are kept in the form, whether or not they make a legal board.
func TestTypedValuesAreKept(t *testing.T) {
	q := url.Values{"checkers": {"-a-----------------------A"}, "length": {"5"}, "dark": {"9"}, "tool": {"light"}}
	s := newSetUp(q, board.Backgammon, startOf(board.Backgammon))
	if s.Problem == "" || s.Dark() != "9" || s.Length() != "5" || s.Tool != putLight || s.XGID.Position.Own[24] != 0 || s.XGID.Position.Own[25] != 1 {
		t.Errorf("got %+v, fields %s, %s", s, s.Dark(), s.Length())
	}
}

// After any sequence of steps the board can be encoded as an XGID.
func TestAnySteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	places := []string{"0", "25", "off", "top-off", "die1", "die2", "cube", "cube-up", "cube-down", "player", "top-player", "x"}
	for i := range 24 {
		places = append(places, fmt.Sprint(i+1))
	}
	s := newSetUp(url.Values{}, board.Backgammon, startOf(board.Backgammon))
	for range 3000 {
		q := fields(s)
		q.Set("tool", []string{putDark, putLight, takeOff, move}[rng.IntN(4)])
		q.Set("place", places[rng.IntN(len(places))])
		if rng.IntN(3) == 0 {
			q.Set("from", places[rng.IntN(len(places))])
		}
		if rng.IntN(50) == 0 {
			q.Set("length", fmt.Sprint(rng.IntN(8)))
		}
		before := s
		s = newSetUp(q, board.Backgammon, startOf(board.Backgammon))
		if _, err := board.ParseXGID(s.XGID.String(), board.Backgammon); err != nil {
			t.Fatalf("after %v: %v", q, err)
		}
		if s.typed != nil { // such as a score beyond the match
			s = before
		}
	}
}

// Every query gives a board with a well-formed drawing.
func FuzzSetUp(f *testing.F) {
	f.Add("checkers=-b----E-C---eE---c-e----B-&place=6&from=24&tool=move")
	f.Add("checkers=-b----E-C---eE---c-e----B-&place=die1&length=7&crawford=on&cube=1")
	f.Add("checkers=<>&turn=&do=clear&xgid=%00")
	f.Fuzz(func(t *testing.T, text string) {
		q, err := url.ParseQuery(text)
		if err != nil {
			return
		}
		s := newSetUp(q, board.Backgammon, startOf(board.Backgammon))
		if _, err := board.ParseXGID(s.XGID.String(), board.Backgammon); err != nil && s.Problem == "" {
			t.Errorf("%q: %v", text, err)
		}
		if err := pagetest.Check(string(s.Drawing())); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}
