package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/childtest"
	"gammonlab/nets/kernel"
)

// beginOn runs the program with plain Go kernels. If unfinished names a file,
// it kills the program once the file has content; otherwise the program must
// succeed.
func beginOn(t *testing.T, args []string, unfinished string) {
	t.Helper()
	process := clitest.Command(args, kernel.Variable+"=go")
	errOut := new(strings.Builder)
	process.Stderr = errOut
	killed := childtest.Stop(t, process, os.Kill, func() bool {
		info, err := os.Stat(unfinished)
		return err == nil && info.Size() > 0
	})
	if killed != (unfinished != "") || !killed && !process.ProcessState.Success() {
		t.Fatalf("%v: %v\n%s", args, process.ProcessState, errOut)
	}
}

// Work that was begun with kernels of another class is refused by every command
// that could continue it.
func TestWorkOfAnotherKernel(t *testing.T) {
	if kernel.Class() != "simd" {
		t.Skip("this machine or build has plain Go kernels alone")
	}
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	data := path("data.parquet")
	program.OK(t, "dataset", "generate", "--player", "net:"+tiny, "--positions", "6000", "--bearoff", "none", "--out", data)
	for _, c := range []struct {
		name       string
		args       []string
		unfinished string   // file of unfinished work after a kill; "" if the finished output is resumed
		again      []string // arguments to resume with, nil for args
	}{
		{"label", []string{"dataset", "label", "--method", "ply1", "--model", tiny, "--bearoff", "none", "--out", path("l"), data}, path("l.part"), nil},
		{"generate", []string{"dataset", "generate", "--player", "net:" + tiny, "--positions", "9000000", "--bearoff", "none", "--out", path("g")}, path("g.part"), nil},
		{"positions", []string{"bench", "positions", "build", "--out", path("p"), "--player", "net:" + tiny, "--model", tiny, "--bearoff", "none",
			"--decisions", "5000", "--cubes", "0", "--trials", "36", "--truncate", "3"}, path("p.part"), nil},
		{"rollout", []string{"rollout", "--model", tiny, "--bearoff", "none", "--trials", "36", "--out", path("r"), start}, "",
			[]string{"rollout", "--model", tiny, "--bearoff", "none", "--trials", "72", "--out", path("r"), start}},
		{"match", []string{"bench", "match", "--a", "net:" + tiny, "--b", "pubeval", "--bearoff", "none", "--games", "4", "--results", path("m")}, "", nil},
		{"tournament", []string{"bench", "tournament", "--players", "net:" + tiny + ",pubeval", "--bearoff", "none", "--games", "4", "--results", path("t")}, "", nil},
		{"study", []string{"rating", "simulate", "--study", "1", "--matches", "5000", "--lengths", "1", "--model", tiny, "--bearoff", "none", "--out", path("s")}, path("s.part"), nil},
		{"td", []string{"train", "td", "--hidden", "5", "--games", "600", "--bench-every", "0", "--bearoff", "none", "--out", path("td")}, "", []string{"train", "td", "--out", path("td"), "--resume"}},
		{"supervised", []string{"train", "supervised", "--data", clitest.Labelled(t, gnubgTable), "--hidden", "6", "--epochs", "3", "--out", path("supervised")}, "", []string{"train", "supervised", "--out", path("supervised"), "--resume"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			beginOn(t, c.args, c.unfinished)
			args := c.again
			if args == nil {
				args = c.args
			}
			_, errOut, code := program.Run(t, "", args...)
			if code != 1 || !strings.Contains(errOut, "made with kernel go-") || !strings.Contains(errOut, "kernel simd in use") {
				t.Errorf("exit code %d, errors %s", code, errOut)
			}
		})
	}
}
