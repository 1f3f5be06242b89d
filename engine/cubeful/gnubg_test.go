package cubeful_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/cubeful"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
)

// askGnubg lets the real gnubg answer requests as testdata/ask_gnubg.py reads
// them, and logs how much processor time they took.
func askGnubg(t testing.TB, requests []string) [][]float64 {
	t.Helper()
	answers := enginetest.QueryGnubgNumbers(t, requests, 1)
	t.Logf("gnubg took %.2f s", answers[len(requests)][0])
	return answers[:len(requests)]
}

// asGnubg returns gnubg's efficiencies, with its estimates of bear-offs in matches.
func asGnubg() *cube.Efficiency {
	e := cube.GnubgEfficiency()
	e.Estimated = true
	return &e
}

// question is what both programs are asked.
type question struct {
	pos    board.Position
	roll   board.Roll
	stakes *cube.Stakes
}

// questions draws positions with a random legal state, as often of a money game
// as of a match. Half of the positions are of games that the evaluator plays
// against itself, where cube decisions are difficult more often.
func questions(t testing.TB, static *engine.Static, n int, s uint64) []question {
	t.Helper()
	rng := rand.New(seed.Stream(s, 0))
	met := must.Get(cube.NamedMET(cube.DefaultMET))(t)
	positions := append(selfPlay(rng, static, n-n/2), enginetest.Positions(n/2, s)...)
	all := make([]question, len(positions))
	for i, pos := range positions {
		all[i] = question{pos, board.Rolls[rng.IntN(len(board.Rolls))], stakesOfID(t, &pos, randomState(rng), met)}
	}
	return all
}

// stakesOfID returns the stakes of a state that a position's XGID states, so that the comparison
// with gnubg is one of IDs with cube and score.
func stakesOfID(t testing.TB, pos *board.Position, state cube.State, met *cube.MET) *cube.Stakes {
	t.Helper()
	game := state.Game()
	x := board.NewXGID(*pos, game.Match)
	x.Beavers = state.Beavers
	x, _, err := board.ParsePosition(x.String(), board.Backgammon)
	if err != nil {
		t.Fatal(err)
	}
	return must.Get(cube.ForXGID(&x, met, true))(t)
}

// selfPlay returns positions from games that the evaluator plays against itself.
func selfPlay(rng *rand.Rand, static *engine.Static, n int) []board.Position {
	var all []board.Position
	dice, pos := board.NewDice(rng), board.Backgammon.Start()
	for len(all) < n {
		plays := board.Plays(pos, dice.Next())
		if len(plays) == 0 {
			pos = pos.Swap()
			continue
		}
		best, _ := static.Best(&pos, plays)
		if pos = plays[best].Result; pos.Result() != 0 {
			pos = board.Backgammon.Start()
		} else if rng.IntN(5) == 0 {
			all = append(all, pos)
		}
	}
	return all
}

// randomState draws a legal state.
func randomState(rng *rand.Rand) cube.State {
	for {
		s := cube.Money(rng.IntN(2) == 0, rng.IntN(2) == 0)
		if rng.IntN(2) == 0 {
			length := 1 + rng.IntN(15)
			s = cube.Match(length, rng.IntN(length), rng.IntN(length), rng.IntN(4) == 0)
		}
		s.Cube <<= rng.IntN(3)
		s.Owner = []cube.Owner{cube.Centred, cube.Player, cube.Opponent}[rng.IntN(3)]
		if s.Validate() == nil {
			return s
		}
	}
}

// request spells a question for gnubg, whose player 0 is on roll.
func (q *question) request(kind string, plies int) string {
	s := q.stakes.State()
	owner := map[cube.Owner]int{cube.Centred: -1, cube.Player: 0, cube.Opponent: 1}[s.Owner]
	bit := map[bool]int{true: 1}
	text := fmt.Sprintf("%s %d %s %d %d %d %d %d %d %d %d", kind, plies, q.pos.ID(), s.Cube, owner, s.Length,
		s.Length-s.OwnAway, s.Length-s.OppAway, bit[s.Crawford], bit[s.Jacoby], bit[s.Beavers])
	if kind == "play" {
		text += fmt.Sprintf(" %d %d", q.roll[0], q.roll[1])
	}
	return text
}

// gnubgActions numbers our actions as gnubg does, without and with an own cube.
var gnubgActions = map[cube.Action][2]int{
	cube.DoubleTake: {0, 7}, cube.DoublePass: {1, 8}, cube.NoDoubleTake: {2, 9}, cube.TooGoodTake: {3, 10},
	cube.TooGoodPass: {4, 11}, cube.DoubleBeaver: {5, 5}, cube.NoDoubleBeaver: {6, 12}, cube.DeadCube: {13, 14},
	cube.OptionalTake: {16, 17}, cube.OptionalPass: {19, 20},
}

// closeToGnubg is how far an equity is mostly from gnubg's, at most. Its sigmoid
// divides by an instruction that is right to 12 bits, and normalised equities of
// matches divide by small chances.
const closeToGnubg = 2e-3

// TestDecisionsAreRunningGnubgs compares cube decisions with those of the
// installed gnubg. Of 600 at each of 0, 1 and 2 plies all actions were the same.
// Equities were within 0.0011, but for one at 1 ply and three at 2: in two of
// them the plays of a roll were worth exactly the same, and in the other two, of
// a match, the efficiency of the cube is a quotient of tiny differences, which a
// two-sided database tells.
func TestDecisionsAreRunningGnubgs(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	for plies, n := range []int{100, 60, 20} {
		n = enginetest.GnubgSample(n)
		s := must.Get(cubeful.New(static.Clone(), cubeful.Options{Depth: search.Depth{Plies: plies}, Efficiency: asGnubg()}))(t)
		all := questions(t, static, n, uint64(21+plies))
		var requests []string
		for i := range all {
			requests = append(requests, all[i].request("cube", plies))
		}
		same, far, sum := 0, 0, 0.0
		for i, answer := range askGnubg(t, requests) {
			got, _, err := s.Decide(t.Context(), &all[i].pos, all[i].stakes)
			must.OK(t, err)
			off := offGnubg(&got, answer)
			if sum += off; off > closeToGnubg {
				far++
				t.Logf("%s: %+v, gnubg %v", requests[i], got.Equities, answer)
			}
			if actionIsGnubgs(&got, answer) {
				same++
			} else {
				t.Logf("%s: %v %+v, gnubg %v", requests[i], &got, got.Equities, answer)
			}
		}
		t.Logf("%d plies: %d of %d actions the same; equities off by %.2g on average, %d by more than %v", plies, same, n, sum/float64(n), far, closeToGnubg)
		if same < n-n/100 || far > n/20 {
			t.Errorf("%d plies: that is too few, or too far", plies)
		}
	}
}

// offGnubg returns the greatest difference of the equities.
func offGnubg(d *cube.Decision, answer []float64) float64 {
	off := math.Abs(d.Equities.NoDouble - answer[6])
	if d.Action != cube.NotAvailable && d.Action != cube.DeadCube {
		off = max(off, math.Abs(d.Equities.DoubleTake-answer[7]), math.Abs(d.Equities.DoublePass-answer[8]))
	}
	return off
}

// actionIsGnubgs reports whether the right action is gnubg's. Where a player
// may not double, gnubg's action depends on the reason and is not compared.
func actionIsGnubgs(d *cube.Decision, answer []float64) bool {
	numbers, ok := gnubgActions[d.Action]
	if d.Redouble {
		return !ok || numbers[1] == int(answer[9])
	}
	return !ok || numbers[0] == int(answer[9])
}

// TestPlaysAreRunningGnubgs compares plays: ours must be gnubg's or one that is
// worth as much, up to 0.003. Of 500 decisions each at 0, 1 and 2 plies 489, 485
// and 476 were the same, the others but one within 0.001.
func TestPlaysAreRunningGnubgs(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	for plies, n := range []int{60, 40, 10} {
		n = enginetest.GnubgSample(n)
		s := must.Get(cubeful.New(static.Clone(), cubeful.Options{Depth: search.Depth{Plies: plies, Filter: search.Normal()}, Efficiency: asGnubg()}))(t)
		var all []question
		for _, q := range questions(t, static, 2*n, uint64(31+plies)) {
			if len(all) < n && len(board.Plays(q.pos, q.roll)) > 1 {
				all = append(all, q)
			}
		}
		var requests []string
		for i := range all {
			requests = append(requests, all[i].request("play", plies))
		}
		same, level := 0, 0
		for i, answer := range askGnubg(t, requests) {
			q := &all[i]
			ranked := must.Get(s.Rank(t.Context(), &q.pos, board.Plays(q.pos, q.roll), q.stakes))(t)
			theirs := played(t, q.pos, answer)
			chosen := slices.IndexFunc(ranked, func(c search.Candidate) bool { return c.Play.Result == theirs })
			switch {
			case chosen < 0:
				t.Errorf("%s: gnubg's play %v is not legal here", requests[i], answer)
			case chosen == 0:
				same++
			case ranked[0].Equity-ranked[chosen].Equity < 0.003:
				level++
			default:
				t.Errorf("%s: gnubg plays %v, worth %v, our best is worth %v", requests[i], answer, ranked[chosen].Equity, ranked[0].Equity)
			}
		}
		t.Logf("%d plays at %d plies: %d the same, %d others within 0.003", len(all), plies, same, level)
	}
}

// TestManualsFilter looks at the plays of an opening 42 as the example of gnubg's
// manual does: these four, and no others, are close enough to go to 2 plies.
func TestManualsFilter(t *testing.T) {
	pos := board.Backgammon.Start()
	s := must.Get(cubeful.New(enginetest.GnubgStatic(t), cubeful.Options{Depth: search.Depth{Plies: 2, Filter: search.Normal()}, Efficiency: asGnubg()}))(t)
	ranked, err := s.Rank(t.Context(), &pos, board.Plays(pos, board.Roll{4, 2}), prepare(t, cube.Money(false, false)))
	must.OK(t, err)
	var got []string
	for _, c := range ranked {
		if c.Plies == 2 {
			got = append(got, board.FormatPlay(pos, c.Play))
		}
	}
	slices.Sort(got)
	if want := []string{"13/11 13/9", "24/20 13/11", "24/22 13/9", "8/4 6/4"}; !slices.Equal(got, want) {
		t.Errorf("%q go to 2 plies, want %q", got, want)
	}
}

// played returns the position after a play that gnubg gives as numbers.
func played(t *testing.T, pos board.Position, points []float64) board.Position {
	t.Helper()
	var words []string
	for _, p := range points {
		words = append(words, strconv.Itoa(int(p)))
	}
	return enginetest.GnubgPlayed(t, pos, words)
}
