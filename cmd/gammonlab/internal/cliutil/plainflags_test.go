package cliutil

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// A switch NAME is turned off by --no-NAME, unless a flag has that name; numbers may have
// commas and units; words after -- and other values of flags are left alone.
func TestPlainFlags(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"", "out=[] prune=true no-cube=false"},
		{"--no-prune", "out=[] prune=false no-cube=false"},
		{"-no-prune", "out=[] prune=false no-cube=false"},
		{"file --no-prune", "out=[] prune=false no-cube=false file"},
		{"--prune=false", "out=[] prune=false no-cube=false"},
		{"--no-cube", "out=[] prune=true no-cube=true"},
		{"--out --no-prune", "out=[--no-prune] prune=true no-cube=false"},
		{"--games 300,000 --prune", "out=[] prune=true no-cube=false games=300000"},
		{"--games=1.5k --out 2k", "out=[2k] prune=true no-cube=false games=1500"},
		{"-- --no-prune", "out=[] prune=true no-cube=false --no-prune"},
	} {
		var got string
		program := &Program{Name: "lab", Commands: []*cli.Command{{Name: "train", Action: func(c *cli.Context) error {
			games := ""
			if c.IsSet("games") {
				games = fmt.Sprintf(" games=%d", c.Int("games"))
			}
			got = strings.Join(append([]string{fmt.Sprintf("out=%v prune=%t no-cube=%t%s", c.StringSlice("out"), c.Bool("prune"), c.Bool("no-cube"), games)}, c.Args().Slice()...), " ")
			return nil
		}, Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "out"}, &cli.BoolFlag{Name: "prune", Value: true}, &cli.BoolFlag{Name: "no-cube"}, &cli.IntFlag{Name: "games"},
		}}}}
		code := program.Run(t.Context(), append([]string{"lab", "train"}, strings.Fields(test.line)...), strings.NewReader(""), io.Discard, io.Discard)
		if code != ExitOK || got != test.want {
			t.Errorf("%q: %d, %q, want %q", test.line, code, got, test.want)
		}
	}
}
