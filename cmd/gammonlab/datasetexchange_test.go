package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

const trainingText = "# Positions added in cycle 1\n" +
	"OAHDPAABDAOAHDPAABDA 0.52490 0.14910 0.00720 0.12410 0.00490\n" +
	"LAGHPAABDAOAHDPAABDA 0.44800 0.11500 0.00400 0.14600 0.00650\n"

// A text is imported into a database and exported again, by files and by
// standard streams.
func TestDatasetImportExport(t *testing.T) {
	dir := t.TempDir()
	text, db, back := filepath.Join(dir, "train.txt"), filepath.Join(dir, "train.parquet"), filepath.Join(dir, "back.txt")
	must.OK(t, os.WriteFile(text, []byte(trainingText), 0o666))
	out, errOut, code := command(t, "", "dataset", "import", text, "--method", "ply2", "--out", db)
	if want := db + ": 2 rows\n"; code != exitOK || out != want {
		t.Fatalf("exit code %d, %q, %q, want %q", code, out, errOut, want)
	}
	out, errOut, code = command(t, "", "dataset", "export", "--format", "gnubg-nn", db)
	if code != exitOK || out != trainingText {
		t.Errorf("exit code %d, %q\n%s\nwant\n%s", code, errOut, out, trainingText)
	}
	out, errOut, code = command(t, "", "dataset", "export", "--format", "csv", "--out", back, db)
	if want := back + ": 2 rows\n"; code != exitOK || out != want {
		t.Fatalf("exit code %d, %q, %q, want %q", code, out, errOut, want)
	}
	table, err := os.ReadFile(back)
	if err != nil || !strings.Contains(string(table), "4HPwATDgc/ABMA,contact,0.5249,0.1491,0.0072,0.1241,0.0049,,,,,,,,ply2,0,,train.txt cycle 1,0\n") {
		t.Errorf("got %s, %v", table, err)
	}

	again := filepath.Join(dir, "again.parquet")
	out, errOut, code = command(t, string(table)+string(table)[strings.Index(string(table), "\n")+1:]+"x,1\n", "dataset", "import", "-", "--skip-bad", "--json", "--out", again)
	for _, want := range []string{`"rows": 2,`, `"repeated": 2,`, `"bad": 1,`} {
		if code != exitOK || !strings.Contains(out, want) {
			t.Errorf("exit code %d, %q, %s, want %s", code, errOut, out, want)
		}
	}
	if want := "left out: standard input:6: 2 columns, want 19"; !strings.Contains(errOut, want) {
		t.Errorf("got %q, want %q", errOut, want)
	}
}

func TestDatasetExchangeErrors(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "x.parquet")
	there := filepath.Join(dir, "there")
	must.OK(t, os.WriteFile(there, nil, 0o666))
	for _, c := range []struct {
		name, in string
		args     []string
		code     int
		want     string
	}{
		{"no file", "", []string{"import", "--out", db}, exitUsage, "no file given"},
		{"no out", "", []string{"import", "-"}, exitUsage, "--out is required"},
		{"existing output", trainingText, []string{"import", "-", "--out", there}, exitUsage, "already exists"},
		{"unknown format", "", []string{"import", "-", "--format", "xml", "--out", db}, exitUsage, `--format "xml", want one of gnubg-nn, bm, wildbg, csv`},
		{"unknown method", "", []string{"import", "-", "--method", "none", "--out", db}, exitUsage, `--method is "none", want one of rollout`},
		{"noise", "", []string{"import", "-", "--tolerance", "-1", "--out", db}, exitUsage, "--tolerance is -1, want a number from 0 to 1"},
		{"long source", "", []string{"import", "-", "--source", strings.Repeat("x", 1025), "--out", db}, exitUsage, "--source: column source has 1025 bytes"},
		{"input twice", "", []string{"import", "-", "-", "--out", db}, exitUsage, "standard input is given twice"},
		{"missing file", "", []string{"import", filepath.Join(dir, "missing"), "--out", db}, exitFailed, "no such file"},
		{"bad row", trainingText + "OAHD\n", []string{"import", "-", "--out", db}, exitFailed, `standard input:4: position "OAHD" has 4 characters`},
		{"no text", "hello", []string{"import", "-", "--out", db}, exitFailed, "standard input: the format cannot be detected"},
		{"no database", "", []string{"export", "--format", "bm", there}, exitFailed, "there: empty, want a Parquet file"},
		{"format of export", "", []string{"export", there}, exitUsage, "--format is required"},
		{"unknown format of export", "", []string{"export", "--format", "x", there}, exitUsage, `--format "x", want one of`},
		{"export over a file", "", []string{"export", "--format", "bm", "--out", there, db}, exitUsage, "already exists"},
	} {
		out, errOut, code := command(t, c.in, append([]string{"dataset"}, c.args...)...)
		if code != c.code || out != "" || !strings.Contains(errOut, c.want) {
			t.Errorf("%s: exit code %d, %q, %q, want %d, %q", c.name, code, out, errOut, c.code, c.want)
		}
	}
	if _, err := os.Stat(db); err == nil {
		t.Errorf("%s is there", db)
	}
}
