package cliutil

import (
	"strings"
	"testing"

	"gammonlab/board"
)

// The start, and the same with a roll in the forms of gnubg and XG.
const (
	startID   = "4HPwATDgc/ABMA"
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
		{"OGID=11jjjjjhhhccccc:ooddddd88866666:N0N:52:W:IW:0:0:7:0", "52"},
		{strings.Replace(startXGID, ":52:", ":00:", 1), "00"},
	} {
		s, err := ParsePosition(c.text, board.Backgammon)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if s.Pos != board.Backgammon.Start() || s.Dice.String() != c.dice {
			t.Errorf("%s: position %s, dice %v, want the start and %s", c.text, s.Pos.ID(), s.Dice, c.dice)
		}
	}
}

// Every text is refused or read as a legal position.
func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{startID, gnubgIDs, startXGID, "AACgAgAAKgAAAA", "AAAA/vUIAQAAAA", "", ":", "XGID=", "::::::::::", "1:2:N0N:31"} {
		f.Add(text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, variant uint8) {
		all := board.Variants()
		v := all[int(variant)%len(all)]
		s, err := ParsePosition(text, v)
		if err != nil {
			return
		}
		if err := s.Pos.Validate(v); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if s.Dice != (board.Roll{}) && !s.Dice.Valid() {
			t.Errorf("%q: dice %v", text, s.Dice)
		}
	})
}
