package app

import (
	"io"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// Helps of many flags have groups that can be looked through, with the flags that most
// users need first.
func TestHelpsHaveGroups(t *testing.T) {
	const most = 16
	var check func(commands []*cli.Command, group string)
	check = func(commands []*cli.Command, group string) {
		for _, c := range commands {
			check(c.Subcommands, group+" "+c.Name)
			for _, g := range cliutil.Groups(c.Flags) {
				if len(g.Flags) > most {
					t.Errorf("%s %s: %d flags in the group %q, want at most %d", group, c.Name, len(g.Flags), g.Name, most)
				}
			}
		}
	}
	check(gammonlab().App(strings.NewReader(""), io.Discard, io.Discard).Commands, "gammonlab")

	clitest.Wants(t, program.OK(t, "train", "td", "--help"), "\nOPTIONS:\n   --out FOLDER ", "\n\n   Training:\n   --variant GAME ", "\n\n   Checkpoints and measurement:\n   --bearoff DATABASES ")
	if out := program.OK(t, "moves", "--help"); strings.Contains(out, "Rules") {
		t.Errorf("moves --help, with few flags, has groups:\n%s", out)
	}
}
