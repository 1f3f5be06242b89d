package recipe

import (
	"testing"

	"gammonlab/recipe"
)

func TestEffort(t *testing.T) {
	record := func(step, processor string, workers int, seconds, cores float64) *recipe.Record {
		return &recipe.Record{Step: step, Seconds: seconds, Cores: cores, Machine: recipe.Machine{Processor: processor, Workers: workers}}
	}
	for _, c := range []struct {
		records []*recipe.Record
		want    string
	}{
		{nil, ""},
		{[]*recipe.Record{record("a", "", 0, 100, 3600)}, "1 core-hours on unknown processors.\n"},
		{[]*recipe.Record{record("a", "EPYC", 2, 1000, 1900), record("b", "EPYC", 2, 500, 650), record("short", "EPYC", 2, 10, 1)},
			"0.71 core-hours on EPYC; the workers computed in 84 % of their time; below 80 %: b 65 %.\n"},
		{[]*recipe.Record{record("a", "EPYC", 2, 1000, 1900), record("b", "Xeon", 0, 500, 900)},
			"0.78 core-hours on EPYC (0.53), Xeon (0.25); the workers computed in 95 % of their time.\n"},
	} {
		if e := effortOf(c.records); e.Text() != c.want {
			t.Errorf("found %q, want %q", e.Text(), c.want)
		}
	}
}
