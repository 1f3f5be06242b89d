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

// Every text is refused or read as a legal position.
func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{startID, gnubgIDs, startXGID, "AACgAgAAKgAAAA", "AAAA/vUIAQAAAA", "", ":", "XGID=", "::::::::::", "1:2:N0N:31"} {
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
