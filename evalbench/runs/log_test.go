package runs

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// The log has the events with their details, of checkpoints only the newest in a row, and the machine.
func TestLog(t *testing.T) {
	f := folder(t, filepath.Join(t.TempDir(), "run"), TD, `{"games":8,"loss":0.5}`+"\n")
	write(t, f.Path("log.jsonl"), `{"time":"2026-11-22T12:06:04Z","level":"INFO","msg":"begun","toolkit":"1","machine":{"host":"vm","cpus":2},"settings":{"rate":"1"}}
{"time":"2026-11-22T12:06:05Z","level":"INFO","msg":"checkpoint","number":1,"wall_seconds":1}
{"time":"2026-11-22T12:06:06Z","level":"INFO","msg":"checkpoint","number":2,"wall_seconds":2}
no event
{"time":"2026-11-22T12:06:07Z","level":"INFO","msg":"failed","error":"no room"}
`)
	var got []string
	for _, e := range must.Get(mustOpen(t, f.Dir())[0].Log())(t) {
		got = append(got, fmt.Sprint(e.Time.Second(), " ", e.Name, ": ", e.Details, " ", e.Machine))
	}
	if want := "4 begun: toolkit 1 {vm 2}|6 checkpoint: number 2 { 0}|7 failed: error no room { 0}"; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", strings.Join(got, "|"), want)
	}
	if log := must.Get(mustOpen(t, "testdata/parts")[0].Log())(t); log != nil {
		t.Errorf("a run without a log has %v", log)
	}
}

// A run diverges if its last three losses are all more than twice the lowest one before.
func TestDiverges(t *testing.T) {
	for losses, want := range map[string]bool{"1 2 3": false, "1 3 3 3": true, "1 3 2 3": false, "5 1 4 4 4": true, "1 0.5 0.6 0.7": false, "": false} {
		text := ""
		for i, loss := range strings.Fields(losses) {
			text += fmt.Sprintf(`{"games":%d,"loss":%s,"wall_seconds":%d}`+"\n", i+1, loss, i+1)
		}
		f := folder(t, filepath.Join(t.TempDir(), "run"), TD, text)
		if got := mustOpen(t, f.Dir())[0].Diverges(); got != want {
			t.Errorf("%s: %v", losses, got)
		}
	}
}
