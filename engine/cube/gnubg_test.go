package cube_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/seed"
)

// gnubgTables is where Debian's packages put gnubg's match equity tables.
const gnubgTables = "/usr/share/gnubg/met"

// randomState draws a legal state, as often of a money game as of a match.
func randomState(rng *rand.Rand) cube.State {
	for {
		s := cube.Money(rng.IntN(2) == 0, rng.IntN(2) == 0)
		if rng.IntN(2) == 0 {
			length := 1 + rng.IntN(25)
			s = cube.Match(length, rng.IntN(length), rng.IntN(length), rng.IntN(4) == 0)
		}
		s.Cube <<= rng.IntN(5)
		s.Owner = []cube.Owner{cube.Centred, cube.Player, cube.Opponent}[rng.IntN(3)]
		if s.Validate() == nil {
			return s
		}
	}
}

// request spells the state for gnubg, whose player 0 is on roll.
func request(s *cube.State) string {
	owner := map[cube.Owner]int{cube.Centred: -1, cube.Player: 0, cube.Opponent: 1}[s.Owner]
	bit := map[bool]int{true: 1}
	return fmt.Sprintf("%d %d %d %d %d %d %d %d", s.Cube, owner, s.Length,
		s.Length-s.OwnAway, s.Length-s.OppAway, bit[s.Crawford], bit[s.Jacoby], bit[s.Beavers])
}

// gnubgDecision is gnubg's answer to a cube request.
type gnubgDecision struct {
	chances                       engine.Probabilities
	optimal, noDouble, take, pass float64
	action                        int
}

func newGnubgDecision(answer []float64) (d gnubgDecision) {
	for k := range d.chances {
		d.chances[k] = float32(answer[k])
	}
	d.optimal, d.noDouble, d.take, d.pass, d.action = answer[5], answer[6], answer[7], answer[8], int(answer[9])
	return d
}

// gnubgActions numbers our actions as gnubg does, without and with an own cube.
var gnubgActions = map[cube.Action][2]int{
	cube.DoubleTake: {0, 7}, cube.DoublePass: {1, 8}, cube.NoDoubleTake: {2, 9}, cube.TooGoodTake: {3, 10},
	cube.TooGoodPass: {4, 11}, cube.DoubleBeaver: {5, 5}, cube.NoDoubleBeaver: {6, 12}, cube.DeadCube: {13, 14},
	cube.OptionalTake: {16, 17}, cube.OptionalPass: {19, 20},
}

// closeToGnubg is how far an equity may be from gnubg's, which calculates with
// 32 bits: normalised equities of matches divide by small chances.
const closeToGnubg = 1e-3

// TestDecisionsAreGnubgs compares decisions in random positions and states with
// those of the installed gnubg, from gnubg's own probabilities.
func TestDecisionsAreGnubgs(t *testing.T) {
	rng := rand.New(seed.Stream(5, 0))
	met := mustMET(t, cube.DefaultMET)
	positions := append(enginetest.Positions(enginetest.GnubgSample(350), 11), endings(enginetest.GnubgSample(180), 12)...)
	states := make([]cube.State, len(positions))
	requests := make([]string, len(positions))
	for i := range positions {
		states[i] = randomState(rng)
		requests[i] = "cube " + positions[i].ID() + " " + request(&states[i])
	}
	answers := enginetest.QueryGnubgNumbers(t, requests, 0)
	databases := enginetest.GnubgDatabases(t)
	efficiency := cube.GnubgEfficiency()
	efficiency.Estimated = true
	worst := map[string]float64{}
	for i := range positions {
		want := newGnubgDecision(answers[i])
		_, class, ok := databases.Evaluate(&positions[i])
		if !ok {
			class = engine.ClassOf(&positions[i])
		}
		leaf := efficiency.Leaf(&positions[i], class, &want.chances, databases)
		got := mustPrepare(t, states[i], met).Decide(&leaf)
		off := compareDecision(t, requests[i], &got, &want)
		worst[kindOf(&states[i], class)] = max(worst[kindOf(&states[i], class)], off)
	}
	t.Logf("%d decisions; greatest difference of an equity: %v", len(requests), worst)
}

func kindOf(s *cube.State, class engine.Class) string {
	if s.IsMatch() {
		return "match/" + class.String()
	}
	return "money/" + class.String()
}

// compareDecision returns the greatest difference of the equities.
func compareDecision(t *testing.T, request string, got *cube.Decision, want *gnubgDecision) float64 {
	t.Helper()
	e := &got.Equities
	off := math.Abs(e.NoDouble - want.noDouble)
	if got.Action != cube.NotAvailable && got.Action != cube.DeadCube {
		off = max(off, math.Abs(e.DoubleTake-want.take), math.Abs(e.DoublePass-want.pass), math.Abs(e.Optimal-want.optimal))
	}
	if !(off < closeToGnubg) {
		t.Errorf("%s: %v %+v, want %+v", request, got, got.Equities, want)
	}
	numbers, ok := gnubgActions[got.Action]
	redouble := 0
	if got.Redouble {
		redouble = 1
	}
	if ok && numbers[redouble] != want.action && !level(want) {
		t.Errorf("%s: %v, gnubg says %+v", request, got, want)
	}
	return off
}

// level reports whether two of the equities are so close that 32 bits decide
// which is greater.
func level(d *gnubgDecision) bool {
	const bits = 3e-6
	return math.Abs(d.noDouble-d.take) < bits || math.Abs(d.noDouble-d.pass) < bits || math.Abs(d.take-d.pass) < bits ||
		math.Abs(math.Abs(d.noDouble-d.take)-1e-5) < bits || math.Abs(math.Abs(d.noDouble-d.pass)-1e-5) < bits
}

// TestScoresAreGnubgs compares normalised equities and gammon prices at all
// scores of a match with those of the installed gnubg.
func TestScoresAreGnubgs(t *testing.T) {
	const length = 9
	met, rng := mustMET(t, cube.DefaultMET), rand.New(seed.Stream(6, 0))
	var requests []string
	var states []cube.State
	var equities []float64
	for score := range length * length {
		s := cube.Match(length, score/length, score%length, false)
		if s.PostCrawford() && rng.IntN(2) == 0 && s.Swap().OwnAway != s.OwnAway {
			s.Crawford = true
		}
		equity := 2*rng.Float64() - 1
		fields := strings.Fields(request(&s))
		requests = append(requests, fmt.Sprintf("score %v %s %s", equity, fields[0], strings.Join(fields[2:6], " ")))
		states, equities = append(states, s), append(equities, equity)
	}
	for i, want := range enginetest.QueryGnubgNumbers(t, requests, 0) {
		st := mustPrepare(t, states[i], met)
		p := st.Prices()
		got := []float64{st.FromEquity(equities[i]), p.WinGammon, p.WinBackgammon, p.LoseGammon, p.LoseBackgammon}
		for k := range got {
			if math.Abs(got[k]-want[k]) > 1e-4 {
				t.Errorf("%s: %v, want %v", requests[i], got, want)
				break
			}
		}
	}
}

// endings returns positions with few checkers left, which the two-sided database
// knows.
func endings(n int, s uint64) []board.Position {
	rng := rand.New(seed.Stream(s, 0))
	positions := make([]board.Position, n)
	for i := range positions {
		for _, side := range []*board.Side{&positions[i].Own, &positions[i].Opp} {
			left := 1 + rng.IntN(6)
			side[board.Off] = uint8(board.MaxCheckers - left)
			for range left {
				side[1+rng.IntN(6)]++
			}
		}
	}
	return positions
}
