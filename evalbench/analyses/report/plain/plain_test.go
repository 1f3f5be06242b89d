package plain_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"gammonlab/evalbench/analyses/report"
	"gammonlab/evalbench/analyses/report/plain"
	"gammonlab/evalbench/analyses/report/reporttest"
	"gammonlab/internal/must"
)

var update = flag.Bool("update", false, "write the file in testdata again")

func TestWrite(t *testing.T) {
	var got bytes.Buffer
	must.OK(t, plain.Write(&got, reporttest.Sample()))
	const path = "testdata/report.txt"
	if *update {
		must.OK(t, os.WriteFile(path, got.Bytes(), 0o666))
	}
	if want := string(must.Get(os.ReadFile(path))(t)); got.String() != want {
		t.Errorf("the report differs from %s:\n%s", path, got.String())
	}
}

func ExampleWrite() {
	d := report.Document{Title: "Two words", Facts: []report.Fact{{Label: "Model", Text: "default"}}}
	var b strings.Builder
	if err := plain.Write(&b, &d); err != nil {
		panic(err)
	}
	os.Stdout.WriteString(b.String())
	// Output:
	// Two words
	// =========
	// Model: default
}
