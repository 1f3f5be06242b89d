package app

import (
	"runtime"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/version"
	"gammonlab/nets"
)

// The program prints its components; the digests are those of weights info.
func TestVersion(t *testing.T) {
	var got struct {
		Version, Go, Kernel, Class string
		Cores                      int
		Nets                       []struct{ Name, Digest string }
	}
	program.JSON(t, &got, "version", "--json")
	if got.Version != version.Toolkit || got.Go != runtime.Version() || got.Kernel == "" || got.Class == "" || got.Cores < 1 {
		t.Errorf("got %+v", got)
	}
	if len(got.Nets) != len(nets.Shipped()) {
		t.Errorf("%d nets, want %v", len(got.Nets), nets.Shipped())
	}
	text := program.OK(t, "version")
	for _, net := range got.Nets {
		clitest.Wants(t, program.OK(t, "weights", "info", "--json", net.Name), net.Digest)
		clitest.Wants(t, text, net.Digest)
	}
}

// The JSON from which manual pages are made has every command of the help, with
// its flags.
func TestCommandsAsJSON(t *testing.T) {
	out := program.OK(t, "commands")
	clitest.Wants(t, out, `"name": "gammonlab bench positions build"`, `"form": "--force"`, `"form": "--games N"`,
		`"arguments": "CANDIDATE REPLACED"`, `"group": "Batch update"`)
	if strings.Contains(out, `"gammonlab commands"`) || strings.Contains(out, `gammonlab help`) {
		t.Error("it has hidden commands")
	}
}
