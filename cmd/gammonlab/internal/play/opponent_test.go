package play

import (
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

// begun returns the text up to the user's first decision in a few games.
func begun(t *testing.T, in string, args ...string) string {
	t.Helper()
	out, _ := program.Reads(t, in, append([]string{"play", "--model", clitest.Tiny, "--first", "net", "--seed", "7"}, args...)...)
	return out
}

// A level changes the plays of the net, the same each time and after undo, and is stated.
func TestPlayAgainstALevel(t *testing.T) {
	const in = "resign\nnew\nresign\nnew\nresign\nnew\n"
	best, level := begun(t, in), begun(t, in, "--level", "beginner")
	clitest.Wants(t, level, "The net errs: level beginner, rating about 1370.")
	_, errs, _ := strings.Cut(level, "The net errs: level beginner, rating about 1370.\n")
	if strings.Contains(best, errs) {
		t.Error("the level plays as the net at its best")
	}
	if again := begun(t, in, "--level", "beginner"); again != level {
		t.Error("the same seed gives other errors")
	}
	equal := begun(t, in, "--noise", "0.06")
	clitest.Wants(t, equal, "The net errs: noise 0.06 in plays, 0.06 in cube actions.")
	if _, equal, _ = strings.Cut(equal, "cube actions.\n"); equal != errs {
		t.Error("the noise of the level gives other plays")
	}
}

func TestPlayAgainstPubeval(t *testing.T) {
	out := begun(t, "", "--opponent", "pubeval")
	clitest.Wants(t, out, "The net is Tesauro's pubeval, which ignores the cube.")
}

func TestOpponentMistakes(t *testing.T) {
	program.Mistakes(t, "play", []clitest.Mistake{
		{[]string{"--level", "master"}, 2, `--level is "master", want beginner, intermediate, advanced, expert`},
		{[]string{"--level", "expert", "--noise", "0.1"}, 2, "want --level or --noise and --cubenoise, not both"},
		{[]string{"--noise", "2"}, 2, "--noise is 2, want a standard deviation"},
		{[]string{"--cubenoise", "-1"}, 2, "--cubenoise is -1"},
		{[]string{"--opponent", "gnubg"}, 2, `--opponent is "gnubg", want net or pubeval`},
		{[]string{"--opponent", "pubeval", "--level", "expert"}, 2, "--level has no effect with --opponent pubeval"},
	})
}
