package cubeful_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search/cubeful"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

// Where Debian's packages put gnubg's weights and databases.
const (
	gnubgWeights  = "/usr/lib/gnubg/gnubg.wd"
	gnubgOneSided = "/usr/share/gnubg/gnubg_os0.bd"
	gnubgTwoSided = "/var/lib/gnubg/gnubg_ts0.bd"
)

// gnubgStatic returns an evaluator with gnubg's weights and databases.
func gnubgStatic(t testing.TB) *engine.Static {
	t.Helper()
	if _, err := os.Stat(gnubgWeights); err != nil {
		t.Skip("GNUBG IS NOT INSTALLED: searches with its nets are not compared with its own")
	}
	model, err := nets.Load(gnubgWeights)
	if err != nil {
		t.Fatal(err)
	}
	databases := new(engine.Databases)
	for _, path := range []string{gnubgTwoSided, gnubgOneSided} {
		if err := databases.Open(path); err != nil {
			t.Fatal(err)
		}
	}
	return engine.NewStatic(model, databases)
}

// askGnubg lets the real gnubg answer requests as testdata/ask_gnubg.py reads
// them.
func askGnubg(t *testing.T, requests []string) [][]float64 {
	t.Helper()
	path, err := exec.LookPath("gnubg")
	if err != nil {
		path, err = exec.LookPath("/usr/games/gnubg")
	}
	if err != nil {
		t.Skip("GNUBG IS NOT INSTALLED: nobody is asked")
	}
	script, err := filepath.Abs("testdata/ask_gnubg.py")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "requests"), filepath.Join(dir, "answers")
	if err := os.WriteFile(in, []byte(strings.Join(requests, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "-t", "-q", "-p", script)
	cmd.Env = []string{"HOME=" + dir, "LANG=C", "GAMMONLAB_REQUESTS=" + in, "GAMMONLAB_ANSWERS=" + out}
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gnubg: %v\n%s", err, text)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("gnubg wrote no answers (has it no Python?): %v", err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(lines) != len(requests) {
		t.Fatalf("gnubg gave %d answers to %d requests", len(lines), len(requests))
	}
	answers := make([][]float64, len(lines))
	for i, line := range lines {
		for _, word := range strings.Fields(line) {
			v, err := strconv.ParseFloat(word, 64)
			if err != nil {
				t.Fatal(err)
			}
			answers[i] = append(answers[i], v)
		}
	}
	return answers
}

// sample returns positions from a game that the evaluator plays against itself.
func sample(rng *rand.Rand, static *engine.Static, n int) []board.Position {
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
			continue
		}
		if rng.IntN(5) == 0 {
			all = append(all, pos)
		}
	}
	return all
}

// randomState draws a legal state, as often of a money game as of a match.
func randomState(rng *rand.Rand) cube.State {
	for {
		s := cube.Money(rng.IntN(2) == 0, false)
		if rng.IntN(2) == 0 {
			length := 1 + rng.IntN(11)
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
func request(plies int, pos *board.Position, s *cube.State) string {
	owner := map[cube.Owner]int{cube.Centred: -1, cube.Player: 0, cube.Opponent: 1}[s.Owner]
	bit := map[bool]int{true: 1}
	return fmt.Sprintf("%d 1 %s %d %d %d %d %d %d %d %d", plies, pos.ID(), s.Cube, owner, s.Length,
		s.Length-s.OwnAway, s.Length-s.OppAway, bit[s.Crawford], bit[s.Jacoby], bit[s.Beavers])
}

// closeToGnubg is how far an equity may be from gnubg's. Its sigmoid divides by
// an instruction that is right to 12 bits, and normalised equities of matches
// divide by small chances.
const closeToGnubg = 2e-3

// TestDecisionsAreGnubgs compares decisions with those of the installed gnubg.
// Where two plays are worth the same to within what its sigmoid is off, or as
// under the Jacoby rule exactly the same, it may choose the other one; the
// equities of such a decision differ by more.
func TestDecisionsAreGnubgs(t *testing.T) {
	static := gnubgStatic(t)
	rng := rand.New(seed.Stream(2, 0))
	for plies, n := range []int{100, 100, 40} {
		if testing.Short() {
			n /= 4
		}
		var requests []string
		var decisions []cube.Decision
		s := newSearcher(t, static.Clone(), cubeful.Options{Plies: plies})
		for _, pos := range sample(rng, static, n) {
			state := randomState(rng)
			d, _, err := s.Decide(t.Context(), &pos, prepare(t, state))
			if err != nil {
				t.Fatal(err)
			}
			requests, decisions = append(requests, request(plies, &pos, &state)), append(decisions, d)
		}
		off, worst := 0, 0.0
		for i, want := range askGnubg(t, requests) {
			e := &decisions[i].Equities
			difference := math.Abs(e.NoDouble - want[6])
			if action := decisions[i].Action; action != cube.NotAvailable && action != cube.DeadCube {
				difference = max(difference, math.Abs(e.DoubleTake-want[7]))
			}
			if difference > closeToGnubg {
				off++
				t.Logf("%s: %.4f and %.4f, gnubg has %.4f and %.4f", requests[i], e.NoDouble, e.DoubleTake, want[6], want[7])
			}
			worst = max(worst, difference)
		}
		if t.Logf("%d plies: %d of %d differ, by up to %.4f", plies, off, n, worst); off > n/8 || plies == 0 && off > 0 {
			t.Errorf("%d plies: too many differ", plies)
		}
	}
}
