package runs

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
)

func mustOpen(t testing.TB, dirs ...string) []*Run {
	t.Helper()
	return must.Get(OpenAll(dirs))(t)
}

// folder makes a run folder of the kind with these lines of metrics.
func folder(t testing.TB, dir string, kind Kind, metrics string) *runfolder.Folder {
	t.Helper()
	f := runfolder.New(dir)
	must.OK(t, os.MkdirAll(dir, 0o777))
	for format, k := range kinds {
		if k == kind {
			write(t, f.Path(runfolder.ConfigFile), fmt.Sprintf(`{"format":"%s 1","generations":2}`, format))
		}
	}
	if metrics != "" {
		write(t, f.Path(runfolder.MetricsFile), metrics)
	}
	return f
}

func write(t testing.TB, path, text string) {
	t.Helper()
	must.OK(t, os.WriteFile(path, []byte(text), 0o666))
}

// spell writes the values of series in short.
func spell(all []Series) string {
	var words []string
	for _, s := range all {
		for _, v := range s.Values {
			word := fmt.Sprintf("%s@%g=%.3g", s.Of, v.X, v.Y)
			if v.Lo != nil {
				word += fmt.Sprintf("[%.3g,%.3g]", *v.Lo, *v.Hi)
			}
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// What runs of all kinds have measured, over their axes.
func TestSeries(t *testing.T) {
	for _, c := range []struct {
		run, quantity string
		axis          Axis
		want          string
	}{
		{"first", Strength, Games, "@2000=-0.94[-1.13,-0.754] @4000=-0.42[-0.622,-0.218] @6000=-0.335[-0.532,-0.138]"},
		{"first", Strength, Wall, "@0.357=-0.94[-1.13,-0.754] @0.951=-0.42[-0.622,-0.218] @1.46=-0.335[-0.532,-0.138]"},
		{"first", "rate", Positions, "@52912=0.1 @119515=0.1 @196060=0.1 @269017=0.1 @340321=0.1 @407855=0.1"},
		{"first", "ppg", Games, ""},
		{"first", Strength, Epoch, ""},
		{"parts", "validation_loss", Epoch, "contact@1=0.00471 contact@2=0.00453 crashed@1=0.00745 crashed@2=0.00631 race@1=0.00127 race@2=0.00102"},
		{"parts", "equity_rmse_race", Positions, "race@5.729881e+06=22.6 race@1.1459762e+07=20.6"},
		{"parts", "training_loss", Wall, ""}, // of a version that wrote no times
		{"generations", Strength, Epoch, "@0=0.15[-0.66,0.96] @1=0[-0.791,0.791] @2=-0.5[-1.23,0.235]"},
		{"generations", "match_ppg", Games, "@5=-0.03[-0.259,0.199] @10=-0.14[-0.395,0.115]"},
		{"generations", "equity_rmse", Positions, "@300=74.6 @600=81.6"},
	} {
		r := mustOpen(t, filepath.Join("testdata", c.run))[0]
		if got := spell(r.Series(c.quantity, c.axis)); got != c.want {
			t.Errorf("%s, %s over %s:\ngot  %s\nwant %s", c.run, c.quantity, c.axis, got, c.want)
		}
	}
}

// An incomplete last line is ignored, and a damaged line is named in the error.
// Luck-adjusted scores replace raw ones, and names in lists are kept.
func TestMetrics(t *testing.T) {
	for _, c := range []struct {
		kind    Kind
		metrics string
		of      string
		want    string // series over epochs, or the error
	}{
		{Supervised, `{"epoch":1,"part":"all","rate":0.5}` + "\n" + `{"epoch":2,"part":"all","ra`, "rate", "@1=0.5"},
		{Supervised, "", "rate", ""},
		{Supervised, "\n", "rate", "metrics.jsonl:1: "},
		{Supervised, "{}\nx\n", "rate", "metrics.jsonl:2: "},
		{Supervised, "null\n", "rate", "metrics.jsonl:1: found null, want an object"},
		{Supervised, "[1]\n", "rate", "metrics.jsonl:1: "},
		{Supervised, `{"epoch":1e999,"part":"all","rate":0.5}` + "\n", "rate", "metrics.jsonl:1: "},
		{Supervised, `{"epoch":1,"part":"all","rate":"0.5","loss":[1,2],"best":true}` + "\n", "rate", ""},
		{Supervised, `{"epoch":2,"part":"all","rate":2}` + "\n" + `{"epoch":1,"part":"all","rate":1}` + "\n", "rate", "@1=1 @2=2"},
		{Supervised, `{"epoch":1,"part":"race","bench":{"pubeval_ppg":0.5,"pubeval_ppg_low":0.25,"pubeval_ppg_high":0.75,"x_equity":3}}` + "\n",
			Strength, "@1=0.5[0.25,0.75]"},
		{Supervised, `{"epoch":1,"part":"race","bench":{"x_equity":3}}` + "\n", "bench.x_equity", "@1=3"},
		{Supervised, `{"epoch":1,"part":"all","a":1,"a_low":3,"a_high":2}` + "\n", "a", "@1=1"},
		{TD, `{"epoch":1,"games":5,"loss":3,"nets":[{"part":"race","positions":9,"loss":4},{"part":"contact","positions":8,"loss":2}]}` + "\n",
			"loss", "@1=3 contact@1=2 race@1=4"},
		{Iterate, `{"generation":1,"pubeval":{"ppg":1,"ppg_low":0,"ppg_high":2,"standard_error":9,"luck_adjusted":{"ppg":0.5,"ppg_low":0.25,"ppg_high":0.75,"standard_error":9}}}` + "\n",
			Strength, "@1=0.5[0.25,0.75]"},
		{Iterate, `{"generation":1,"values":[{"file":"a.csv","positions":3,"equity_rmse":7},{"file":"b.csv","equity_rmse":8},5]}` + "\n",
			"values.equity_rmse", "a.csv@1=7 b.csv@1=8"},
		{Iterate, `{"generation":1,"label_change":5,"games":1e308}` + "\n" + `{"generation":2,"label_change":6,"games":1e308}` + "\n", "label_change", "@1=5 @2=6"},
	} {
		dir := filepath.Join(t.TempDir(), "run")
		folder(t, dir, c.kind, c.metrics)
		r, err := Open(dir)
		if err != nil {
			must.Fail(t, err, c.want, c.metrics)
			if c.want == "" || !strings.Contains(err.Error(), dir) {
				t.Errorf("%s: %v", c.metrics, err)
			}
			continue
		}
		if got := spell(r.Series(c.of, Epoch)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.metrics, got, c.want)
		}
	}
}

// Data about how a score was found are not quantities, and neither are the
// axes.
func TestQuantities(t *testing.T) {
	var names []string
	for _, q := range Quantities(mustOpen(t, "testdata/generations", "testdata/first", "testdata/parts")) {
		names = append(names, q.Name)
	}
	want := []string{
		Strength, "match_ppg", "loss", "training_loss", "validation_loss", "divergence", "equity_rmse", "equity_rmse_race",
		"equity_rmse_crashed", "equity_rmse_contact", "gammon_share", "backgammon_share", "rate", "lambda", "games_per_second",
		"label_change", "rows", "nets.best_epoch", "nets.epochs",
	}
	if !slices.Equal(names, want) {
		t.Errorf("got  %q\nwant %q", names, want)
	}
}

// Settings in lists are compared by part, and equal settings are omitted.
func TestCompare(t *testing.T) {
	one, other := mustOpen(t, "testdata/parts")[0], mustOpen(t, "testdata/generations")[0]
	if got := one.Setting("nets.contact.hidden"); got != "[112]" {
		t.Errorf("hidden units %q", got)
	}
	c := Compare([]*Run{one, one, other})
	for _, d := range c.Differences {
		if d.Values[0] != d.Values[1] || d.Values[0] == d.Values[2] || len(d.Values) != 3 {
			t.Errorf("%+v", d)
		}
	}
	text := c.Text()
	for _, want := range []string{"train.nets.all.hidden", "[8]", "unset", "\"1452fca17605a43ffa3dd5bdcf5675cfb28e18…"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if got := Compare([]*Run{one, one}).Text(); got != "The settings of all 2 runs are the same.\n" {
		t.Errorf("alike: %s", got)
	}
}

// The table names the epoch whose model is kept, not the last one.
func TestBestEpoch(t *testing.T) {
	const lines = `{"epoch":1,"positions":10,"validation_loss":0.04,"equity_rmse":50}
{"epoch":2,"positions":20,"validation_loss":0.03,"equity_rmse":41.25}
{"epoch":3,"positions":30,"validation_loss":0.05,"equity_rmse":40}
`
	run := folder(t, filepath.Join(t.TempDir(), "overfitted"), Supervised, lines)
	if got := mustOpen(t, run.Dir())[0].bests(); len(got) != 1 || got[0].Epoch != 2 || got[0].Loss != 0.03 || *got[0].RMSE != 41.25 {
		t.Errorf("got %+v", got)
	}
}

func TestSummary(t *testing.T) {
	all := mustOpen(t, "testdata/first", "testdata/parts", "testdata/generations")
	s := all[0].Summarize()
	if s.Lines != 6 || s.Reached[Games] != 6000 || s.Reached[Wall] != 1.46 || s.Last[0].Quantity != Strength || s.Last[0].Values[0].Y != -0.33499999999999985 {
		t.Errorf("%+v", s)
	}
	must.Get(json.Marshal(s))(t)
	empty := folder(t, filepath.Join(t.TempDir(), "begun"), TD, "")
	table := Table(append(all, mustOpen(t, empty.Dir())...))
	for _, want := range []string{
		"train td", "6,000  ", "-335 ± 197 mEq", "42,381,996", "-500 ± 735 mEq", "begun ",
	} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is missing in\n%s", want, table)
		}
	}
}
