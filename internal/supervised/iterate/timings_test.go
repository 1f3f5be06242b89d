package iterate

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
)

// The metrics contain the duration of the run at the end of each generation:
// the sum of its steps up to then.
func TestMetricsHaveTimes(t *testing.T) {
	dir := t.TempDir()
	f := &Folder{files: runfolder.New(dir)}
	must.OK(t, os.WriteFile(f.files.Path(timingsFile), []byte(`{"generation":0,"step":"match","cpu_seconds":3,"wall_seconds":1}
{"generation":1,"step":"train","cpu_seconds":4,"wall_seconds":2}
{"generation":2,"step":"train","cpu_seconds":50,"wall_seconds":25}
`), 0o666))
	must.OK(t, f.writeMetrics([]*record{{}, {Point: Point{Generation: 1}}}))
	lines := strings.Split(string(must.Get(os.ReadFile(f.files.Path(runfolder.MetricsFile)))(t)), "\n")
	for i, want := range []runfolder.Elapsed{{Wall: 1, CPU: 3}, {Wall: 3, CPU: 7}} {
		var got runfolder.Elapsed
		must.OK(t, json.Unmarshal([]byte(lines[i]), &got))
		if got != want {
			t.Errorf("generation %d: %+v, want %+v", i, got, want)
		}
	}
}
