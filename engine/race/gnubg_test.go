package race_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/gnubgtest"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/race"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
)

// races returns positions without contact, most of them bear-offs, many of them close.
func races(n int) []board.Position {
	rng := rand.New(seed.Stream(3, 0))
	side := func(checkers, points int) (s board.Side) {
		for range checkers {
			s[1+rng.IntN(points)]++
		}
		s[board.Off] = uint8(board.MaxCheckers - checkers)
		return s
	}
	var all []board.Position
	for len(all) < n {
		own, points, others := 1+rng.IntN(15), 6, 6
		opp := min(max(own+rng.IntN(6)-3, 1), 15)
		if rng.IntN(3) == 0 {
			points = 1 + rng.IntN(20)
			others = 1 + rng.IntN(24-points)
		}
		all = append(all, board.Position{Own: side(own, points), Opp: side(opp, others)})
	}
	return all
}

// patterns find what gnubg prints about a race, by name.
var patterns = map[string]*regexp.Regexp{
	"isight":   regexp.MustCompile(`Isight Count Leader +L: (\d+)`),
	"isight T": regexp.MustCompile(`Isight Count Trailer +T: (\d+)`),
	"gwc":      regexp.MustCompile(`Estimated GWC: (\S+)%`),
	"isight D": regexp.MustCompile(`((?:No )?(?:Red|D)ouble, \w+) .*est. GWC`),
	"keith":    regexp.MustCompile(`Keith Count Leader +: (\d+)`),
	"keith T":  regexp.MustCompile(`Keith Count Trailer +T: (\d+)`),
	"keith D":  regexp.MustCompile(`Keith Count Trailer.*\s+((?:No )?(?:Red|D)ouble, \w+)`),
	"kleinman": regexp.MustCompile(`Winning Chance: (\S+)`),
	"thorp":    regexp.MustCompile(`Thorp Count Leader +: (\d+)`),
	"thorp T":  regexp.MustCompile(`Thorp Count Trailer +T: (\d+)`),
	"thorp D":  regexp.MustCompile(`Thorp Count Trailer.*\s+((?:No )?(?:Red|D)ouble, \w+)`),
}

// askGnubg returns what gnubg prints about positions, by the names of the patterns.
func askGnubg(t *testing.T, positions []board.Position) []map[string]string {
	t.Helper()
	commands := setUp
	for i := range positions {
		commands += fmt.Sprintf("set board %s\nshow isight\nshow keith\nshow kleinman\nshow thorp\n", positions[i].ID())
	}
	var all []map[string]string
	for _, part := range strings.Split(gnubgtest.Run(t, "", commands), "Position ID")[1:] {
		if !strings.Contains(part, "Isight") {
			continue
		}
		found := map[string]string{}
		for name, pattern := range patterns {
			m := pattern.FindStringSubmatch(part)
			if m == nil {
				t.Fatalf("no %s in %s", name, part)
			}
			found[name] = m[1]
		}
		all = append(all, found)
	}
	if len(all) != len(positions) {
		t.Fatalf("gnubg counts %d of %d races", len(all), len(positions))
	}
	return all
}

// TestCountsAreRunningGnubgs compares counts, winning chances and decisions with those of the
// installed gnubg. Decisions may differ where a rule's limit is met: gnubg does not round Keith's
// count down, and passes where a count is exactly at the limit of a take.
func TestCountsAreRunningGnubgs(t *testing.T) {
	positions := races(300)
	atLimit := 0
	for i, theirs := range askGnubg(t, positions) {
		number := func(name string) float64 { return must.Get(strconv.ParseFloat(theirs[name], 64))(t) }
		ours := map[string]race.Count{}
		for _, m := range race.New(&positions[i], nil).Methods {
			ours[strings.ToLower(m.Name)] = m
		}
		raised := map[string]float64{ // by the rules of the package comment
			"isight": number("isight") * 7 / 6, "keith": math.Floor(number("keith") * 8 / 7), "thorp": number("thorp"),
		}
		if raised["thorp"] > 30 {
			raised["thorp"] *= 1.1
		}
		for name, want := range raised {
			m := ours[name]
			if math.Abs(m.Player-want) > 1e-9 || m.Opponent != number(name+" T") {
				t.Errorf("%s: %s counts %v to %v, gnubg %s to %s", positions[i].ID(), name, m.Player, m.Opponent, theirs[name], theirs[name+" T"])
			}
			if got := decision(m); got != theirs[name+" D"] {
				atLimit++
				if math.Abs(m.Measure-math.Round(m.Measure)) > 1e-9 {
					t.Errorf("%s: %s says %s by %v to %v, gnubg %s", positions[i].ID(), name, got, m.Player, m.Opponent, theirs[name+" D"])
				}
			}
		}
		if got, want := *ours["isight"].Win, min(max(number("gwc")/100, 0), 1); math.Abs(got-want) > 0.0006 {
			t.Errorf("%s: winning chance %v by Isight, gnubg %v", positions[i].ID(), got, want)
		}
		k, ok := ours["kleinman"]
		if ok && math.Abs(*k.Win-number("kleinman")) > 0.0001 {
			t.Errorf("%s: winning chance %v by Kleinman, gnubg %v", positions[i].ID(), *k.Win, number("kleinman"))
		}
	}
	t.Logf("%d of %d decisions differ at a limit", atLimit, 3*len(positions))
	if atLimit > 60 {
		t.Error("these are too many")
	}
}

// decision returns the decision in gnubg's words.
func decision(m race.Count) string {
	switch {
	case !m.Double:
		return "No Double, Take"
	case !m.Take:
		return "Double, Drop"
	case m.Redouble:
		return "Redouble, Take"
	}
	return "Double, Take"
}

// setUp prepares gnubg for positions in which its second player is on roll.
const setUp = "set player 0 human\nset player 1 human\nset automatic roll off\nset automatic game off\nset display off\nnew session\nset turn 1\n"

// TestEffectivePipsAreRunningGnubgs compares effective pips from gnubg's own database with those
// that it prints.
func TestEffectivePipsAreRunningGnubgs(t *testing.T) {
	d, err := bearoff.OpenOneSided("/usr/share/gnubg/gnubg_os0.bd")
	if err != nil {
		t.Skip("GNUBG IS NOT INSTALLED: nothing is compared with its effective pips")
	}
	defer d.Close()
	var positions []board.Position
	for _, pos := range races(30) {
		if max(pos.Own.Rearmost(), pos.Opp.Rearmost()) <= d.Points() {
			positions = append(positions, pos)
		}
	}
	commands := setUp
	for i := range positions {
		commands += fmt.Sprintf("set board %s\nshow onesidedrollout\n", positions[i].ID())
	}
	printed := regexp.MustCompile(`(?m)^(?:root|gnubg) +([\d.]+) +-?[\d.]+$`).FindAllStringSubmatch(gnubgtest.Run(t, "", commands), -1)
	if len(printed) != 2*len(positions) {
		t.Fatalf("gnubg prints %d effective pips for %d positions", len(printed), len(positions))
	}
	for i, m := range printed {
		counts := race.New(&positions[i/2], []*bearoff.OneSided{d})
		ours := []race.Side{counts.Opponent, counts.Player}[i%2]
		if theirs := must.Get(strconv.ParseFloat(m[1], 64))(t); math.Abs(*ours.Effective-theirs) > 0.00051 {
			t.Errorf("%s, side %d: %v effective pips, gnubg %v", positions[i/2].ID(), i%2, *ours.Effective, theirs)
		}
	}
}
