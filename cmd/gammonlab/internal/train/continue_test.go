package train

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/evalbench/runs"
	"gammonlab/internal/must"
)

// The same command continues an interrupted run, which ends with the bytes of one in one
// piece. It leaves a finished run alone.
func TestSameCommandContinues(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	interrupt := func(t *testing.T, folder string, args []string) {
		if code := stopChild(t, folder, 1, os.Interrupt, args); code != 130 {
			t.Fatalf("interrupted: exit code %d", code)
		}
	}
	for _, c := range []struct {
		name  string
		args  []string
		stop  func(t *testing.T, folder string, args []string)
		model string
	}{
		{"td", []string{"train", "td", "--hidden", "5", "--games", "6000", "--checkpoint", "400", "--bench-games", "20", "--bearoff", "none"},
			interrupt, "model.safetensors"},
		{"td from a model", []string{"train", "td", "--from", clitest.Tiny, "--games", "6000", "--checkpoint", "400", "--bench-games", "20", "--bearoff", "none"},
			interrupt, "model.safetensors"},
		{"supervised", []string{"train", "supervised", "--data", clitest.Labelled(t, clitest.GnubgTable), "--hidden", "128", "--epochs", "12", "--batch", "4", "--patience", "0", "--checkpoint", "100", "--bearoff", "none"},
			interrupt, "model.safetensors"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := func(name string) []string { return append(c.args, "--out", filepath.Join(dir, c.name, name)) }
			program.OK(t, in("whole")...)
			c.stop(t, filepath.Join(dir, c.name, "stopped"), in("stopped"))
			program.OK(t, in("stopped")...)
			same(t, filepath.Join(dir, c.name, "stopped"), filepath.Join(dir, c.name, "whole"), c.model)
			before := must.Get(os.Stat(filepath.Join(dir, c.name, "stopped", c.model)))(t)
			events := filepath.Join(dir, c.name, "events")
			_, text, code := program.Run(t, "", append(in("stopped"), "--tensorboard", events, "--json")...)
			after := must.Get(os.Stat(filepath.Join(dir, c.name, "stopped", c.model)))(t)
			if code != 0 || !strings.Contains(text, "the run in "+filepath.Join(dir, c.name, "stopped")+" is finished") || !os.SameFile(before, after) {
				t.Errorf("finished: exit code %d, %s, or the model is another file", code, text)
			}
			if found := must.Get(filepath.Glob(filepath.Join(events, "stopped", runs.EventsPattern)))(t); len(found) != 1 {
				t.Errorf("the finished run has %d files of events, want 1", len(found))
			}
			program.Fails(t, 2, "--seed: the run in "+filepath.Join(dir, c.name, "stopped")+" has 1, this command has 99; ", append(in("stopped"), "--seed", "99")...)
		})
	}
}
