package board

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestParseOGID(t *testing.T) {
	start := Backgammon.Start()
	for _, c := range []struct {
		text string
		want XGID
	}{
		{"11jjjjjhhhccccc:ooddddd88866666:N0N", XGID{start, NewMatch(0), true, 1024}},
		{"OGID=11jjjjjhhhccccc:ooddddd88866666:N0N:65:B:IW:0:0:7:0", XGID{start, edit(7, func(m *Match) {
			m.Dice, m.Roller, m.Turn = Roll{6, 5}, PlayerO, PlayerO
		}), false, 1024}},
		{"11ccccchhhjjjjj:66666888dddddoo:B1N:31:W:R:2:6:7C:12:15", XGID{start, edit(7, func(m *Match) {
			m.Dice, m.Owner, m.Cube, m.Crawford, m.Score = Roll{3, 1}, PlayerX, 2, true, [2]int{2, 6}
		}), false, 1024}},
		{"jjjjkk:od88866:W2O:43:W:D:2:1:7:15", XGID{
			Position{Own: Side{Off: 9, 6: 4, 5: 2}, Opp: Side{Off: 8, 24: 1, 13: 1, 8: 3, 6: 2}},
			edit(7, func(m *Match) {
				m.Owner, m.Cube, m.Doubled, m.Roller, m.Score = PlayerO, 4, true, PlayerO, [2]int{2, 1}
			}), false, 1024,
		}},
		{"0k:pd:N0N::W:C", XGID{
			Position{Own: Side{Off: 13, Bar: 1, 13: 1}, Opp: Side{Off: 13, Bar: 1, 5: 1}}, NewMatch(0), true, 1024,
		}},
		{"11jjjjjhhhccccq:ooddddd88866666:D1N::W:C", XGID{
			Position{Own: start.Own, Opp: Side{Off: 1, 6: 5, 8: 3, 13: 4, 24: 2}},
			edit(0, func(m *Match) { m.Cube = 2 }), true, 1024,
		}},
		{"11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:1:0", XGID{start, edit(1, func(m *Match) {
			m.Roller, m.Turn = PlayerO, PlayerO
		}), false, 1024}},
	} {
		got, err := ParseOGID(" "+c.text+"\n", Backgammon)
		if err != nil || got != c.want {
			t.Errorf("%s reads as %+v, %v,\nwant %+v", c.text, got, err, c.want)
		}
		if !LooksLikeOGID(c.text) {
			t.Errorf("%s does not look like an OGID", c.text)
		}
	}
}

func TestBadOGIDs(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "1 fields, want 3 to 11",
		"1:2:N0N:::::::::":                 "12 fields",
		"1!:2:N0N":                         "White's checkers is \"1!\", want another character than '!' at place 2",
		"p:2:N0N":                          "White's checkers",
		"1:0:N0N":                          "Black's checkers",
		"1:1:N0N":                          "both sides",
		"1111111111111111:2:N0N":           "at most 15",
		"1:2:N0":                           "cube is \"N0\"",
		"1:2:X0N":                          "cube",
		"1:2:NxN":                          "cube",
		"1:2:N0P":                          "cube",
		"1:2:N0N:77":                       "dice is \"77\"",
		"1:2:N0N:31:X":                     "the player who acted is \"X\"",
		"1:2:N0N:31:B:IB:x":                "White's score is \"x\"",
		"1:2:N0N:31:B:IB:0:9:7":            "score of 9",
		"1:2:N0N:31:B:IB:0:0:7X":           "match length",
		"1:2:N0N:31:B:IB:0:0:C":            "match length",
		"1:2:N0N:31:B:IB:0:0:99":           "match length",
		"1:2:N0N:31:B:IB:0:0:7:0:3":        "number of checkers is \"3\", want 15",
		"XGID=-b----E-C:0:0:1:52:0:0:3:0:": "White's checkers",
	} {
		if _, err := ParseOGID(text, Backgammon); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if LooksLikeOGID("4HPwATDgc/ABMA:cIkKAAAAAAAA") || LooksLikeOGID("-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10") {
		t.Error("IDs of others look like OGIDs")
	}
}

// OpenGammon showed each of these positions of a game both as an OGID and as an XGID,
// on which the other player's point of view changes nothing. The fifth field of the OGID
// names the player who is not on roll.
func TestOGIDsWithXGIDs(t *testing.T) {
	for _, c := range []struct{ ogid, xgid string }{
		{"013ccehhiijjkkk:44566688ddddmno:N0N:31:B:R:0:0:5:12", "-aaa-CBBB--AdB---b-cabA-AA:0:0:1:31:0:0:0:5:8"},
		{"233ccehhiijjkkk:44566688ddddmno:N0N:52:W:R:0:0:5:13", "-aaa-CBBB--AdB---b-cabBA--:0:0:-1:52:0:0:0:5:8"},
		{"233ccehhiijjkkk:445666888dddmmn:N0N:54:B:R:0:0:5:14", "--ab-CBBB--AcB---c-cabBA--:0:0:1:54:0:0:0:5:8"},
		{"djjjjlllnnnnooo:2233445556668mm:B1N:21:W:R:2:0:5:97", "-CDbC-D-----A----a-ccbbb--:1:-1:-1:21:2:0:0:5:8"},
	} {
		o, err := ParseOGID(c.ogid, Backgammon)
		if err != nil {
			t.Error(err)
		}
		x, err := ParseXGID("XGID="+c.xgid, Backgammon)
		if err != nil {
			t.Error(err)
		}
		// White is player 1 of the XGID, the bottom one.
		if o.Position != x.Position || o.Match.Turn != x.Match.Turn.Opponent() || o.Match.Owner != x.Match.Owner.Opponent() || o.Match.Dice != x.Match.Dice {
			t.Errorf("%s is %+v,\nwant %+v", c.ogid, o, x)
		}
	}
}

// Positions of games, with either player on roll, are read as they were
// written.
func TestOGIDsOfGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, s := range samples(7, 0, 2) {
		m := NewMatch(0)
		m.Roller = Player(rng.IntN(2))
		m.Turn, m.Dice = m.Roller, s.roll
		x := XGID{s.pos, m, true, 1024}
		if got, err := ParseOGID(x.OGID(), s.variant); err != nil || got != x {
			t.Errorf("%s: %+v, %v, want %+v", x.OGID(), got, err, x)
		}
	}
}

// Every text is refused, or read as a legal position and match, which are
// unchanged after writing and reading.
func FuzzParseOGID(f *testing.F) {
	f.Add("11jjjjjhhhccccc:ooddddd88866666:N0N:65:W:IW:0:0:7:0", uint8(0))
	f.Add("OGID=jjjjkk:od88866:W2O:43:B:IW:2:1:7C3:15:15", uint8(0))
	f.Add("0k:pd:N0N::B::::L:::", uint8(2))
	f.Fuzz(func(t *testing.T, text string, variant uint8) {
		v := Variants()[int(variant)%len(Variants())]
		x, err := ParseOGID(text, v)
		if err != nil {
			return
		}
		if err := x.Position.Validate(v); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if err := x.Match.Validate(); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if again, err := ParseOGID(x.OGID(), v); again != x || err != nil {
			t.Errorf("%q: %+v is written %q, which reads as %+v, %v", text, x, x.OGID(), again, err)
		}
	})
}
