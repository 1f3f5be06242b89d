package main

import (
	"strings"
	"testing"

	"gammonlab/board"
)

func TestParsePosition(t *testing.T) {
	for _, c := range []struct {
		text string
		dice string // 00: none
	}{
		{start, "00"},
		{gnubgID, "52"},
		{started, "52"},
		{strings.TrimPrefix(started, "XGID="), "52"},
		{strings.Replace(started, ":52:", ":00:", 1), "00"},
	} {
		s, err := parsePosition(c.text, board.Backgammon)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if s.pos != board.Backgammon.Start() || s.dice.String() != c.dice {
			t.Errorf("%s: position %s, dice %v, want the start and %s", c.text, s.pos.ID(), s.dice, c.dice)
		}
	}
}

// Whatever the text, what is read from it is legal.
func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{start, gnubgID, started, hyper, finished, "", ":", "XGID=", "::::::::::"} {
		f.Add(text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, variant uint8) {
		all := board.Variants()
		v := all[int(variant)%len(all)]
		s, err := parsePosition(text, v)
		if err != nil {
			return
		}
		if err := s.pos.Validate(v); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if s.dice != (board.Roll{}) && !s.dice.Valid() {
			t.Errorf("%q: dice %v", text, s.dice)
		}
	})
}
