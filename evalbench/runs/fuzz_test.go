package runs

import (
	"io"
	"math"
	"path/filepath"
	"testing"

	"gammonlab/internal/must"
)

// Every folder gives an error, or a run whose series can be drawn and written.
func FuzzOpen(f *testing.F) {
	// Only short seeds, since the fuzzer is slow with long ones.
	f.Add([]byte(`{"format":"gammonlab-td-run 1"}`), []byte(`{"games":10,"loss":0.5,"pubeval_ppg":-1,"pubeval_ppg_low":-2,"pubeval_ppg_high":0,"wall_seconds":3}`+"\n"+`{"games":2`))
	f.Add([]byte(`{"format":"gammonlab-supervised-run 1"}`), []byte(`{"epoch":1,"part":"race","rate":1,"bench":{"a":2}}`+"\n"))
	f.Add([]byte(`{"format":"gammonlab-td-run 1","a":[{"part":"x"},{"b":[{}]}],"a.x":null}`), []byte(`{"games":-1e300,"loss":1e299,"loss_low":1e299}`+"\n{}\n"))
	f.Add([]byte(`{"format":"gammonlab-iterate-run 1","generations":"x"}`), []byte(`{"generation":1e308,"games":1e308,"nets":[{"part":""},null,{"part":"all","x":{"y":[{"file":"z","v":-0}]}}]}`+"\n"))
	f.Fuzz(func(t *testing.T, config, metrics []byte) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "config.json"), string(config))
		write(t, filepath.Join(dir, "metrics.jsonl"), string(metrics))
		r, err := Open(dir)
		if err != nil {
			return
		}
		all := []*Run{r, r}
		Compare(all).Text()
		Table(all)
		r.Summarize()
		for _, x := range axes {
			charts, err := Charts(all, ChartOptions{X: x, Smooth: 0.6, LogX: true, LogY: true})
			if err != nil {
				continue
			}
			for _, c := range charts {
				for _, s := range c.Series {
					checkSeries(t, s.X, s.Y, s.Lo, s.Hi)
				}
			}
			must.OK(t, r.writeEvents(io.Discard, 0, x))
		}
	})
}

// checkSeries reports values that a chart refuses.
func checkSeries(t *testing.T, xs, ys, lo, hi []float64) {
	t.Helper()
	for i, x := range xs {
		if i > 0 && x < xs[i-1] || math.Abs(x) > 1e300 || !(math.Abs(ys[i]) <= 1e301) || len(lo) > 0 && !(lo[i] <= hi[i]) {
			t.Fatalf("point %d of %v: %v, [%v, %v]", i, xs, ys, lo, hi)
		}
	}
}
