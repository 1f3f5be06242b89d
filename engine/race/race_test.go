package race_test

import (
	"math"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/race"
)

// side returns a side by its checkers on the points from 1 on.
func side(points ...uint8) (s board.Side) {
	copy(s[1:], points)
	s[board.Off] = uint8(board.MaxCheckers - s.Checkers())
	return s
}

// Counts by hand; all have 15 checkers, with those that are not listed off.
func TestByHand(t *testing.T) {
	d := enginetest.Databases(t, 4, 6).OneSided
	for _, c := range []struct {
		own, opp      board.Side
		name          string
		player, other float64
		want          string
	}{
		{side(2, 2, 2, 2, 2, 3), side(3, 2, 5, 0, 2, 2), "Keith", 58, 52, "No double, take"},
		{side(0, 0, 0, 0, 0, 5), side(0, 0, 0, 0, 0, 5), "Thorp", 39 * 1.1, 39, "No double, take"},
		{side(0, 0, 0, 0, 0, 4), side(0, 0, 0, 0, 0, 5), "Thorp", 31 * 1.1, 39, "Double, pass"},
		{side(1), side(0, 0, 0, 0, 0, 5), "Thorp", 3, 39, "Double, pass"},
		{side(4, 3, 5), side(0, 0, 0, 5, 5, 5), "Isight", (4 + 6 + 15 + 4 + 1 + 2 + 3) * 7. / 6, 75 + 3, "Double, pass"},
		{side(0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 1), side(0, 0, 0, 0, 0, 11), "Isight", (73 + 2) * 7. / 6, 66, "No double, take"},
		{side(1, 1), side(1, 1), "Trice", 49. / 6 * 8 / 7, 49. / 6, "Double, pass"},
	} {
		counts := race.New(&board.Position{Own: c.own, Opp: c.opp}, d)
		found := false
		for _, m := range counts.Methods {
			if m.Name != c.name {
				continue
			}
			found = true
			if row := rowOf(counts, c.name); row[5] != c.want {
				t.Errorf("%v to %v: %s says %s, want %s", c.own, c.opp, c.name, row[5], c.want)
			}
			if math.Abs(m.Player-c.player) > 0.01 || math.Abs(m.Opponent-c.other) > 0.01 {
				t.Errorf("%v to %v: %s counts %v to %v, want %v to %v", c.own, c.opp, c.name, m.Player, m.Opponent, c.player, c.other)
			}
		}
		if !found {
			t.Errorf("no %s", c.name)
		}
	}
}

// rowOf returns the row of a method in the table.
func rowOf(c *race.Counts, name string) []string {
	for _, row := range c.Cells() {
		if row[0] == name {
			return row
		}
	}
	return nil
}

// Positions with contact and finished games have no counts; sides outside of the databases have
// no effective pips, and races that are nearly over no K.
func TestNew(t *testing.T) {
	d := enginetest.Databases(t, 4, 6).OneSided
	for _, pos := range []board.Position{board.Backgammon.Start(), {Own: side(), Opp: side(1)}} {
		if c := race.New(&pos, d); c != nil {
			t.Errorf("%s has counts\n%s", pos.ID(), c.Text())
		}
	}
	for _, c := range []struct {
		own, opp board.Side
		names    string
	}{
		{side(1), side(1, 1), "Trice Thorp Keith Isight"},
		{side(0, 4), side(0, 0, 0, 0, 0, 0, 4), "Thorp Keith Isight Kleinman"},
		{side(0, 4), side(0, 0, 0, 0, 0, 4), "Trice Thorp Keith Isight Kleinman"},
	} {
		counts := race.New(&board.Position{Own: c.own, Opp: c.opp}, d)
		var names []string
		for _, m := range counts.Methods {
			names = append(names, m.Name)
			for _, x := range []float64{m.Player, m.Opponent, m.Measure} {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Errorf("%v to %v: %s is %+v", c.own, c.opp, m.Name, m)
				}
			}
		}
		if got := strings.Join(names, " "); got != c.names {
			t.Errorf("%v to %v: methods %s, want %s", c.own, c.opp, got, c.names)
		}
	}
}
