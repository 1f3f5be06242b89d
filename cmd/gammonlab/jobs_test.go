package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A job without workers is shown, paused, resumed and cancelled.
func TestJobs(t *testing.T) {
	server, stop := startServer(t, "--store", t.TempDir())
	url := server.after(t, "server")
	ctx, end := context.WithCancel(t.Context())
	defer end()
	ended := make(chan int, 1)
	go func() {
		// The command computes one shard, so the rest of the job waits for workers.
		ended <- run(ctx, []string{"gammonlab", "dataset", "generate", "--player", "pubeval", "--games", "1000000",
			"--out", filepath.Join(t.TempDir(), "out"), "--pool", url, "--shard", "10ms"}, strings.NewReader(""), io.Discard, io.Discard)
	}()
	var list struct{ Jobs []struct{ ID string } }
	for answer(t, &list, "jobs", "--pool", url, "--json"); len(list.Jobs) == 0; answer(t, &list, "jobs", "--pool", url, "--json") {
		select {
		case code := <-ended:
			t.Fatalf("the command of the job ended with %d before it was listed", code)
		case <-time.After(20 * time.Millisecond):
		}
	}
	id := list.Jobs[0].ID
	job := func(words ...string) (j struct {
		ID, State string
		Paused    bool
	}) {
		t.Helper()
		answer(t, &j, append(append([]string{"jobs"}, words...), "--pool", url, "--json", id)...)
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
	if code := <-ended; code != exitFailed {
		t.Errorf("the command of the job ended with %d", code)
	}
	if code := stop(); code != exitOK {
		t.Errorf("the server ended with %d", code)
	}
}
