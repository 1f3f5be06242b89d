package dice

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/gnubgtest"
	"gammonlab/internal/must"
)

// gnubgGames are the first rolls of games that GNU Backgammon 1.07.001 played
// against itself, by generator and seed.
var gnubgGames = []struct {
	name  string
	seed  uint64
	rolls string
}{
	{Mersenne, 42, "53 62 55 44 31 11 31 63 41 54 11 65"},
	{Mersenne, 1<<63 + 11, "61 54 55 52 41 63 53 63 64 32 54 43"},
	{ISAAC, 42, "31 33 41 31 52 41 32 11 21 41 42 53"},
	{ISAAC, 1<<63 + 11, "54 31 52 33 52 52 22 31 55 31 11 11"},
	{MD5, 42, "61 41 65 21 61 32 54 42 55 52 64 54"},
	{MD5, 1<<63 + 11, "41 43 41 54 62 44 41 43 32 63 64 62"},
	{BBS, 42, "43 54 32 52 55 51 31 41 42 54 54 53"},
	{BBS, 1<<63 + 11, "43 55 11 54 33 51 51 31 62 62 31 63"},
}

// first returns the first rolls of a game, the larger die of each first.
func first(t *testing.T, name string, seed uint64, n int) string {
	t.Helper()
	dice := must.Get(New(name, seed))(t)
	rolls := []string{board.Rolls[must.Get(board.OpeningRoll(dice))(t).Index()].String()}
	for len(rolls) < n {
		rolls = append(rolls, board.Rolls[must.Get(dice.Roll())(t).Index()].String())
	}
	return strings.Join(rolls, " ")
}

func TestDiceAreThoseOfGnubg(t *testing.T) {
	for _, g := range gnubgGames {
		if got := first(t, g.name, g.seed, 12); got != g.rolls {
			t.Errorf("%s, seed %d:\n  got %s\ngnubg %s", g.name, g.seed, got, g.rolls)
		}
	}
}

// Whole games of the gnubg that is installed.
func TestInstalledGnubgThrowsTheSameDice(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	dir := t.TempDir()
	commands := "set automatic game off\nset cube use off\nset confirm new off\n"
	for p := range 2 {
		commands += fmt.Sprintf("set player %d gnubg\nset player %d chequerplay evaluation plies 0\n", p, p)
	}
	for i, g := range gnubgGames {
		commands += fmt.Sprintf("set rng %s\nset seed %d\nnew match 1\nexport match mat %d.mat\n", g.name, g.seed, i)
	}
	gnubgtest.Run(t, dir, commands)
	for i, g := range gnubgGames {
		text := must.Get(os.ReadFile(filepath.Join(dir, fmt.Sprint(i, ".mat"))))(t)
		var rolls []string
		for _, m := range rollOfMat.FindAllStringSubmatch(string(text), -1) {
			rolls = append(rolls, m[1])
		}
		if got, want := first(t, g.name, g.seed, len(rolls)), strings.Join(rolls, " "); got != want || len(rolls) < 12 {
			t.Errorf("%s, seed %d, %d rolls:\n  got %s\ngnubg %s", g.name, g.seed, len(rolls), got, want)
		}
	}
}

var rollOfMat = regexp.MustCompile(`\b([1-6][1-6]):`)
