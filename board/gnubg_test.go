package board

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gammonlab/board/gnubgtest"
)

const gnubgSetup = `set player 0 human
set player 1 human
set automatic roll off
set automatic game off
set automatic bearoff off
set automatic move off
set display off
set evaluation chequerplay evaluation plies 0
set evaluation cubedecision evaluation plies 0
new session
set player 1 name Ada
`

// gnubgSamples returns positions from play and scattered ones.
func gnubgSamples(seed uint64, n int) []sample {
	var all []sample
	rng := rand.New(rand.NewPCG(seed, 1))
	dice := NewDice(rng)
	played(rng, Backgammon, func(p Position, roll Roll, _ []Play) {
		if len(all) < n/2 && rng.IntN(3) == 0 {
			all = append(all, sample{Backgammon, p, roll})
		}
	})
	for len(all) < n {
		all = append(all, sample{Backgammon, scattered(rng, Backgammon), dice.Next()})
	}
	return all
}

func TestGnubgDrawsTheSameBoards(t *testing.T) {
	all := gnubgSamples(10, 30)
	var commands strings.Builder
	commands.WriteString(gnubgSetup)
	for i, s := range all {
		fmt.Fprintf(&commands, "set turn %d\nset board %s\nset dice %d %d\nshow board\n",
			i%2, s.pos.ID(), s.roll[0], s.roll[1])
	}
	commands.WriteString("quit\ny\n")
	out := gnubgtest.Run(t, "", commands.String())
	for i, s := range all {
		m := NewMatch(0)
		m.Roller, m.Dice = Player(i%2), s.roll
		m.Turn = m.Roller
		want := Diagram{Position: s.pos, Match: m, Names: [2]string{"gnubg", "Ada"}}.String()
		if !strings.Contains(out, want) {
			t.Errorf("gnubg does not draw\n%s", want)
		}
	}
}

var (
	hints = regexp.MustCompile(`(?m)^ +\d+\. Cubeful 0-ply +(.*?) +Eq\.:`)
	asked = "The dice have been set to"
)

func TestGnubgListsTheSamePlaysInTheSameWords(t *testing.T) {
	all := gnubgSamples(11, 150)
	for i := range all {
		if i%2 == 0 { // doubles have the longest words
			all[i].roll[1] = all[i].roll[0]
		}
	}
	var commands strings.Builder
	commands.WriteString(gnubgSetup)
	for _, s := range all {
		fmt.Fprintf(&commands, "set turn 1\nset board %s\nset dice %d %d\nhint 9999\n",
			s.pos.ID(), s.roll[0], s.roll[1])
	}
	commands.WriteString("quit\ny\n")
	answers := strings.Split(gnubgtest.Run(t, "", commands.String()), asked)[1:]
	if len(answers) != len(all) {
		t.Fatalf("gnubg gives %d answers, want %d", len(answers), len(all))
	}
	for i, s := range all {
		var want, got []string
		for _, m := range hints.FindAllStringSubmatch(answers[i], -1) {
			want = append(want, m[1])
		}
		for _, play := range Plays(s.pos, s.roll) {
			got = append(got, FormatPlay(s.pos, play))
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s %v:\n  got %q\ngnubg %q", s.pos.ID(), s.roll, got, want)
		}
	}
}
