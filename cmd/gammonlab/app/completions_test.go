package app

import (
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// The completions have an entry for every flag with a value, also for values
// that cannot be listed.
func TestCompletionsKnowAllFlags(t *testing.T) {
	table := completions()
	unused := map[string]bool{}
	for name := range table.Flags {
		unused[name] = true
	}
	eachCommand(gammonlab().Commands, "", func(name string, c *cli.Command) {
		for _, flag := range c.Flags {
			long := "--" + flag.Names()[0]
			delete(unused, long)
			delete(unused, name+" "+long)
			switch flag.(type) {
			case *cli.StringFlag, *cli.StringSliceFlag:
				if !table.Known(name, flag) {
					t.Errorf("%s %s: its values are not in the table of completions", name, long)
				}
			}
		}
	})
	for name := range unused {
		t.Errorf("completions has %s, which is no flag", name)
	}
}

// The values that are offered for a flag are those in its help.
func TestCompletionsAreInTheHelp(t *testing.T) {
	checked := 0
	table := completions()
	for name, own := range table.Flags {
		command, long, _ := strings.Cut(name, "--")
		eachCommand(gammonlab().Commands, "", func(of string, c *cli.Command) {
			if command != "" && strings.TrimSpace(command) != of {
				return
			}
			for _, flag := range c.Flags {
				if flag.Names()[0] != long || command == "" && table.Flags[of+" --"+long] != nil {
					continue
				}
				for _, value := range own("") {
					if isFile(value) || long == "activation" || long == "luck" || long == "judge-model" {
						continue
					}
					checked++
					if !strings.Contains(flag.(cli.DocGenerationFlag).GetUsage(), shortVariant(value)) {
						t.Errorf("%s --%s: %q is offered, but not in the help", of, long, value)
					}
				}
			}
		})
	}
	if checked < 50 {
		t.Errorf("only %d values were checked", checked)
	}
}

// isFile reports whether a value is a file of this folder.
func isFile(value string) bool { return strings.ContainsAny(value, "./") }

// shortVariant cuts the variants that the help lists as "hypergammon1, 2 or 3".
func shortVariant(value string) string { return strings.TrimRight(value, "123") }

// Command lines, and some of the words that are offered for the last word.
func TestCompletions(t *testing.T) {
	t.Chdir(t.TempDir())
	table := completions()
	for _, c := range []struct {
		line       string // the cursor is at its end
		want, lack string // words joined by blanks
	}{
		{"", "train bench eval completion", "words match help"},
		{"be", "bench bearoff", "train"},
		{"bench ", "match sprt positions", "train"},
		{"bench positions ", "run build", "match"},
		{"help bench m", "match", "sprt"},
		{"bench match --", "--games --seed --help", "-a"},
		{"bench match --games 3 --", "--seed", "--games"},
		{"bench match --a ", "net: pubeval random", "default"},
		{"bench match --a net:", "net:default net:large", "pubeval"},
		{"bench match --a=net:d", "--a=net:default", "net:default"},
		{"bench match --a net:default,p", "net:default,plies= net:default,prune=off", "net:default,noise="},
		{"bench tournament --players pubeval,r", "pubeval,random", "random"},
		{"bench match --a net:default --games 10 --met ", "kazaross-xg2 zadeh", "g12"},
		{"eval --model ", "default fast td512", "pubeval"},
		{"train td --features ", "tesauro198 perspective196", ""},
		{"train td --features perspective196+tes", "perspective196+tesauro198", "tesauro198"},
		{"dataset label --method ", "static ply1 ply2 rollout bearoff game", "trace"},
		{"dataset generate --kind backgame,pr", "backgame,prime", "prime"},
		{"train supervised --optimizer ", "adam sgd", ""},
		{"worker --kinds l", "label", "rollout"},
		{"completion ", "bash zsh fish", "words"},
		{"rating table ", "favorite underdog", ""},
		{"bench suite r", "race", "opening"},
		{"features list ", "--json --help", ""},
		{"eval -- -", "", "--model"},
		{"frob ", "", ""},
	} {
		got := map[string]bool{}
		for _, w := range table.Complete(gammonlab().Commands, strings.Split(c.line, " ")) {
			got[w.Text] = true
		}
		for _, w := range strings.Fields(c.want) {
			if !got[w] {
				t.Errorf("%q: %q is not offered in %v", c.line, w, got)
			}
		}
		for _, w := range strings.Fields(c.lack) {
			if got[w] {
				t.Errorf("%q: %q is offered", c.line, w)
			}
		}
	}
}
