package cube_test

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
)

// raceScores are scores with live cubes, with a double at once, and with dead cubes.
var raceScores = []struct {
	name  string
	state cube.State
}{
	{"3-away, 6-away", cube.Match(7, 4, 1, false)},
	{"5-away, 5-away", cube.Match(5, 0, 0, false)},
	{"2-away, 2-away", cube.Match(5, 3, 3, false)},
	{"4-away, 1-away after the Crawford game", cube.Match(7, 3, 6, false)},
	{"Crawford game", cube.Match(5, 2, 4, true)},
	{"1-away, 1-away", cube.Match(5, 4, 4, false)},
	{"2-away, 9-away", cube.Match(11, 9, 2, false)},
}

// raceStates returns the state with each value and owner of the cube that doubles lead to.
func raceStates(s cube.State) (all []cube.State) {
	for value := 1; value <= 16; value *= 2 {
		for _, owner := range []cube.Owner{cube.Centred, cube.Player, cube.Opponent} {
			s.Cube, s.Owner = value, owner
			if s.Validate() == nil && (value == 1) == (owner == cube.Centred) {
				all = append(all, s)
			}
		}
	}
	return all
}

// eachRace calls do for all positions of an index.
func eachRace(points, checkers int, do func(pos *board.Position)) {
	x := bearoff.NewIndex(points, checkers)
	side := func(rank int) board.Side {
		var s board.Side
		x.Unrank(rank, s[1:points+1])
		s[board.Off] = uint8(board.MaxCheckers - s.Checkers())
		return s
	}
	for own := 1; own < x.Len(); own++ {
		for opp := 1; opp < x.Len(); opp++ {
			do(&board.Position{Own: side(own), Opp: side(opp)})
		}
	}
}

// recursion computes the values of races by the definition, with the rules of package board.
type recursion struct {
	met  *cube.MET
	done map[raceKey]float64
}

type raceKey struct {
	pos   board.Position
	state cube.State
}

// noDouble returns the value to the player on roll, who does not double now.
func (r *recursion) noDouble(pos board.Position, s cube.State) float64 {
	key := raceKey{pos, s}
	if v, ok := r.done[key]; ok {
		return v
	}
	sum := 0.0
	for _, roll := range board.Rolls {
		best := 0.0
		for _, play := range board.Plays(pos, roll) {
			if play.Result.Result() != 0 {
				best = max(best, r.met.After(&s, s.Cube))
				continue
			}
			best = max(best, 1-r.best(play.Result, s.Swap()))
		}
		sum += best * float64(roll.Ways())
	}
	r.done[key] = sum / 36
	return sum / 36
}

// best returns the value to the player on roll, who makes the better of double and no double.
func (r *recursion) best(pos board.Position, s cube.State) float64 {
	noDouble := r.noDouble(pos, s)
	if s.Owner == cube.Opponent || s.Crawford || s.OwnAway <= s.Cube {
		return noDouble
	}
	doubled := s
	doubled.Cube, doubled.Owner = 2*s.Cube, cube.Opponent
	return max(noDouble, min(r.noDouble(pos, doubled), r.met.After(&s, s.Cube)))
}

// leafOf returns the static evaluation of a position in the databases.
func leafOf(e *cube.Efficiency, d *engine.Databases, pos *board.Position) cube.Leaf {
	p, class, _ := d.Evaluate(pos)
	return e.Leaf(pos, class, &p, d)
}

func TestRacesEqualTheRecursion(t *testing.T) {
	met, constants := mustMET(t, cube.DefaultMET), cube.GnubgEfficiency()
	for _, size := range []struct{ points, checkers int }{{3, 3}, {6, 2}} {
		d := &engine.Databases{TwoSided: []*bearoff.TwoSided{enginetest.TwoSided(t, size.points, size.checkers)}}
		for _, score := range raceScores {
			r := &recursion{met, map[raceKey]float64{}}
			worst := 0.0
			for _, state := range raceStates(score.state) {
				st := mustPrepare(t, state, met)
				eachRace(size.points, size.checkers, func(pos *board.Position) {
					leaf := leafOf(&constants, d, pos)
					worst = max(worst, math.Abs(st.NoDouble(&leaf)-r.noDouble(*pos, state)),
						math.Abs(st.Value(&leaf)-r.best(*pos, state)))
				})
			}
			if worst > 1e-8 {
				t.Errorf("%d points, %d checkers, %s: the largest error is %g", size.points, size.checkers, score.name, worst)
			}
		}
	}
}

func BenchmarkRaces(b *testing.B) {
	met := mustMET(b, cube.DefaultMET)
	full := board.Position{Own: board.Side{board.Off: 9, 6: 6}, Opp: board.Side{board.Off: 9, 6: 6}}
	usual := board.Position{Own: board.Side{board.Off: 9, 1: 2, 2: 1, 3: 1, 4: 2}, Opp: board.Side{board.Off: 10, 1: 1, 2: 1, 3: 2, 5: 1}}
	for _, c := range []struct {
		name  string
		state cube.State
	}{{"3-away,6-away", cube.Match(7, 4, 1, false)}, {"7-away,7-away", cube.Match(7, 0, 0, false)}, {"25-away,24-away", cube.Match(25, 0, 1, false)}} {
		for name, pos := range map[string]*board.Position{"all": &full, "usual": &usual} {
			b.Run("score="+c.name+"/race="+name, func(b *testing.B) {
				for b.Loop() {
					races := bearoff.NewRaces(6, 6)
					races.NoDouble(pos, mustPrepare(b, c.state, met).Race())
				}
			})
		}
	}
}
