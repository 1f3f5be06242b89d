package runs

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/parquettable"
)

// three are runs with different losses and settings; the last has no line yet.
func three(t *testing.T) []*Run {
	dir := t.TempDir()
	one := folder(t, filepath.Join(dir, "one"), Supervised,
		`{"epoch":1,"part":"race","positions":10,"validation_loss":0.5,"equity_rmse":50,"wall_seconds":10,"cpu_seconds":20}`+"\n"+
			`{"epoch":1,"part":"contact","positions":10,"validation_loss":0.3,"equity_rmse":40,"wall_seconds":10,"cpu_seconds":20}`+"\n"+
			`{"epoch":2,"part":"race","positions":20,"validation_loss":0.7,"equity_rmse":70,"wall_seconds":20,"cpu_seconds":36}`+"\n")
	two := folder(t, filepath.Join(dir, "two"), Supervised, `{"epoch":1,"part":"all","positions":50,"validation_loss":0.2,"equity_rmse":30,"wall_seconds":10,"cpu_seconds":7200}`+"\n")
	write(t, filepath.Join(two.Dir(), "config.json"), `{"format":"gammonlab-supervised-run 1","rate":"0.003","batch":64,"hidden":[16,8]}`)
	begun := folder(t, filepath.Join(dir, "begun"), TD, "")
	return mustOpen(t, one.Dir(), two.Dir(), begun.Dir())
}

func list(all []*Run) string {
	var names []string
	for _, r := range all {
		names = append(names, r.Name)
	}
	return strings.Join(names, " ")
}

func TestSort(t *testing.T) {
	for by, want := range map[string]string{
		"validation_loss":       "two one begun", // 0.4 is the mean of the best of the parts of one
		"-validation_loss":      "one two begun",
		"core_hours":            "one two begun",
		"-positions_per_second": "two one begun",
		"best_epoch":            "one two begun",
		"run":                   "begun one two",
		"batch":                 "two one begun",
		"-kind":                 "begun one two",
		"+validation_loss":      "two one begun",
	} {
		all := three(t)
		must.OK(t, Sort(all, by))
		if got := list(all); got != want {
			t.Errorf("by %s: %s, want %s", by, got, want)
		}
	}
	for by, want := range map[string]string{Strength: "second first", "+" + Strength: "first second", "-" + Strength: "second first"} { // −0.335 and −0.16
		all := mustOpen(t, "testdata/first", "testdata/second")
		must.OK(t, Sort(all, by))
		if got := list(all); got != want {
			t.Errorf("by %s: %s, want %s", by, got, want)
		}
	}
	must.Fail(t, Sort(three(t), "-validaton_loss"), `no run has "validaton_loss"; did you mean validation_loss?`)
}

func TestSelect(t *testing.T) {
	for text, want := range map[string]string{
		"rate=0.003":          "two",
		"rate = 3e-3":         "two",
		"rate!=0.003":         "one begun",
		"hidden=[16,8]":       "two",
		"hidden=16,8":         "two",
		"validation_loss<0.3": "two",
		"equity_rmse>=45":     "one",
		"kind=train td":       "begun",
		"epochs<=1":           "two",
		"generations=2":       "one begun",
	} {
		if got := list(must.Get(Select(three(t), text))(t)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"rate":            `"rate", want NAME=VALUE`,
		"rte=1":           `no run has "rte"; did you mean rate?`,
		"rate<fast":       `"rate<fast" compares with "fast", want a number`,
		"core_hours>1000": `none of the 3 runs meets "core_hours>1000"`,
	} {
		must.Fail(t, must.Err(Select(three(t), text)), want)
	}
}

func TestWriteMetrics(t *testing.T) {
	all := three(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "all.csv")
	must.OK(t, WriteMetrics(path, all))
	rows := must.Get(csv.NewReader(strings.NewReader(string(must.Get(os.ReadFile(path))(t)))).ReadAll())(t)
	if len(rows) != 1+4*2 {
		t.Fatalf("%d rows, want 9: %q", len(rows), rows)
	}
	if got, want := strings.Join(rows[6], ","), "one,train supervised,validation_loss,race,3,,20,2,20,36,0.7,,"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// The Parquet file has the same table.
	path = filepath.Join(dir, "all.parquet")
	must.OK(t, WriteMetrics(path, all))
	f := must.Get(os.Open(path))(t)
	defer f.Close()
	table := must.Get(parquettable.NewReader(f))(t)
	if got := table.Names(); strings.Join(got, ",") != strings.Join(rows[0], ",") {
		t.Errorf("columns %q, want %q", got, rows[0])
	}
	columns := make([]int, len(rows[0]))
	for i := range columns {
		columns[i] = i
	}
	must.OK(t, table.Choose(columns))
	var got []string
	for _, want := range rows[1:] {
		got = must.Get(table.Next(got))(t)
		if strings.Join(got, ",") != strings.Join(want, ",") {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	must.Fail(t, must.Err(table.Next(got)), "EOF")
	must.Fail(t, WriteMetrics("all.json", all), `all.json has the extension ".json", want .csv or .parquet`)
	must.OK(t, WriteMetrics(filepath.Join(dir, "none.parquet"), all[2:]))
}

// The summary has what the table shows.
func TestSummaryOfBest(t *testing.T) {
	all := three(t)
	s := all[0].Summarize()
	if len(s.Best) != 2 || s.Best[1].Part != "race" || s.Best[1].Epoch != 1 || *s.Best[1].RMSE != 50 || *s.CoreHours != 0.01 || *s.Speed != 1 {
		t.Errorf("%+v", s)
	}
	if h := all[2].CoreHours(); !math.IsNaN(h) {
		t.Errorf("%v core-hours without a line, want none", h)
	}
	table := Table(all)
	for _, want := range []string{"core-hours", "two  ", " 2.00 ", "0.2 "} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is missing in\n%s", want, table)
		}
	}
}

// Many runs have a row each in the table of settings.
func TestManyCompared(t *testing.T) {
	c := Comparison{Runs: []string{"a", "b", "c", "d", "e", "f", "g"}, Differences: []Difference{{Name: "rate", Values: []string{"1", "2", "3", "4", "5", "6", ""}}}}
	if got := c.Text(); !strings.HasPrefix(got, "run  rate\na    1\n") || !strings.HasSuffix(got, "g    unset\n") {
		t.Errorf("got\n%s", got)
	}
}
