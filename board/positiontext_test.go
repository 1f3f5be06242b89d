package board

import (
	"strings"
	"testing"
)

// The start with a roll in the forms of gnubg and XG.
const (
	gnubgIDs  = "4HPwATDgc/ABMA:cIkKAAAAAAAA"
	startXGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"
)

func TestParsePosition(t *testing.T) {
	for _, c := range []struct {
		text string
		dice string // 00: none
	}{
		{startID, "00"},
		{gnubgIDs, "52"},
		{startXGID, "52"},
		{strings.TrimPrefix(startXGID, "XGID="), "52"},
		{"OGID=11jjjjjhhhccccc:ooddddd88866666:N0N:52:B:IW:0:0:7:0", "52"},
		{strings.Replace(startXGID, ":52:", ":00:", 1), "00"},
		{strings.Replace(startXGID, "XGID", "xgid", 1), "52"},
		{"What would you play in " + startXGID + "?", "52"},
		{"https://example.org/board?xgid=" + strings.NewReplacer(":", "%3A", "=", "%3D").Replace(startXGID) + "&plies=2", "52"},
		{startXGID + "\n\nX:Ann   O:Bob\nScore is X:0 O:0. Unlimited game, Jacoby Beaver\n +13-14-15-16-17-18------19-20-21-22-23-24-+", "52"},
		{"Look: (" + startXGID + "), it is " + startXGID + ".", "52"},
		{"ogid=11jjjjjhhhccccc:ooddddd88866666:N0N:52:W:IW:0:0:7:0", "52"},
		{"My OGID=11jjjjjhhhccccc:ooddddd88866666:N0N:52:W:IW:0:0:7:0, please", "52"},
		{"Position ID: 4HPwATDgc/ABMA Match ID: cIkKAAAAAAAA", "52"},
		{" GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cIkKAAAAAAAA\n +12-11-10--9--8--7-------6--5--4--3--2--1-+     O: Ann", "52"},
		{"gnubgid " + gnubgIDs, "52"},
		{"It was (" + gnubgIDs + "), I think.", "52"},
		{"from 4HPwATDgc/ABMA cIkKAAAAAAAA on", "52"},
	} {
		x, matched, err := ParsePosition(" "+c.text+"\n", Backgammon)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if x.Position != Backgammon.Start() || x.Match.Dice.String() != c.dice {
			t.Errorf("%s: position %s, dice %v, want the start and %s", c.text, x.Position.ID(), x.Match.Dice, c.dice)
		}
		if matched != (c.text != startID) || x.MaxCube != 1<<10 {
			t.Errorf("%s: match given %v, largest cube %d, want a match unless it is an ID alone, and 1024", c.text, matched, x.MaxCube)
		}
		if !matched && (x.Match != NewMatch(0) || !x.Beavers) {
			t.Errorf("%s: match %+v, beavers %v, want a money game with beavers", c.text, x.Match, x.Beavers)
		}
	}
}

// A text of two or more colons that is nothing else is taken for an XGID without its prefix, and
// its error says what is wrong with it as one.
func TestParsePositionTakesColonsForAnXGID(t *testing.T) {
	for _, text := range []string{"-b----E-C---eE---c-e----B-:0:0", "4HPwATDgc/ABMA:cIkKAAAAAAAA:1"} {
		_, _, want := parseWhole("XGID="+text, Backgammon)
		if _, _, err := ParsePosition(text, Backgammon); want == nil || err == nil || err.Error() != strings.ReplaceAll(want.Error(), "XGID="+text, text) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
}

// A position ID without a match ID gives a money game, wherever it stands.
func TestParsePositionFindsABareID(t *testing.T) {
	for _, text := range []string{"Position ID: " + startID, "I play 31 in " + startID + ".", startID + " is the start of a game"} {
		x, matched, err := ParsePosition(text, Backgammon)
		if err != nil || matched || x != NewXGID(Backgammon.Start(), NewMatch(0)) {
			t.Errorf("%q: %+v, match given %v, %v, want the start of a money game", text, x, matched, err)
		}
	}
}

// What is wrong with an ID is an error, also in a text; so is more than one position.
func TestParsePositionRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"4HPwATDgc/ABM", "has 13 characters"},
		{"4HPwATDgc/ABMA cAkA", "match ID \"cAkA\" has 4 characters"},
		{"4HPwATDgc/ABMA:nonsense", "match ID \"nonsense\" has 8 characters"},
		{"Position ID: 4HPwATDgc/ABMA Match ID: cAkA", "match ID \"cAkA\" has 4 characters"},
		{"Is " + strings.Replace(startXGID, ":52:", ":72:", 1) + " right?", "dice is \"72\""},
		{"Is " + strings.Replace(startXGID, "-b--", "-b-", 1) + " right?", "position is \"-b---E-C---eE---c-e----B-\", want 26 characters"},
		{"Is " + startXGID + ":7 right?", "has 11 fields"},
		{"OGID=111jjjjjhhhccccc:ooddddd88866666:N0N", "at most 15 characters"},
		{startXGID + " or " + strings.Replace(startXGID, ":52:", ":31:", 1), "2 positions"},
		{"recommendation or any other words", "position ID"},
	} {
		if _, _, err := ParsePosition(c.text, Backgammon); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.text, err, c.want)
		}
	}
}

// Every text is refused or read as a legal position.
func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{startID, gnubgIDs, startXGID, "AACgAgAAKgAAAA", "AAAA/vUIAQAAAA", "", ":", "XGID=", "::::::::::", "1:2:N0N:31",
		"Position ID: 4HPwATDgc/ABMA\nMatch ID: cIkKAAAAAAAA", "?xgid=" + startXGID + "&", "a 4HPwATDgc/ABMA b"} {
		f.Add(text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, variant uint8) {
		all := Variants()
		v := all[int(variant)%len(all)]
		x, _, err := ParsePosition(text, v)
		if err != nil {
			return
		}
		if err := x.Position.Validate(v); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if err := x.Match.Validate(); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}
