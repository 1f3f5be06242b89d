package pattern_test

import (
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/pattern"
)

// A position in a match to 5: the player on roll, O, has the cube at 2 and needs 3
// points, the opponent 1.
func position() (board.Position, board.Match) {
	pos := board.Position{
		Own: board.Side{board.Off: 1, 3: 1, 6: 4, 8: 3, 13: 5, 24: 1},
		Opp: board.Side{board.Bar: 1, 6: 5, 8: 3, 13: 4, 20: 2},
	}
	m := board.NewMatch(5)
	m.Score, m.Cube, m.Owner = [2]int{board.PlayerO: 2, board.PlayerX: 4}, 2, board.PlayerO
	m.Roller, m.Turn = board.PlayerO, board.PlayerO
	return pos, m
}

func parse(t *testing.T, text string) *pattern.Pattern {
	t.Helper()
	p, err := pattern.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Own has 140 pips and the opponent 171.
func TestMatches(t *testing.T) {
	pos, m := position()
	for text, want := range map[string]bool{
		"6:4": true, "6=4": true, "6:3": false, "6:4+": true, "6:5+": false, "6:4-": true, "6:3-": false, "6:2-4": true, "6:5-6": false,
		"6>3": true, "6>=4": true, "6<=3": false, "6<5": true, "5:0": true,
		"o6:5": true, "o20:2+": true, "20:2": false, "bar:0": true, "obar:1": true, "off:1": true, "ooff:0": true,
		"pips=140": true, "opips:171": true, "pips<140": false, "lead:31": true, "lead>31": false, "lead>-5": true, "lead:-5-31": true, "lead:-31--5": false,
		"blots:2": true, "oblots:0": true, "back:1": true, "oback:3": true,
		"away:3": true, "oaway:1": true, "score:2": true, "oscore:4": true, "length:5": true,
		"cube:2": true, "cube:1": false, "owner:player": true, "owner=opponent": false, "owner:centred": false, "crawford:no": true,
		"6:2+ o20:2+ pips<150 lead>20": true, "6:2+ o20:2+ pips<150 lead>40": false,
	} {
		p := parse(t, text)
		if got := p.Matches(&pos, &m); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
		other := pos.Swap()
		turned := m
		turned.Roller = board.PlayerX
		if p.NeedsMatch() == "" && p.Matches(&pos, nil) != want {
			t.Errorf("%s: without a match another answer", text)
		}
		if p.NeedsMatch() != "" && p.Matches(&pos, nil) {
			t.Errorf("%s: matches without a match", text)
		}
		if swapped, err := pattern.Parse("o" + text); err == nil && !strings.Contains(text, " ") && swapped.Matches(&other, &turned) != want {
			t.Errorf("o%s: another answer of the position seen by the opponent", text)
		}
	}
}

// In a money session nobody is any points away.
func TestMoneyHasNoAway(t *testing.T) {
	pos, m := position()
	m.Length = 0
	for _, text := range []string{"away:3", "away<100", "oaway>=0"} {
		if parse(t, text).Matches(&pos, &m) {
			t.Errorf("%s matches in a money session", text)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "no term",
		"6":                           `term "6": want a subject`,
		"6:2 :3":                      `term ":3": want a subject`,
		"25:1":                        `point "25", want 1 to 24`,
		"o0:1":                        `point "0", want 1 to 24`,
		"99999999999999999999:1":      "want 1 to 24",
		"knights:1":                   `no subject "knights", want a point`,
		"olead:1":                     `no subject "olead"`,
		"6:":                          `"" is not a number`,
		"6:16":                        "a point of 16, want 0 to 15",
		"pips:-3":                     `"-3" is not a number`,
		"6:2x":                        `number "2x", want one such as 2, 2+, 2- or 1-3`,
		"6:3-1":                       `range "3-1"`,
		"6<2+":                        `"+" follows the number`,
		"6<0":                         "nothing is <0",
		"6>15":                        "nothing is >15",
		"owner:me":                    "want owner=centred or owner=player or owner=opponent",
		"owner<player":                "want owner=centred",
		strings.Repeat("6:2 ", 2_000): "longer than",
	} {
		_, err := pattern.Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: error %v, want %q", text, err, want)
		}
	}
}

// FuzzParse checks that a pattern is unchanged after writing and reading, and
// that it matches positions without a panic.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"6:2+ 24:2 bar:0 o20:2+ pips<120 lead>20", "owner:player crawford=no away:1-3", "lead:-31--5", "o:1", "oo6:1", "6:1--"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := pattern.Parse(text)
		if err != nil {
			return
		}
		again, err := pattern.Parse(p.String())
		if err != nil || again.String() != p.String() {
			t.Fatalf("%q is written %q: %v", text, p, err)
		}
		pos, m := position()
		if p.Matches(&pos, &m) != again.Matches(&pos, &m) {
			t.Errorf("%q and %q differ", text, p)
		}
	})
}
