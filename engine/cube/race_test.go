package cube_test

import (
	"math"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/cputime"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
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

// plainRaces computes races at a score by their definition, with the plays of package board
// and floating-point numbers.
type plainRaces struct {
	met    *cube.MET
	sides  []board.Side
	plays  [][len(board.Rolls)][]int // by side: the sides that the plays of each roll lead to
	states map[cube.State]*plainState
}

// plainState is a state of the cube with the values of races to the player on roll, who does
// not double now.
type plainState struct {
	win              float64 // of the game
	swapped, doubled *plainState
	values           []float64 // by the sides of both; NaN if not computed yet
}

func newPlainRaces(points, checkers int, met *cube.MET) *plainRaces {
	x := bearoff.NewIndex(points, checkers)
	r := &plainRaces{met: met, sides: make([]board.Side, x.Len()), plays: make([][len(board.Rolls)][]int, x.Len())}
	for i := range r.sides {
		s := &r.sides[i]
		x.Unrank(i, s[1:points+1])
		s[board.Off] = uint8(board.MaxCheckers - s.Checkers())
	}
	for i := range r.sides[1:] {
		pos := r.position(i+1, 1)
		for number, roll := range board.Rolls {
			var after []int
			for _, play := range board.Plays(pos, roll) {
				after = append(after, x.Rank(play.Result.Opp[1:points+1]))
			}
			r.plays[i+1][number] = after
		}
	}
	return r
}

func (r *plainRaces) position(own, opp int) board.Position {
	return board.Position{Own: r.sides[own], Opp: r.sides[opp]}
}

// state returns the state with those that follow.
func (r *plainRaces) state(s cube.State) *plainState {
	if p := r.states[s]; p != nil {
		return p
	}
	p := &plainState{win: r.met.After(&s, s.Cube), values: make([]float64, len(r.sides)*len(r.sides))}
	for i := range p.values {
		p.values[i] = math.NaN()
	}
	r.states[s] = p
	p.swapped = r.state(s.Swap())
	if s.Owner != cube.Opponent && !s.Crawford && s.OwnAway > s.Cube {
		doubled := s
		doubled.Cube, doubled.Owner = 2*s.Cube, cube.Opponent
		p.doubled = r.state(doubled)
	}
	return p
}

// noDouble returns the value to the player on roll, who does not double now.
func (r *plainRaces) noDouble(s *plainState, own, opp int) float64 {
	value := &s.values[own*len(r.sides)+opp]
	if !math.IsNaN(*value) {
		return *value
	}
	sum := 0.0
	for number, roll := range board.Rolls {
		best := 0.0
		for _, after := range r.plays[own][number] {
			if after == 0 {
				best = s.win
				break
			}
			best = max(best, 1-r.best(s.swapped, opp, after))
		}
		sum += best * float64(roll.Ways())
	}
	*value = sum / 36
	return *value
}

// best returns the value to the player on roll, who makes the better of double and no double.
func (r *plainRaces) best(s *plainState, own, opp int) float64 {
	value := r.noDouble(s, own, opp)
	if s.doubled != nil {
		value = max(value, min(r.noDouble(s.doubled, own, opp), s.win))
	}
	return value
}

// leafOf returns the static evaluation of a position in the databases.
func leafOf(e *cube.Efficiency, d *engine.Databases, pos *board.Position) cube.Leaf {
	p, class, _ := d.Evaluate(pos)
	return e.Leaf(pos, class, &p, d)
}

// raceErrors sums up the errors of decisions.
type raceErrors struct {
	worst            float64 // greatest difference of a value
	decisions        int     // of players who may double
	wrong            int     // actions that cost something, of the player on roll or of the opponent
	doubling, answer float64 // costs as normalised equities
}

// someCost is the cost from which an action is wrong: more than that of a double that counts
// as optional.
const someCost = 1.01e-5

// compare adds the decision of a position.
func (e *raceErrors) compare(r *plainRaces, s *plainState, st *cube.Stakes, d *cube.Decision, own, opp int) {
	noDouble, best := r.noDouble(s, own, opp), r.best(s, own, opp)
	e.worst = max(e.worst, math.Abs(d.Values.NoDouble-noDouble), math.Abs(d.Values.Optimal-best))
	if s.doubled == nil {
		return
	}
	e.decisions++
	take := r.noDouble(s.doubled, own, opp)
	e.worst = max(e.worst, math.Abs(d.Values.DoubleTake-take))
	chosen, answer := noDouble, s.win
	if d.Double() {
		chosen = min(take, s.win)
	}
	if d.Take() {
		answer = take
	}
	scale := st.Equity(1) - st.Equity(0)
	doubling, answering := (best-chosen)*scale, (answer-min(take, s.win))*scale
	if doubling > someCost || answering > someCost {
		e.wrong++
	}
	e.doubling, e.answer = e.doubling+doubling, e.answer+answering
}

// compareRaces compares the decisions of all races of a database at all states of a score,
// with either side on roll.
func compareRaces(t *testing.T, r *plainRaces, d *engine.Databases, e *cube.Efficiency, score cube.State) (sum raceErrors) {
	for _, state := range slices.Concat(raceStates(score), raceStates(score.Swap())) {
		st, plain := mustPrepare(t, state, r.met), r.state(state)
		for own := 1; own < len(r.sides); own++ {
			for opp := 1; opp < len(r.sides); opp++ {
				pos := r.position(own, opp)
				leaf := leafOf(e, d, &pos)
				decision := st.Decide(&leaf)
				sum.compare(r, plain, st, &decision, own, opp)
			}
		}
	}
	return sum
}

// TestRacesAreExact compares values and cube actions of all races of small databases, at all
// states of the cube that a score has, with those of their definition.
func TestRacesAreExact(t *testing.T) {
	for _, size := range [][2]int{{3, 3}, {6, 2}, {6, 3}} {
		testRaces(t, size[0], size[1])
	}
}

func TestAllRacesAreExact(t *testing.T) {
	longtest.Skip(t, "TestRacesAreExact tests databases of fewer checkers")
	testRaces(t, 6, 6)
}

func testRaces(t *testing.T, points, checkers int) {
	met, constants := mustMET(t, cube.DefaultMET), cube.GnubgEfficiency()
	estimated := constants
	estimated.Estimated = true
	d := &engine.Databases{TwoSided: []*bearoff.TwoSided{enginetest.TwoSided(t, points, checkers)}}
	r := newPlainRaces(points, checkers, met)
	for _, score := range raceScores {
		r.states = map[cube.State]*plainState{}
		got := compareRaces(t, r, d, &constants, score.state)
		if got.worst > 1e-8 || got.wrong > 0 {
			t.Errorf("%d points, %d checkers, %s: %+v, want exact values", points, checkers, score.name, got)
		}
		e := compareRaces(t, r, d, &estimated, score.state)
		n := float64(max(e.decisions, 1))
		t.Logf("%d points, %d checkers, %s, %d decisions; estimates: %.2f%% wrong, cost %.3f mEq of doubling, %.3f mEq of the answer, greatest error %.2f%% of the match",
			points, checkers, score.name, e.decisions, 100*float64(e.wrong)/n, 1000*e.doubling/n, 1000*e.answer/n, 100*e.worst)
	}
}

// A redouble at 4-1 in a match to 7 is a take: after it, the opponent redoubles for the
// match, so the leader wins with the chance to win the game.
func TestRedoubleForTheMatch(t *testing.T) {
	d := enginetest.Databases(t, 6, 0)
	pos := must.Get(board.ParseID("kQcAgEoDAAAAAA", board.Backgammon))(t)
	state := cube.Match(7, 4, 1, false)
	state.Cube, state.Owner = 2, cube.Player
	efficiency := cube.GnubgEfficiency()
	leaf := leafOf(&efficiency, d, &pos)
	got := mustPrepare(t, state, mustMET(t, cube.DefaultMET)).Decide(&leaf)
	if got.Action != cube.DoubleTake || math.Abs(got.Values.DoubleTake-0.8777) > 5e-5 || math.Abs(got.Values.DoublePass-0.8873) > 5e-5 {
		t.Errorf("%v, %+v, want double, take at .8777 and a pass at .8873", got, got.Values)
	}
	if off := got.Values.DoubleTake - float64(leaf.Chances[engine.Win]); math.Abs(off) > 1e-4 {
		t.Errorf("a take is %v off the chance to win", off)
	}
}

// With a dead cube the match-winning chance lies between those of the game won and lost as
// the database's chance to win says. The words of the database round downwards at each turn.
func TestDeadCubeInRaces(t *testing.T) {
	d, efficiency := enginetest.Databases(t, 4, 0), cube.GnubgEfficiency()
	met := mustMET(t, cube.DefaultMET)
	owned := cube.Match(7, 4, 4, false)
	owned.Cube, owned.Owner = 4, cube.Player
	r := newPlainRaces(6, 4, met)
	for _, state := range []cube.State{cube.Match(5, 4, 4, false), cube.Match(5, 2, 4, true), cube.Match(7, 6, 2, true), owned} {
		st, worst := mustPrepare(t, state, met), 0.0
		for own := 1; own < len(r.sides); own++ {
			for opp := 1; opp < len(r.sides); opp++ {
				pos := r.position(own, opp)
				leaf := leafOf(&efficiency, d, &pos)
				worst = max(worst, math.Abs(st.NoDouble(&leaf)-st.Dead(&leaf.Chances)))
			}
		}
		if worst > 2e-4 {
			t.Errorf("%s: %v off the database", state.Words(), worst)
		}
	}
}

// Where nobody has borne off a checker, as in hypergammon, a gammon can be won.
func TestNoRacesWithGammons(t *testing.T) {
	d := enginetest.Databases(t, 3, 0)
	for _, c := range []struct {
		own, opp uint8 // checkers off
		want     bool
	}{{12, 12, true}, {1, 1, true}, {0, 1, false}, {1, 0, false}, {0, 0, false}} {
		pos := board.Position{Own: board.Side{board.Off: c.own, 2: 3}, Opp: board.Side{board.Off: c.opp, 1: 3}}
		if got := d.RacesOf(&pos) != nil; got != c.want {
			t.Errorf("%d and %d checkers off: solved %v, want %v", c.own, c.opp, got, c.want)
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
				used := cputime.Process()
				for b.Loop() {
					races := bearoff.NewRaces(6, 6)
					races.NoDouble(pos, mustPrepare(b, c.state, met).Race())
				}
				b.ReportMetric(float64((cputime.Process()-used).Milliseconds())/float64(b.N), "cpu-ms/op")
			})
		}
	}
}
