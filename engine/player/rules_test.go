package player_test

import (
	"context"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
)

// byRules is a cubePlayer that accepts rules.
type byRules interface {
	cubePlayer
	SetRules(met *cube.MET, beavers bool)
	Beavers(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)
}

// A player beavers if the equity after the take is on its side; the doubler
// raccoons if it is on the doubler's side. A player passes if a take loses more
// than the cube.
func TestBeavers(t *testing.T) {
	static := engine.OfNet(enginetest.RandomNet(t, 20, 5))
	efficiency := cube.GnubgEfficiency()
	st := must.Get(cube.Prepare(cube.Money(false, false), nil))(t)
	for _, spec := range []string{"net:m", "net:m,noise=1e-9,cubenoise=1e-9"} {
		p := parse(t, spec).(byRules)
		p.SetRules(nil, true)
		said := map[bool]int{}
		for _, pos := range enginetest.Positions(400, 12) {
			var chances [1]engine.Probabilities
			static.Evaluate(chances[:], []board.Position{pos})
			leaf := efficiency.Leaf(&pos, static.ClassOf(&pos), &chances[0], nil)
			worth := st.Decide(&leaf).Equities.DoubleTake
			if worth > -1e-4 && worth < 1e-4 {
				continue
			}
			m := board.NewMatch(0)
			m.Jacoby, m.Doubled, m.Turn = false, true, m.Roller.Opponent()
			checkAnswer(t, p, &pos, &m, worth < 0, worth <= 1)
			m.Cube, m.Owner, m.Turn = 2, m.Roller.Opponent(), m.Roller // a beaver
			checkAnswer(t, p, &pos, &m, worth > 0, worth >= -1)
			m.Cube, m.Turn = 4, m.Roller.Opponent() // and a raccoon
			checkAnswer(t, p, &pos, &m, worth < 0, worth <= 1)
			said[worth < 0]++
		}
		if said[true] < 20 || said[false] < 20 {
			t.Errorf("%s: beavers and others %v, want some of both", spec, said)
		}
	}
}

func checkAnswer(t *testing.T, p byRules, pos *board.Position, m *board.Match, beaver, take bool) {
	t.Helper()
	beavers := must.Get(p.Beavers(t.Context(), pos, m))(t)
	takes := must.Get(p.Takes(t.Context(), pos, m))(t)
	if beavers != beaver || takes != take {
		t.Errorf("%s, cube at %d: beavers %t, takes %t; want %t and %t", pos.ID(), m.Cube, beavers, takes, beaver, take)
	}
}

// A player does not make doubles that would be beavered, except for those that
// are right against beavers.
func TestDoublesWithBeavers(t *testing.T) {
	m := board.NewMatch(0)
	free, wary := parse(t, "net:m,cubenoise=0.5").(byRules), parse(t, "net:m,cubenoise=0.5").(byRules)
	wary.SetRules(nil, true)
	_, doubles, _ := decisions(t, free, m, 600)
	_, with, _ := decisions(t, wary, m, 600)
	if differing(doubles, with) == 0 {
		t.Error("no double is left out for fear of a beaver")
	}
	for i := range with {
		if with[i] && !doubles[i] {
			t.Errorf("position %d: a double with beavers and none without", i)
		}
	}
}

// A player and its clones use the match equity table that was set, and the default
// if nil was set.
func TestTableOfPlayer(t *testing.T) {
	skewed := cube.NewMec(cube.Mec{GammonRate: 0.9, WinRate: 0.5})
	m := board.NewMatch(7)
	m.Score = [2]int{2, 4}
	for spec, n := range map[string]int{
		"net:m": 100, "net:m,noise=0.01,cubenoise=0.2": 100,
		"net:m,plies=1,filter=tiny": 20, "net:m,plies=1,filter=tiny,cubenoise=0.2": 20,
	} {
		if testing.Short() {
			n /= 4
		}
		p := parse(t, spec).(byRules)
		plays, doubles, takes := decisions(t, p, m, n)
		differs := func(q engine.Player) int {
			otherPlays, otherDoubles, otherTakes := decisions(t, q, m, n)
			return differing(plays, otherPlays) + differing(doubles, otherDoubles) + differing(takes, otherTakes)
		}
		p.SetRules(skewed, false)
		other := differs(p)
		if other == 0 {
			t.Errorf("%s: the table makes no difference", spec)
		}
		if clone := differs(p.Clone()); clone != other {
			t.Errorf("%s: %d decisions of a clone differ, %d of the player", spec, clone, other)
		}
		own := parse(t, strings.Replace(spec, "net:m", "net:m,met=zadeh", 1)).(byRules)
		before := differs(own)
		own.SetRules(skewed, false)
		if after := differs(own); after != before {
			t.Errorf("%s: with its own table %d decisions differ from those by the default, %d after SetRules", spec, before, after)
		}
		p.SetRules(nil, false)
		if again := differs(p); again != 0 {
			t.Errorf("%s: without a table %d decisions are not those of the default", spec, again)
		}
	}
}
