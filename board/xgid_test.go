package board

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The position and match IDs are those that gnubg 1.07.001 makes of the XGIDs,
// before it moves the player on roll to the bottom.
func TestXGIDs(t *testing.T) {
	for _, c := range []struct {
		xgid, position, match string
	}{
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10", "4HPwATDgc/ABMA", "cIkKAAAAAAAA"},
		{"XGID=-a----E-C---eE---c-e----B-:1:1:-1:63:2:4:0:7:10", "4HPwATDgc/ABEA", "EQHvAEAAEAAE"},
	} {
		x, err := ParseXGID(c.xgid, Backgammon)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := x.Position.ID(); got != c.position {
			t.Errorf("%s: position %s, want %s", c.xgid, got, c.position)
		}
		if got := x.Match.ID(); got != c.match {
			t.Errorf("%s: match %s, want %s", c.xgid, got, c.match)
		}
		if got := x.String(); got != c.xgid {
			t.Errorf("%s is written %s", c.xgid, got)
		}
	}
}

func TestXGIDFields(t *testing.T) {
	const board = "-b----E-C---eE---c-e----B-"
	start := Backgammon.Start()
	for _, c := range []struct {
		text string
		want XGID
	}{
		{board + ":0:0:1:00:0:0:0:0:10", XGID{start, edit(0, func(m *Match) { m.Jacoby = false }), false, 1024}},
		{board + ":0:0:1:00:0:0:1:0:10", XGID{start, NewMatch(0), false, 1024}},
		{board + ":0:0:1:00:0:0:2:0:6", XGID{start, edit(0, func(m *Match) { m.Jacoby = false }), true, 64}},
		{board + ":2:-1:1:00:3:2:0:5:10", XGID{start, edit(5, func(m *Match) {
			m.Cube, m.Owner, m.Score = 4, PlayerO, [2]int{2, 3}
		}), false, 1024}},
		{board + ":0:0:-1:26:4:2:1:5:10", XGID{start, edit(5, func(m *Match) {
			m.Roller, m.Turn, m.Dice, m.Score, m.Crawford = PlayerO, PlayerO, Roll{2, 6}, [2]int{2, 4}, true
		}), false, 1024}},
		{board + ":0:0:-1:D:0:0:1:0:10", XGID{start, edit(0, func(m *Match) {
			m.Roller, m.Turn, m.Doubled = PlayerO, PlayerX, true
		}), false, 1024}},
		{board + ":0:0:1:B:0:0:3:0:10", XGID{start, edit(0, func(m *Match) {
			m.Cube, m.Owner, m.Doubled = 2, PlayerO, true // X has doubled, O has beavered: X must answer
		}), true, 1024}},
		{board + ":1:-1:-1:B:3:5:2:0:10", XGID{start, edit(0, func(m *Match) {
			m.Jacoby, m.Roller, m.Turn = false, PlayerO, PlayerO
			m.Cube, m.Owner, m.Doubled, m.Score = 4, PlayerX, true, [2]int{5, 3}
		}), true, 1024}},
		{board + ":0:0:1:R:0:0:3:0:10", XGID{start, edit(0, func(m *Match) {
			m.Cube, m.Owner, m.Doubled, m.Turn = 4, PlayerO, true, PlayerO
		}), true, 1024}},
	} {
		if got, err := ParseXGID("\n"+c.text+" \n", Backgammon); got != c.want || err != nil {
			t.Errorf("%s reads as %+v, %v,\nwant %+v", c.text, got, err, c.want)
		}
		if got := c.want.String(); got != "XGID="+c.text {
			t.Errorf("%s is written %s", c.text, got)
		}
	}
}

// State that an XGID cannot contain has its default value.
func TestXGIDReadsBackAsThePosition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for _, s := range samples(8, 1, 100) {
		m := randomMatch(rng)
		m.State, m.Resigns, m.Turn = Playing, 0, m.Roller
		m.Jacoby = m.Jacoby && m.Length == 0
		if m.Doubled {
			m.Turn, m.Dice = m.Roller.Opponent(), Roll{}
		}
		want := XGID{s.pos, m, m.Length == 0 && rng.IntN(2) == 0, 1 << rng.IntN(16)}
		if got, err := ParseXGID(want.String(), s.variant); got != want || err != nil {
			t.Fatalf("%s\nreads as %+v, %v,\nwant %+v", want, got, err, want)
		}
	}
}

func TestParseXGIDNamesTheField(t *testing.T) {
	const board = "XGID=-b----E-C---eE---c-e----B-"
	for _, c := range []struct{ text, want string }{
		{"", "has 1 fields, want 10"},
		{board + ":0:0:1:52:0:0:3:0", "has 9 fields, want 10"},
		{"-b----E-C---eE---c-e----B:0:0:1:52:0:0:3:0:10", "position is"},
		{"-b----E-C---eE---c-e----B1:0:0:1:52:0:0:3:0:10", "another character than '1' at place 26"},
		{"Ab----E-C---eE---c-e------:0:0:1:52:0:0:3:0:10", "another character than 'A' at place 1"},
		{"-b----E-C---eE---c-e-----b:0:0:1:52:0:0:3:0:10", "another character than 'b' at place 26"},
		{"-b----F-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10", "position: the player on roll has 16 checkers"},
		{board + ":16:0:1:52:0:0:3:0:10", "cube is"},
		{board + ":0:2:1:52:0:0:3:0:10", "cube owner is"},
		{board + ":0:0:0:52:0:0:3:0:10", "turn is"},
		{board + ":0:0:1:70:0:0:3:0:10", "dice is"},
		{board + ":0:0:1:5:0:0:3:0:10", "dice is"},
		{board + ":0:0:1:B:0:0:0:7:10", "dice is \"B\", want no beaver in a match"},
		{board + ":15:1:1:B:0:0:0:0:15", "cube at 65536"},
		{board + ":0:0:1:52:x:0:3:0:10", "score of the bottom player is"},
		{board + ":0:0:1:52:0:-1:3:0:10", "score of the top player is"},
		{board + ":0:0:1:52:0:0:4:0:10", "rule is"},
		{board + ":0:0:1:52:0:0:2:7:10", "rule is"},
		{board + ":0:0:1:52:0:0:3:65:10", "match length is"},
		{board + ":0:0:1:52:8:0:0:7:10", "X has a score of 8, want 0 to 7"},
		{board + ":0:0:1:52:0:0:3:0:16", "maximum cube is"},
	} {
		_, err := ParseXGID(c.text, Backgammon)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got error %v, want one with %q", c.text, err, c.want)
		}
	}
}
