package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/evalbench/runs"
	"gammonlab/internal/must"
)

// The same command continues an interrupted run, which ends with the bytes of one in one
// piece. It leaves a finished run alone.
func TestSameCommandContinues(t *testing.T) {
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
		{"td from a model", []string{"train", "td", "--from", tiny, "--games", "6000", "--checkpoint", "400", "--bench-games", "20", "--bearoff", "none"},
			interrupt, "model.safetensors"},
		{"supervised", []string{"train", "supervised", "--data", trainingData(t), "--hidden", "128", "--epochs", "12", "--batch", "4", "--patience", "0", "--checkpoint", "100", "--bearoff", "none"},
			interrupt, "model.safetensors"},
		{"iterate", []string{"train", "iterate", "--config", shortIterate(t, "")},
			func(t *testing.T, _ string, args []string) {
				ctx, cancel := context.WithCancel(t.Context())
				errOut := cancelOn{word: "generation 1 of 2, label", cancel: cancel}
				code := run(ctx, append([]string{"gammonlab"}, args...), nil, io.Discard, &errOut)
				if code != exitFailed || !strings.Contains(errOut.text.String(), "resume with the same command") {
					t.Fatalf("interrupted: exit code %d, %s", code, errOut.text.String())
				}
			}, "best.safetensors"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := func(name string) []string { return append(c.args, "--out", filepath.Join(dir, c.name, name)) }
			mustTrain(t, in("whole"))
			c.stop(t, filepath.Join(dir, c.name, "stopped"), in("stopped"))
			mustTrain(t, in("stopped"))
			if readFile(t, dir, c.name, "stopped", c.model) != readFile(t, dir, c.name, "whole", c.model) {
				t.Error("the model differs from that of a run in one piece")
			}
			before := must.Get(os.Stat(filepath.Join(dir, c.name, "stopped", c.model)))(t)
			events := filepath.Join(dir, c.name, "events")
			_, text, code := command(t, "", append(in("stopped"), "--tensorboard", events)...)
			after := must.Get(os.Stat(filepath.Join(dir, c.name, "stopped", c.model)))(t)
			if code != exitOK || !strings.Contains(text, "the run in "+filepath.Join(dir, c.name, "stopped")+" is finished") || !os.SameFile(before, after) {
				t.Errorf("finished: exit code %d, %s, or the model is another file", code, text)
			}
			if found := must.Get(filepath.Glob(filepath.Join(events, "stopped", runs.EventsPattern)))(t); len(found) != 1 {
				t.Errorf("the finished run has %d files of events, want 1", len(found))
			}
			_, text, code = command(t, "", append(in("stopped"), "--seed", "99")...)
			if want := "--seed: the run in " + filepath.Join(dir, c.name, "stopped") + " has 1, this command has 99; "; code != exitUsage || !strings.Contains(text, want) {
				t.Errorf("another seed: exit code %d, %q, want %q", code, text, want)
			}
		})
	}
}
