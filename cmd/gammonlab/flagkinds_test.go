package main

import (
	"io"
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
