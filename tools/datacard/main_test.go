package main

import (
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	const in = `{"file":"build/labels.parquet","digest":"f4d9","rows":3000,"variant":"backgammon",
		"classes":[{"class":"race","rows":563,"mean_equity":0.347,"equity_deviation":1.092},{"class":"over","rows":0}],
		"provenance":{"player":"large ef96","trace":"0"}}`
	var out strings.Builder
	if err := write(&out, strings.NewReader(in)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"---\nlicense: mit\n", "size_categories: [1K<n<10K]", "data_files: labels.parquet", "3000 positions of backgammon",
		"net large against itself", "| race | 563 | +0.347 | 1.092 |\n| over | 0 |  |  |\n\n", "| player | large ef96 |\n| trace | 0 |\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("it lacks %q:\n%s", want, out.String())
		}
	}
	for in, want := range map[string]string{"": "dataset info", `{"file":"x","rows":0}`: "x has 0 rows"} {
		if err := write(&out, strings.NewReader(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
}
