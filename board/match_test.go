package board

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// randomMatch returns a valid match state in which anything may be set.
func randomMatch(rng *rand.Rand) Match {
	m := NewMatch(rng.IntN(MaxMatchLength + 1))
	limit := 100
	if m.Length > 0 {
		limit = m.Length + 1
		m.Crawford = rng.IntN(3) == 0
	}
	m.Score = [2]int{rng.IntN(limit), rng.IntN(limit)}
	m.Cube = 1 << rng.IntN(16)
	m.Owner = Player(rng.IntN(3)) - 1
	m.Roller = Player(rng.IntN(2))
	m.Turn = Player(rng.IntN(2))
	m.State = GameState(rng.IntN(5))
	m.Jacoby = rng.IntN(2) == 0
	m.Doubled = rng.IntN(2) == 0
	m.Resigns = rng.IntN(4)
	if rng.IntN(2) == 0 {
		m.Dice = Rolls[rng.IntN(len(Rolls))]
	}
	return m
}

// edit returns a new match changed by the given function.
func edit(length int, change func(*Match)) Match {
	m := NewMatch(length)
	change(&m)
	return m
}

// IDs that gnubg 1.07.001 prints; the 9-point match is the sample of its
// manual.
func TestMatchIDs(t *testing.T) {
	for _, c := range []struct {
		id   string
		want Match
	}{
		{"cAkAAAAAAAAA", NewMatch(0)},
		{"cAlgAAAAAAAE", NewMatch(3)},
		{"cIkKAAAAAAAA", edit(0, func(m *Match) { m.Dice = Roll{5, 2} })},
		{"cAkLAAAAAAAE", edit(0, func(m *Match) { m.Dice = Roll{6, 2}; m.Jacoby = false })},
		{"QYkqASAAIAAA", edit(9, func(m *Match) {
			m.Score, m.Cube, m.Owner, m.Dice, m.Jacoby = [2]int{2, 4}, 2, PlayerO, Roll{5, 2}, true
		})},
		{"EQHvAEAAEAAE", edit(7, func(m *Match) {
			m.Score, m.Cube, m.Owner, m.Dice = [2]int{4, 2}, 2, PlayerX, Roll{6, 3}
			m.Roller, m.Turn = PlayerO, PlayerO
		})},
		{"8IllACAAAAAE", edit(3, func(m *Match) {
			m.Score, m.Dice, m.Crawford = [2]int{2, 0}, Roll{3, 1}, true
		})},
		{"MBmgAAAAAAAE", edit(5, func(m *Match) { m.Roller, m.Doubled = PlayerO, true })},
		{"MMkEAAAAAAAA", edit(0, func(m *Match) { m.Roller, m.Dice, m.Resigns = PlayerO, Roll{1, 1}, 2 })},
	} {
		if got, err := ParseMatchID(c.id); got != c.want || err != nil {
			t.Errorf("%s reads as %+v, %v,\nwant %+v", c.id, got, err, c.want)
		}
		if got := c.want.ID(); got != c.id {
			t.Errorf("%+v has ID %s, want %s", c.want, got, c.id)
		}
	}
}

// A match ID has 15 bits for each score: a money session goes up to 32767 points, and the
// next does not fit.
func TestLargestScore(t *testing.T) {
	for p := range 2 {
		m := NewMatch(0)
		m.Score[p] = 32767
		if got, err := ParseMatchID(m.ID()); m.Validate() != nil || err != nil || got != m {
			t.Errorf("%+v: %v, reads as %+v, %v", m, m.Validate(), got, err)
		}
		if m.Score[p]++; m.Validate() == nil {
			t.Errorf("a score of %d is valid", m.Score[p])
		}
	}
}

func TestMatchIDReadsBackAsTheMatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	for range 2000 {
		want := randomMatch(rng)
		if err := want.Validate(); err != nil {
			t.Fatalf("%+v: %v", want, err)
		}
		if got, err := ParseMatchID(want.ID()); got != want || err != nil {
			t.Fatalf("%+v\nreads as %+v, %v", want, got, err)
		}
	}
}

func TestMatchIDHasTheLargerDieFirst(t *testing.T) {
	m := edit(0, func(m *Match) { m.Dice = Roll{2, 5} })
	if got, want := m.ID(), "cIkKAAAAAAAA"; got != want {
		t.Errorf("25 has ID %s, want %s as 52", got, want)
	}
}

func TestParseMatchIDSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ id, want string }{
		{"cAkAAAAAAAA", "has 11 characters, want 12"},
		{"cAkAAAAAAAA!", "character 12 is '!'"},
		{"cIkfAAAAAAAA", "dice"},
		{edit(65, func(*Match) {}).ID(), "match length 65"},
		{edit(5, func(m *Match) { m.Score[PlayerX] = 6 }).ID(), "X has a score of 6, want 0 to 5"},
		{edit(0, func(m *Match) { m.Crawford = true }).ID(), "a money session has no Crawford game"},
		{edit(0, func(m *Match) { m.State = 6 }).ID(), "game state 6"},
		{edit(0, func(m *Match) { m.Dice = Roll{3, 0} }).ID(), "dice 3 and 0"},
		{edit(0, func(m *Match) { m.Dice = Roll{7, 7} }).ID(), "dice 7 and 7"},
	} {
		_, err := ParseMatchID(c.id)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got error %v, want one with %q", c.id, err, c.want)
		}
	}
}

func TestValidateMatchNamesTheField(t *testing.T) {
	for _, c := range []struct {
		change func(*Match)
		want   string
	}{
		{func(m *Match) { m.Length = -1 }, "match length"},
		{func(m *Match) { m.Cube = 3 }, "cube at 3"},
		{func(m *Match) { m.Cube = 0 }, "cube at 0"},
		{func(m *Match) { m.Owner = 2 }, "owned by Player(2)"},
		{func(m *Match) { m.Roller = Nobody }, "- is on roll"},
		{func(m *Match) { m.Score[PlayerO] = -1 }, "O has a score of -1"},
		{func(m *Match) { m.Resigns = 4 }, "resignation of 4"},
	} {
		m := edit(7, c.change)
		if err := m.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got error %v, want one with %q", err, c.want)
		}
	}
}
