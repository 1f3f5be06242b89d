package app

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// A flag has one meaning in all commands: it takes a value everywhere or nowhere.
func TestFlagsHaveOneKind(t *testing.T) {
	kinds := map[string]map[bool][]string{}
	eachCommand(gammonlab().App(nil, io.Discard, io.Discard).Commands, "", func(name string, c *cli.Command) {
		for _, f := range c.Flags {
			flag := f.Names()[0]
			if kinds[flag] == nil {
				kinds[flag] = map[bool][]string{}
			}
			valued := f.(cli.DocGenerationFlag).TakesValue()
			kinds[flag][valued] = append(kinds[flag][valued], name)
		}
	})
	for flag, of := range kinds {
		if len(of) > 1 {
			t.Errorf("--%s takes a value in %s and none in %s", flag, strings.Join(of[true], ", "), strings.Join(of[false], ", "))
		}
	}
}

// A flag that is given without a value is refused by all commands, before they do anything.
func TestEmptyFlags(t *testing.T) {
	usual := []string{"model", "player", "variant", "out"}
	refused := 0
	eachCommand(gammonlab().App(nil, io.Discard, io.Discard).Commands, "", func(name string, c *cli.Command) {
		if len(c.Subcommands) > 0 {
			return
		}
		var flags []string
		for _, f := range c.Flags {
			switch f.(type) {
			case *cli.StringFlag, *cli.StringSliceFlag:
				flags = append(flags, f.Names()[0])
			}
		}
		for i, flag := range flags {
			if i == 0 || slices.Contains(usual, flag) {
				program.Fails(t, 2, "-"+flag+" is empty", append(strings.Fields(name), "--"+flag+"=")...)
				refused++
			}
		}
	})
	if refused < 50 {
		t.Errorf("only %d flags were tried", refused)
	}
}
