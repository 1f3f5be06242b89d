package runfolder

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"gammonlab/internal/must"
	"gammonlab/internal/runfolder/runfoldertest"
)

// timed is a point with the time at its line.
type timed struct {
	point
	Elapsed
}

// The time of a line includes that of earlier processes, whether they ended
// after a checkpoint or were killed before it.
func TestElapsed(t *testing.T) {
	f := mustBegin(t)
	before := Elapsed{100, 250}
	for name, spoil := range map[string]func(){
		"interrupted": func() { f.Event("checkpoint", before.values()...) },
		"killed": func() {
			line := must.Get(MetricsLine(point{7}, before))(t)
			write(t, f.Path(MetricsFile), string(line)+`{"games":8,"wall_sec`)
		},
		"damaged": func() {
			f.Event("checkpoint", before.values()...)
			write(t, f.Path(MetricsFile), "x\n{\"wall_seconds\":-5}\n{\"wall_seconds\":\"7\"}\n")
		},
	} {
		must.OK(t, f.Lock())
		spoil()
		f.Unlock()
		if got := f.Elapsed(); got != (Elapsed{}) {
			t.Errorf("%s: %v without the lock", name, got)
		}
		must.OK(t, f.Lock())
		time.Sleep(5 * time.Millisecond)
		got := f.Elapsed()
		if got.Wall < before.Wall+0.004 || got.Wall > before.Wall+60 || got.CPU < before.CPU || got.CPU > before.CPU+60 {
			t.Errorf("%s: %v after %v", name, got, before)
		}
		must.OK(t, f.Clear("td"))
		must.OK(t, f.Begin())
		f.Unlock()
	}
}

// The log of a checkpoint contains the duration of the run up to then, and
// lines of the metrics contain theirs after the fields of the point.
func TestElapsedIsWritten(t *testing.T) {
	f := mustBegin(t)
	time.Sleep(2 * time.Millisecond)
	must.OK(t, f.AppendMetrics(point{3}))
	must.OK(t, f.SaveCheckpoint(3, &Checkpoint{Kind: "a", Run: document{}}, 1))
	line := string(must.Get(os.ReadFile(f.Path(MetricsFile)))(t))
	var got timed
	must.OK(t, json.Unmarshal([]byte(line), &got))
	log := lastElapsed(must.Get(os.ReadFile(f.Path(LogFile)))(t))
	if got.Games != 3 || got.Wall <= 0 || log.Wall < got.Wall {
		t.Errorf("line %s and %v in the log, want both times in this order", line, log)
	}
	if bare := runfoldertest.WithoutElapsed(line); bare != "{\"games\":3}\n" {
		t.Errorf("without times it is %s", bare)
	}
	// Metrics of earlier versions have no times.
	write(t, f.Path(MetricsFile), "{\"games\":1}\n")
	if points, err := Metrics[timed](f); err != nil || len(points) != 1 || points[0] != (timed{point: point{1}}) {
		t.Errorf("old metrics: %v, %v", points, err)
	}
}

func TestMetricsLine(t *testing.T) {
	for _, c := range []struct {
		point any
		e     Elapsed
		want  string
	}{
		{point{1}, Elapsed{}, `{"games":1}`},
		{point{1}, Elapsed{1.5, 0}, `{"games":1,"wall_seconds":1.5,"cpu_seconds":0}`},
		{struct{}{}, Elapsed{1.5, 2}, `{"wall_seconds":1.5,"cpu_seconds":2}`},
	} {
		if got, err := MetricsLine(c.point, c.e); err != nil || strings.TrimSuffix(string(got), "\n") != c.want {
			t.Errorf("got %s, %v, want %s", got, err, c.want)
		}
	}
}
