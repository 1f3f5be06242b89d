package player_test

import (
	"context"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
)

// cubePlayer is the interface of players with nets.
type cubePlayer interface {
	engine.Player
	ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, roll board.Roll, plays []board.Play) (int, error)
	Doubles(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)
	Takes(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)
	Decide(ctx context.Context, pos *board.Position, m *board.Match) (*cube.Decision, error)
}

// decisions returns a player's plays, doubles and takes in some positions. They must agree with
// the player's equities and decision.
func decisions(t *testing.T, p engine.Player, m board.Match, n int) (plays []int, doubles, takes []bool) {
	t.Helper()
	c := p.(cubePlayer)
	for i, pos := range enginetest.Positions(n, 12) {
		double := must.Get(c.Doubles(t.Context(), &pos, &m))(t)
		offer := m
		offer.Doubled, offer.Turn = true, m.Roller.Opponent()
		take := must.Get(c.Takes(t.Context(), &pos, &offer))(t)
		doubles, takes = append(doubles, double), append(takes, take)
		d := must.Get(c.Decide(t.Context(), &pos, &m))(t)
		if double != d.Double() || take != d.Take() {
			t.Fatalf("%s: double %v, take %v, decision %v", pos.ID(), double, take, d)
		}
		if e := &d.Equities; double && e.DoubleTake < min(e.NoDouble, e.DoublePass) || take && e.DoubleTake > e.DoublePass {
			t.Fatalf("%s: double %v, take %v with equities %+v", pos.ID(), double, take, e)
		}
		roll := board.Rolls[i%21]
		if legal := board.Plays(pos, roll); len(legal) > 0 {
			chosen := must.Get(c.ChooseAt(t.Context(), &pos, &m, roll, legal))(t)
			plays = append(plays, chosen)
		}
	}
	return plays, doubles, takes
}

// differing counts where two sequences differ.
func differing[T comparable](a, b []T) int {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// scores are states with different stakes.
func scores() map[string]board.Match {
	dmp, owned, behind, jacoby := board.NewMatch(1), board.NewMatch(7), board.NewMatch(5), board.NewMatch(0)
	money := jacoby
	money.Jacoby = false
	owned.Owner, owned.Cube = owned.Roller, 2
	behind.Score = [2]int{3, 0}
	return map[string]board.Match{"dmp": dmp, "owned": owned, "behind": behind, "jacoby": jacoby, "money": money}
}

// Tiny noise changes no decision. Larger noise changes plays or cube decisions,
// independent of earlier decisions: it follows from the game's seed, also in
// clones.
func TestNoiseWithTheCube(t *testing.T) {
	for name, m := range scores() {
		plays, doubles, takes := decisions(t, parse(t, "net:m"), m, 200)
		for _, c := range []struct {
			spec          string
			plays, anyone bool // whether they change
		}{
			{"net:m,noise=1e-9,cubenoise=1e-9", false, false},
			{"net:m,noise=0.2", true, false},
			{"net:m,cubenoise=0.2", false, true},
		} {
			p := parse(t, c.spec)
			p.NewGame(3)
			gotPlays, gotDoubles, gotTakes := decisions(t, p, m, 200)
			if n := differing(gotPlays, plays); (n > 20) != c.plays {
				t.Errorf("%s, %s: %d plays differ", name, c.spec, n)
			}
			cubes := differing(gotDoubles, doubles) + differing(gotTakes, takes)
			if want := c.anyone && name != "dmp"; (cubes > 10) != want {
				t.Errorf("%s, %s: %d cube decisions differ", name, c.spec, cubes)
			}
			clone := p.Clone()
			clone.NewGame(3)
			againPlays, againDoubles, againTakes := decisions(t, clone, m, 200)
			if n := differing(againPlays, gotPlays) + differing(againDoubles, gotDoubles) + differing(againTakes, gotTakes); n != 0 {
				t.Errorf("%s, %s: a clone decides otherwise %d times", name, c.spec, n)
			}
		}
	}
}

// At double match point the value of a play is the winning chance.
func TestDoubleMatchPoint(t *testing.T) {
	m := board.NewMatch(1)
	static := engine.OfNet(enginetest.RandomNet(t, 20, 5))
	p := parse(t, "net:m").(cubePlayer)
	differ := 0
	for i, pos := range enginetest.Positions(200, 13) {
		plays := board.Plays(pos, board.Rolls[i%21])
		if len(plays) == 0 {
			continue
		}
		chosen := must.Get(p.ChooseAt(t.Context(), &pos, &m, board.Rolls[i%21], plays))(t)
		best, most := 0, float32(-1)
		for k := range plays {
			answer := make([]engine.Probabilities, 1)
			static.Evaluate(answer, []board.Position{plays[k].Result})
			if win := 1 - answer[0][engine.Win]; win > most+1e-6 {
				best, most = k, win
			}
		}
		if chosen != best {
			differ++
		}
	}
	if differ > 0 {
		t.Errorf("%d plays are not those with the best chance to win", differ)
	}
}
