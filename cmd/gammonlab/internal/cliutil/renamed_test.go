package cliutil

import (
	"io"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// lab is a program with a renamed flag of each kind.
func lab(action cli.ActionFunc) *Program {
	return &Program{
		Name: "lab",
		Commands: []*cli.Command{{Name: "train", Subcommands: []*cli.Command{{Name: "td", Action: action, Flags: []cli.Flag{
			&cli.StringFlag{Name: "rate"}, &cli.BoolFlag{Name: "curve"}, &cli.StringSliceFlag{Name: "out"}, &cli.BoolFlag{Name: "prune", Value: true},
			&cli.BoolFlag{Name: "no-cube"},
		}}}}},
		Renamed: []Renamed{
			{Old: "alpha", New: "rate", Commands: []string{"train td"}},
			{Old: "plot", New: "curve", Commands: []string{"train td"}},
			{Old: "rate", New: "out", Commands: []string{"train other"}},
		},
	}
}

// The old name of a flag works as the new one, and the program prints the new name
// once.
func TestRenamedFlags(t *testing.T) {
	const rate, curve = "lab train td: --alpha is now --rate\n", "lab train td: --plot is now --curve\n"
	for _, c := range []struct{ line, want, note string }{
		{"--rate 1", "rate=1", ""},
		{"--alpha 1", "rate=1", rate},
		{"-alpha 1", "rate=1", rate},
		{"--alpha=1 --plot", "rate=1 curve", rate + curve},
		{"file --alpha 1", "rate=1 args=file", rate},
		{"--alpha 1 --alpha 2", "rate=2", rate},
		{"--plot=false", "", curve},
		{"--out --alpha --rate 1", "rate=1 out=--alpha", ""},
		{"-- --alpha", "args=--alpha", ""},
		{"--no-prune", "whole", ""},
		{"--prune=false", "whole", ""},
		{"--no-cube", "no-cube", ""},
	} {
		var got []string
		program := lab(func(c *cli.Context) error {
			for _, name := range []string{"rate", "curve", "out", "no-cube"} {
				switch v := c.Value(name).(type) {
				case bool:
					if v {
						got = append(got, name)
					}
				case string:
					if v != "" {
						got = append(got, name+"="+v)
					}
				case cli.StringSlice:
					if all := v.Value(); len(all) > 0 {
						got = append(got, name+"="+strings.Join(all, ","))
					}
				}
			}
			if !c.Bool("prune") {
				got = append(got, "whole")
			}
			if c.NArg() > 0 {
				got = append(got, "args="+strings.Join(c.Args().Slice(), ","))
			}
			return nil
		})
		var notes strings.Builder
		code := program.Run(t.Context(), append([]string{"lab", "train", "td"}, strings.Fields(c.line)...), strings.NewReader(""), io.Discard, &notes)
		if line := strings.Join(got, " "); code != ExitOK || line != c.want || notes.String() != c.note {
			t.Errorf("%s: %d, %q, notes %q\nwant %q, %q", c.line, code, line, notes.String(), c.want, c.note)
		}
	}
}

// A flag by both its names is a mistake, in either order, and help has the new one only.
func TestRenamedFlagsByBothNames(t *testing.T) {
	for _, line := range []string{"--rate 1 --alpha 2", "--alpha 2 --rate=1"} {
		program := lab(func(*cli.Context) error { t.Error("the command ran"); return nil })
		var said strings.Builder
		code := program.Run(t.Context(), append([]string{"lab", "train", "td"}, strings.Fields(line)...), strings.NewReader(""), io.Discard, &said)
		if want := "lab train td: --alpha is the old name of --rate: give only one of them\n"; code != ExitUsage || !strings.HasSuffix(said.String(), want) {
			t.Errorf("%s: %d, %s", line, code, said.String())
		}
	}
	var help strings.Builder
	lab(nil).Run(t.Context(), []string{"lab", "train", "td", "--help"}, strings.NewReader(""), &help, io.Discard)
	if text := help.String(); strings.Contains(text, "alpha") || !strings.Contains(text, "--rate value") ||
		!strings.Contains(text, "(default: on; --no-prune turns it off)") || strings.Contains(text, "false") {
		t.Error(text)
	}
}
