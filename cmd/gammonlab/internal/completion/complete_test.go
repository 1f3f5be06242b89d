package completion

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/must"
)

// lab is a program with a command of each kind.
func lab() ([]*cli.Command, *Table) {
	table := &Table{
		Flags:        map[string]Values{"--kind": OneOf("one", "two"), "dump --kind": OneOf("three")},
		Placeholders: map[string]Values{"FILE": Files, "DIR": Folders, "LIST": List(",", OneOf("a", "b")), "PLAYER": Any(OneOf("net:"), Behind("net:", OneOf("x", "y")))},
		Arguments:    map[string]Values{"own": OneOf("mine")},
	}
	flags := []cli.Flag{
		&cli.StringFlag{Name: "kind", Usage: "one of them"}, &cli.BoolFlag{Name: "json"},
		&cli.StringSliceFlag{Name: "list", Usage: "a `LIST`"}, &cli.StringFlag{Name: "out", Usage: "write `FILE`"},
		&cli.StringFlag{Name: "a", Usage: "first `PLAYER`"},
	}
	return []*cli.Command{
		{Name: "data", Usage: "data", Subcommands: []*cli.Command{{Name: "show", Usage: "shows it", Flags: flags, ArgsUsage: "FILE..."}}},
		{Name: "dump", Flags: flags, ArgsUsage: "DIR FILE"}, {Name: "own", ArgsUsage: "FILE"}, {Name: "pick", ArgsUsage: "left | right"},
		{Name: "secret", Hidden: true}, Command(table),
	}, table
}

func texts(words []Word) []string {
	var all []string
	for _, w := range words {
		all = append(all, w.Text)
	}
	slices.Sort(all)
	return all
}

func TestComplete(t *testing.T) {
	t.Chdir(t.TempDir())
	must.OK(t, os.MkdirAll("folder/inner", 0o777))
	for _, name := range []string{"file.txt", "folder/b c.txt", ".hidden"} {
		must.OK(t, os.WriteFile(name, nil, 0o666))
	}
	commands, table := lab()
	for line, want := range map[string]string{
		"": "completion data dump own pick", "d": "data dump", "s": "", "data ": "show", "help data ": "show",
		"data show ": "file.txt folder/", "data show file.txt ": "file.txt folder/", "data show folder/": "folder/b c.txt folder/inner/",
		"data show .": ".hidden", "data show nowhere/": "",
		"dump ": "folder/", "dump folder ": "file.txt folder/", "dump folder file.txt ": "",
		"data show -": "--help --json --kind --list --out -a", "data show --json --kind one --li": "--list",
		"data show --json --": "--help --kind --list --out", "data show --list a --list ": "a b", "data show --list a,": "a,a a,b",
		"data show --kind ": "one two", "dump --kind ": "three", "data show --kind=t": "--kind=two", "data show --frob=": "",
		"data show --out f": "file.txt folder/", "data show -- -": "", "own ": "mine", "pick ": "left right", "pick l": "left",
		"data show -a ": "net:", "data show -a net:": "net: net:x net:y", "completion ": "bash fish zsh",
	} {
		if got := strings.Join(texts(table.Complete(commands, strings.Split(line, " "))), " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestFilesAtHome(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	must.OK(t, os.WriteFile(filepath.Join(home, "net.safetensors"), nil, 0o666))
	if got := Files("~/n"); !slices.Equal(got, []string{"~/net.safetensors"}) {
		t.Errorf("got %q", got)
	}
}

// fake puts a program called gammonlab into the PATH, which writes its
// arguments to a file and prints three completions.
func fake(t *testing.T, shell string) (string, string) {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skipf("no %s here", shell)
	}
	dir := t.TempDir()
	script := "#!/bin/sh\nfor w; do printf '<%s>' \"$w\" >>" + dir + "/asked; done\n" +
		"printf 'net:default\\nnet:dir/\\tits usage\\nnet:d e\\n'\n"
	must.OK(t, os.WriteFile(filepath.Join(dir, "gammonlab"), []byte(script), 0o777))
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	must.OK(t, os.WriteFile(filepath.Join(dir, "script"), must.Get(scripts.ReadFile("scripts/gammonlab."+shell))(t), 0o666))
	return path, dir
}

// The scripts pass the typed words to the program, and offer its answers in the form
// of the shell.
func TestScripts(t *testing.T) {
	for shell, c := range map[string]struct{ ask, want string }{
		"bash": {`source "$1"; COMP_LINE='gammonlab bench match --a net:d'; COMP_POINT=${#COMP_LINE}; compopt() { :; }
			COMP_WORDS=(gammonlab bench match --a net : d); COMP_CWORD=6; _gammonlab gammonlab d :; printf '%s|' "${COMPREPLY[@]}"`,
			`default|dir/|d\ e|`},
		"zsh": {`compdef() { :; }; compadd() { local -a all; all=(${(P)@[-1]}); printf '%s|' "${all[@]}"; }
			words=(gammonlab bench match --a net:d); CURRENT=5; PREFIX=net:d; source "$1"; _gammonlab`,
			`net:default|net:d e|net:dir/|`},
		"fish": {`source $argv[1]; complete -C 'gammonlab bench match --a net:d' | string split -f1 \t | string join '|'`,
			"net:d e|net:default|net:dir/"},
	} {
		t.Run(shell, func(t *testing.T) {
			path, dir := fake(t, shell)
			args := []string{"-c", c.ask, "test", dir + "/script"}
			if shell == "fish" {
				args = []string{"-c", c.ask, dir + "/script"}
			}
			command := exec.Command(path, args...)
			command.Env = append(os.Environ(), "HOME="+dir)
			out, err := command.CombinedOutput()
			if err != nil || strings.TrimSpace(string(out)) != c.want {
				t.Errorf("%v, got %s\nwant %s", err, out, c.want)
			}
			asked := must.Get(os.ReadFile(dir + "/asked"))(t)
			if want := "<completion><words><--><bench><match><--a><net:d>"; !strings.HasPrefix(string(asked), want) {
				t.Errorf("the program is asked %s, want %s", asked, want)
			}
		})
	}
}
