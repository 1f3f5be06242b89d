package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/internal/datasets/report"
	"gammonlab/internal/must"
)

// databases writes the positions of gnubgTable into a database, and every other
// one with labels of a known error into a second.
func databases(t *testing.T) (plain, rolled string) {
	t.Helper()
	in := must.Get(os.Open(gnubgTable))(t)
	defer in.Close()
	table := must.Get(datasets.NewCSV(in, gnubgTable, 0))(t)
	rows := must.Get(datasets.ReadAll(table))(t)
	var keys datasets.KeySet
	var first, second []datasets.Row
	for _, row := range rows {
		if !keys.Add(row.Position.Key()) {
			continue
		}
		row.Source = "self-play"
		if first = append(first, row); len(first)%2 == 0 {
			row.Method, row.EquityError, row.Trials, row.Labeller = datasets.Rollout, 0.01, 1296, strings.Repeat("ab", 32)
			second = append(second, row)
		}
	}
	return writeDatabase(t, "plain.parquet", first), writeDatabase(t, "rolled.parquet", second)
}

func writeDatabase(t *testing.T, name string, rows []datasets.Row) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	w := must.Get(datasets.Create(path, datasets.Meta{Provenance: map[string]string{"seed": "1"}}))(t)
	defer w.Abort()
	for i := range rows {
		must.OK(t, w.Write(&rows[i]))
	}
	must.OK(t, w.Close())
	return path
}

func TestDatasetMergeSplitVerify(t *testing.T) {
	plain, rolled := databases(t)
	dir := t.TempDir()
	all := filepath.Join(dir, "all.parquet")
	var merged datasets.Merged
	answer(t, &merged, "dataset", "merge", "--json", "--out", all, plain, rolled)
	if merged.Written == 0 || merged.Replaced == 0 || merged.Dropped != 0 || merged.Read != merged.Written+merged.Replaced {
		t.Errorf("merged %+v", merged)
	}
	var v datasets.Verified
	answer(t, &v, "dataset", "verify", "--json", all)
	if !v.OK || v.Rows != merged.Written {
		t.Errorf("verified %+v, want %d rows", v, merged.Written)
	}
	train, validation, test := filepath.Join(dir, "train"), filepath.Join(dir, "validation"), filepath.Join(dir, "test")
	var split struct{ Parts []datasets.Part }
	answer(t, &split, "dataset", "split", all, "--train", train, "--validation", validation, "--test", test, "--shares", "0.6,0.3,0.1", "--json")
	sum := int64(0)
	for i, p := range split.Parts {
		if p.Name != []string{"train", "validation", "test"}[i] || p.Rows == 0 {
			t.Errorf("part %d is %+v", i, p)
		}
		sum += p.Rows
	}
	if sum != merged.Written {
		t.Errorf("the parts have %d rows, want %d", sum, merged.Written)
	}
	f := must.Get(datasets.Open(validation))(t)
	defer f.Close()
	rows := must.Get(datasets.ReadAll(f))(t)
	for _, r := range rows {
		if datasets.Share(r.Position.Key(), 0) >= 0.3 {
			t.Errorf("%s is no position to validate on", r.Position.ID())
		}
	}
}

func TestDatasetDamage(t *testing.T) {
	plain, _ := databases(t)
	data := must.Get(os.ReadFile(plain))(t)
	data[len(data)/3] ^= 1
	must.OK(t, os.WriteFile(plain, data, 0o600))
	out, errOut, code := command(t, "", "dataset", "verify", plain)
	if code != exitFailed || !strings.Contains(out, "damaged: the checksum is") || !strings.Contains(errOut, "1 of 1 files") {
		t.Errorf("verify: exit code %d, %q, %q", code, out, errOut)
	}
	all := filepath.Join(t.TempDir(), "all.parquet")
	if _, errOut, code := command(t, "", "dataset", "merge", "--out", all, plain); code != exitFailed || !strings.Contains(errOut, plain+": rows 1 to ") {
		t.Errorf("merge: exit code %d, %q", code, errOut)
	}
	if out, _, code := command(t, "", "dataset", "merge", "--skip-bad", "--out", all, plain); code != exitOK || !strings.Contains(out, "bad rows skipped") {
		t.Errorf("merge --skip-bad: exit code %d, %q", code, out)
	}
}

func TestDatasetMistakes(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	for _, c := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"verify"}, "no file given", exitUsage},
		{[]string{"verify", missing}, "1 of 1 files", exitFailed},
		{[]string{"merge", "in"}, "--out is required", exitUsage},
		{[]string{"merge", "--out", "out", missing}, "no such file", exitFailed},
		{[]string{"split", "in"}, "--train is required", exitUsage},
		{[]string{"info"}, "no file given", exitUsage},
		{[]string{"info", missing}, "no such file", exitFailed},
		{[]string{"info", gnubgTable}, "no Parquet file: it begins with", exitFailed},
		{[]string{"dump", "a", "b"}, "one file at a time", exitUsage},
		{[]string{"dump", "--class", "bearoff1", "a"}, `--class is "bearoff1"`, exitUsage},
		{[]string{"dump", "--method", "x", "a"}, `--method is "x", want one of [none rollout`, exitUsage},
		{[]string{"dump", "--limit", "0", "a"}, "--limit is 0", exitUsage},
		{[]string{"dump", "--first-row", "0", "a"}, "--first-row is 0", exitUsage},
		{[]string{"dump", "--format", "xml", "a"}, "--format is", exitUsage},
		{[]string{"export", "--format", "csv", "--json", "a"}, "--json prints the result on standard output: give --out a file", exitUsage},
		{[]string{"split", "--train", "a"}, `--shares is "0.9,0.05,0.05", want one for each of 1 parts`, exitUsage},
		{[]string{"split", "--train", "a", "--test", "./a", "in"}, "--train and --test are the same file, ./a", exitUsage},
		{[]string{"split", "--train", "a", "--test", "b", "--shares", "0.9,x", "in"}, "--shares", exitUsage},
		{[]string{"split", "--train", "a", "--test", "b", "--shares", "0.9,0.2", "in"}, "adds up to 1.1", exitUsage},
		{[]string{"split", "--train", "a", "--test", "b", "--shares", "0.9,0.1"}, "no file given", exitUsage},
		{[]string{"split", "--train", "a", "--test", "b", "--shares", "0.9,0.1", "in", "too"}, "one file at a time", exitUsage},
		{[]string{"split", "--train", "a", "--test", "b", "--shares", "0.9,0.1", missing}, "no such file", exitFailed},
	} {
		_, errOut, code := command(t, "", append([]string{"dataset"}, c.args...)...)
		if code != c.code || !strings.Contains(errOut, c.want) {
			t.Errorf("%v: exit code %d, errors %q, want %d and %q", c.args, code, errOut, c.code, c.want)
		}
	}
}

// dataset dump prints the labels as JSON that --format csv prints.
func TestDatasetDumpJSON(t *testing.T) {
	_, rolled := databases(t)
	var first datasets.RowRecord
	answer(t, &first, "dataset", "dump", "--json", "--limit", "1", rolled)
	table := succeed(t, "dataset", "dump", "--format", "csv", "--limit", "1", rolled)
	win := strings.Split(strings.Split(table, "\n")[1], ",")[slices.Index(strings.Split(strings.Split(table, "\n")[0], ","), "win")]
	if first.Number != 1 || first.ID == "" || first.Label == nil || fmt.Sprint(first.Label.Win) != win {
		t.Errorf("%+v, label %+v, of\n%s", first, first.Label, table)
	}
}

func TestDatasetInfo(t *testing.T) {
	plain, rolled := databases(t)
	all := filepath.Join(t.TempDir(), "all.parquet")
	if _, errOut, code := command(t, "", "dataset", "merge", "--out", all, plain, rolled); code != exitOK {
		t.Fatal(errOut)
	}
	plots := filepath.Join(t.TempDir(), "plots")
	out := succeed(t, "dataset", "info", "--plots", plots, all)
	var kept []string
	for _, line := range strings.Split(out, "\n") {
		// The compressed size may change with the library.
		if !strings.HasPrefix(line, "size") && !strings.HasPrefix(line, "sha256") && !strings.Contains(line, "merged") {
			kept = append(kept, strings.ReplaceAll(line, all, "all.parquet"))
		}
	}
	golden(t, "dataset-info", strings.Join(kept, "\n"))
	for _, name := range []string{"equity.png", "error.png"} {
		if _, err := os.Stat(filepath.Join(plots, name)); err != nil {
			t.Error(err)
		}
	}
	var info report.Info
	answer(t, &info, "dataset", "info", "--json", all)
	if info.Rows == 0 || info.Labelled != info.Rows || len(info.Methods) != 2 || info.Variant != "backgammon" {
		t.Errorf("got %+v", info)
	}
	for _, m := range info.Methods {
		if (m.Method == "rollout") != (m.Mean != nil && *m.Mean > 0.0099 && *m.Mean < 0.0101 && m.Known == m.Rows && m.Trials == 1296*m.Rows) {
			t.Errorf("method %+v", m)
		}
	}
	empty := writeDatabase(t, "empty.parquet", nil)
	if out, errOut, code := command(t, "", "dataset", "info", "--plots", t.TempDir(), empty, plain); code != exitOK || !strings.Contains(out, "rows     0, 0 of them labelled") {
		t.Errorf("empty: exit code %d, %q, %q", code, out, errOut)
	}
}

func TestDatasetDump(t *testing.T) {
	_, rolled := databases(t)
	dump := func(args ...string) string {
		t.Helper()
		out, errOut, code := command(t, "", append(append([]string{"dataset", "dump"}, args...), rolled)...)
		if code != exitOK || errOut != "" {
			t.Fatalf("%v: exit code %d, errors %q", args, code, errOut)
		}
		return out
	}
	golden(t, "dataset-dump", dump("--first-row", "2", "--limit", "1", "--method", "rollout"))
	all := strings.Split(strings.TrimSpace(dump("--format", "csv")), "\n")
	rest := strings.Split(strings.TrimSpace(dump("--format", "csv", "--first-row", "3")), "\n")
	if len(rest) != len(all)-2 || rest[1] != all[3] {
		t.Errorf("%d lines, %d from row 3 on", len(all), len(rest))
	}
	races := strings.Split(strings.TrimSpace(dump("--format", "csv", "--class", "race")), "\n")
	want := 1
	for _, line := range all {
		if strings.Contains(line, ",race,") {
			want++
		}
	}
	if len(races) != want || want == 1 {
		t.Errorf("%d lines of races, want %d", len(races), want)
	}
	if out := dump("--method", "ply2"); out != "" {
		t.Errorf("of a method that there is not: %q", out)
	}
	if out := dump("--first-row", "100000000000"); out != "" {
		t.Errorf("behind the last row: %q", out)
	}
	bare := writeDatabase(t, "bare.parquet", []datasets.Row{datasets.NewRow(board.Backgammon.Start())})
	if out, _, code := command(t, "", "dataset", "dump", bare); code != exitOK || !strings.Contains(out, "no label\nseed 0\n") {
		t.Errorf("without a label: exit code %d, %q", code, out)
	}
}
