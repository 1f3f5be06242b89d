package cliutil

import (
	"io"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// Errors about the command line begin with the whole command and suggest the
// probable word.
func TestMistakesSuggest(t *testing.T) {
	leaf := func(name string, flags ...cli.Flag) *cli.Command {
		return &cli.Command{Name: name, Flags: flags, Action: func(c *cli.Context) error { return Require(c, "a") }}
	}
	program := func() *Program {
		return &Program{Name: "lab", Commands: []*cli.Command{
			{Name: "bench", Subcommands: []*cli.Command{
				leaf("match", &cli.StringFlag{Name: "a"}, &cli.IntFlag{Name: "games"}, &cli.DurationFlag{Name: "time"}), leaf("generate"),
				{Name: "hidden", Hidden: true}}},
			{Name: "dataset", Subcommands: []*cli.Command{leaf("generate"), {Name: "import", ArgsUsage: "FILE", Action: func(c *cli.Context) error {
				_, err := FileArguments(c)
				return err
			}}}},
		}}
	}
	for line, want := range map[string]string{
		"bnech":                    `lab: unknown command "bnech"; did you mean lab bench? (see lab --help)`,
		"mtch":                     `lab: unknown command "mtch"; did you mean lab bench match? (see lab --help)`,
		"generate":                 `lab: unknown command "generate"; did you mean lab bench generate or lab dataset generate? (see lab --help)`,
		"bench mtch":               `lab bench: unknown command "mtch"; did you mean lab bench match? (see lab bench --help)`,
		"bench import":             `lab bench: unknown command "import"; did you mean lab dataset import? (see lab bench --help)`,
		"bench hiden":              `lab bench: unknown command "hiden" (see lab bench --help)`,
		"zzz":                      `lab: unknown command "zzz" (see lab --help)`,
		"help bench mtch":          `lab bench: unknown command "mtch"; did you mean lab bench match? (see lab bench --help)`,
		"help zzz":                 `lab: unknown command "zzz" (see lab --help)`,
		"--versoin":                `lab: unknown flag --versoin; did you mean --version? (see lab --help)`,
		"bench match --gmaes 3":    `lab bench match: unknown flag --gmaes; did you mean --games? (see lab bench match --help)`,
		"bench match -x":           `lab bench match: unknown flag -x (see lab bench match --help)`,
		"bench match --games":      `lab bench match: --games needs a value`,
		"bench match --games many": `lab bench match: --games is "many", want a whole number`,
		"bench match --time 3":     `lab bench match: --time is "3", want a time such as 30s, 10m or 2h`,
		"bench match":              `lab bench match: --a is required`,
		"dataset import":           `lab dataset import: no file given`,
	} {
		var said strings.Builder
		code := program().Run(t.Context(), append([]string{"lab"}, strings.Fields(line)...), strings.NewReader(""), io.Discard, &said)
		if got := strings.TrimSpace(said.String()); code != ExitUsage || got != want {
			t.Errorf("%s: %d, %s\nwant %d, %s", line, code, got, ExitUsage, want)
		}
	}
}

// The word help may stand before, between or after the words of a command.
func TestHelpWords(t *testing.T) {
	for _, line := range []string{"help bench match", "bench help match", "bench match --help", "h bench match"} {
		program := &Program{Name: "lab", Commands: []*cli.Command{{Name: "bench", Subcommands: []*cli.Command{
			{Name: "match", Usage: "plays", Action: func(*cli.Context) error { t.Error("the command ran"); return nil }}}}}}
		var out strings.Builder
		code := program.Run(t.Context(), append([]string{"lab"}, strings.Fields(line)...), strings.NewReader(""), &out, io.Discard)
		if code != ExitOK || !strings.Contains(out.String(), "lab bench match - plays") {
			t.Errorf("%s: %d, %s", line, code, out.String())
		}
	}
}
