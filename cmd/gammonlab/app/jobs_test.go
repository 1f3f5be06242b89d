package app

import (
	"path/filepath"
	"testing"

	"gammonlab/internal/waittest"
)

// A job without workers is shown, paused, resumed and cancelled.
func TestJobs(t *testing.T) {
	server, url := startServer(t, t.TempDir())
	// The command computes one shard, so the rest of the job waits for workers.
	submitter := program.Start(t, "dataset", "generate", "--player", "pubeval", "--games", "1000000",
		"--out", filepath.Join(t.TempDir(), "out"), "--pool", url, "--shard", "10ms")
	var list struct{ Jobs []struct{ ID string } }
	waittest.Until(t, "the job", func() bool {
		program.JSON(t, &list, "jobs", "--pool", url, "--json")
		return len(list.Jobs) > 0 || submitter.Ended()
	})
	if submitter.Ended() {
		t.Fatal(submitter.Err.String())
	}
	id := list.Jobs[0].ID
	job := func(words ...string) (j struct {
		ID, State string
		Paused    bool
	}) {
		t.Helper()
		program.JSON(t, &j, append(append([]string{"jobs"}, words...), "--pool", url, "--json", id)...)
		return j
	}
	if j := job("pause"); j.ID != id || j.State != "paused" || !job("show").Paused {
		t.Errorf("paused: %+v", j)
	}
	if j := job("pause", "--resume"); j.State != "resumed" || job("show").Paused {
		t.Errorf("resumed: %+v", j)
	}
	if j := job("cancel"); j.ID != id || j.State != "cancelled" {
		t.Errorf("cancelled: %+v", j)
	}
	if code := submitter.Wait(); code != 1 {
		t.Errorf("the command of the job ended with %d", code)
	}
	wantStopped(t, server)
}
