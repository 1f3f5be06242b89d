package board

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func FuzzParseID(f *testing.F) {
	for _, s := range samples(12, 0, 5) {
		f.Add(s.pos.ID(), uint8(s.variant))
	}
	f.Add("4HPwATDgc/ABMA=", uint8(0))
	f.Fuzz(func(t *testing.T, id string, v uint8) {
		variant := Variant(int(v) % len(Variants()))
		p, err := ParseID(id, variant)
		if err != nil {
			return
		}
		if err := p.Validate(variant); err != nil {
			t.Errorf("%q reads as an illegal position: %v", id, err)
		}
		if got := p.ID(); got != id {
			t.Errorf("%q is written %q", id, got)
		}
	})
}

func FuzzParseMatchID(f *testing.F) {
	for _, id := range []string{"cAkAAAAAAAAA", "QYkqASAAIAAA", "8IllACAAAAAE", "MMkEAAAAAAAA", "////////////"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		m, err := ParseMatchID(id)
		if err != nil {
			return
		}
		again, err := ParseMatchID(m.ID())
		m.Dice = Roll{max(m.Dice[0], m.Dice[1]), min(m.Dice[0], m.Dice[1])}
		if again != m || err != nil {
			t.Errorf("%q: %+v is written %q, which reads as %+v, %v", id, m, m.ID(), again, err)
		}
	})
}

func FuzzParseXGID(f *testing.F) {
	f.Add("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10", uint8(0))
	f.Add("-a----E-C---eE---c-e----B-:1:1:-1:D:2:4:0:7:10", uint8(0))
	f.Add("XGID=a--------------------B----:0:0:1:00:0:0:0:0:0", uint8(4))
	f.Fuzz(func(t *testing.T, text string, v uint8) {
		variant := Variant(int(v) % len(Variants()))
		x, err := ParseXGID(text, variant)
		if err != nil {
			return
		}
		if err := x.Position.Validate(variant); err != nil {
			t.Errorf("%q reads as an illegal position: %v", text, err)
		}
		if again, err := ParseXGID(x.String(), variant); again != x || err != nil {
			t.Errorf("%q: %+v is written %q, which reads as %+v, %v", text, x, x, again, err)
		}
	})
}

func FuzzParsePlay(f *testing.F) {
	for _, s := range samples(13, 0, 2) {
		for _, play := range Plays(s.pos, s.roll) {
			if s.variant == Backgammon {
				f.Add(s.pos.ID(), s.roll[0], s.roll[1], FormatPlay(s.pos, play))
			}
		}
	}
	f.Add(startID, uint8(3), uint8(3), "8/5/2(2)")
	f.Add(startID, uint8(6), uint8(5), "no move")
	f.Add(startID, uint8(6), uint8(5), "b/20 6/- o/0 (3) 25/24*,")
	f.Add(startID, uint8(3), uint8(1), "m 8 5, 6-5 (2) pass")
	f.Add(startID, uint8(3), uint8(1), "8–5 - 6 > 5* (no move)")
	f.Fuzz(func(t *testing.T, id string, a, b uint8, text string) {
		pos, err := ParseID(id, Backgammon)
		if err != nil {
			return
		}
		roll := Roll{a, b}
		got, err := ParsePlay(pos, roll, text)
		if err != nil {
			return
		}
		plays := Plays(pos, roll)
		same := func(p Play) bool { return p == got }
		if len(plays) == 0 && got.Result == pos.Swap() || slices.ContainsFunc(plays, same) {
			return
		}
		t.Errorf("%s %v: %q reads as an illegal play", id, roll, text)
	})
}

func FuzzParseRoll(f *testing.F) {
	for _, text := range []string{"31", "66", "07", "3 1", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := ParseRoll(text); err == nil && (!r.Valid() || r.String() != text) {
			t.Errorf("%q reads as %v", text, r)
		}
	})
}

// The rolls are those of the words before the first # of each line, up to one that is
// no roll.
func FuzzFileDice(f *testing.F) {
	f.Add("31 42\n# comment\n66")
	f.Add("31\x0042")
	f.Add("\ufeff31\r\n 1 2\r66#11\n\v55")
	f.Fuzz(func(t *testing.T, text string) {
		dice := NewFileDice("fuzz", strings.NewReader(text))
		for number, line := range strings.Split(text, "\n") {
			if len(line) >= bufio.MaxScanTokenSize-1 {
				return
			}
			line, _, _ = strings.Cut(line, "#")
			for _, word := range strings.Fields(line) {
				want, bad := ParseRoll(word)
				got, err := dice.Roll()
				if got != want || (err == nil) != (bad == nil) {
					t.Fatalf("line %d: %v, %v for %q", number+1, got, err, word)
				}
				if bad != nil {
					if at := fmt.Sprintf("fuzz:%d: ", number+1); !strings.HasPrefix(err.Error(), at) {
						t.Fatalf("error %q, want one at %s", err, at)
					}
					return
				}
			}
		}
		if _, err := dice.Roll(); !errors.Is(err, ErrNoRolls) {
			t.Errorf("more rolls than the text has, error %v", err)
		}
	})
}
