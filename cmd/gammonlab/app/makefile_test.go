package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// make demo removes nothing: it continues the run that is there with its settings, and only
// --force replaces that. Other numbers of games are left to the program, which refuses them.
func TestDemoReplacesNothing(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("no make")
	}
	makefile := must.Get(filepath.Abs("../../../Makefile"))(t)
	t.Chdir(t.TempDir())
	train := func(args ...string) string {
		t.Helper()
		out := string(must.Get(exec.Command("make", slices.Concat([]string{"-n", "-f", makefile, "demo"}, args)...).Output())(t))
		if strings.Contains(out, "rm ") {
			t.Errorf("make demo %q removes files:\n%s", args, out)
		}
		_, out, _ = strings.Cut(out, "bin/gammonlab train td")
		line, _, _ := strings.Cut(strings.ReplaceAll(out, "\\\n", ""), "\n")
		return strings.Join(strings.Fields(line), " ")
	}
	begin := train()
	if !strings.Contains(begin, "--games 300000") || !strings.HasSuffix(begin, "--curve --out demo") || strings.Contains(begin, "--resume") {
		t.Errorf("the demo begins with %s", begin)
	}
	must.OK(t, os.Mkdir("demo", 0o777))
	must.OK(t, os.WriteFile("demo/config.json", nil, 0o666))
	for args, want := range map[string]string{
		"":                                "--resume --curve --out demo",
		"DEMO_GAMES=7":                    strings.Replace(begin, "300000", "7", 1),
		"DEMO_FLAGS=--force":              strings.Replace(begin, " --curve", " --force --curve", 1),
		"DEMO_GAMES=7 DEMO_FLAGS=--force": strings.NewReplacer("300000", "7", " --curve", " --force --curve").Replace(begin),
	} {
		if got := train(strings.Fields(args)...); got != want {
			t.Errorf("make demo %s runs train td %s, want %s", args, got, want)
		}
	}
}
