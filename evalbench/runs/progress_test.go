package runs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// The progress has the total of the config; a run in progress has the time that is left, by its
// last lines.
func TestProgress(t *testing.T) {
	for folder, want := range map[string]string{
		"first": " of 24,000 games, ", "parts": " epochs, ", "generations": " of 2 generations, ",
	} {
		r := must.Get(Open(filepath.Join("testdata", folder)))(t)
		p := r.Progress()
		if text := p.Text(); !strings.Contains(text, want) || strings.Contains(text, "left") || p.Share() <= 0 || p.Share() > 1 {
			t.Errorf("%s: %s, want %s", folder, text, want)
		}
	}
	dir := t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(dir, "config.json"), []byte(`{"format": "gammonlab-td-run 1", "games": 5000}`), 0o666))
	metrics := filepath.Join(dir, "metrics.jsonl")
	must.OK(t, os.WriteFile(metrics, nil, 0o666))
	if r := must.Get(Open(dir))(t); r.Progress() != nil || r.Progress().Text() != "no data yet" {
		t.Errorf("without lines: %+v", r.Progress())
	}
	lines := `{"games":1000,"wall_seconds":10,"cpu_seconds":15}
{"games":2000,"wall_seconds":110,"cpu_seconds":365}
`
	must.OK(t, os.WriteFile(metrics, []byte(lines), 0o666))
	r := must.Get(Open(dir))(t)
	r.State = Running
	if got, want := r.Progress().Text(), "2,000 of 5,000 games, 40 %, 5m0s left, 3.5 cores"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
