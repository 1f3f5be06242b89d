package dataset

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/report"
	"gammonlab/datasets/table"
	"gammonlab/datasets/upkeep"
	"gammonlab/internal/must"
)

// databases writes the positions of gnubgTable into a database, and every other
// one with labels of a known error into a second.
func databases(t *testing.T) (plain, rolled string) {
	t.Helper()
	in := must.Get(os.Open(clitest.GnubgTable))(t)
	defer in.Close()
	from := must.Get(table.NewCSV(in, clitest.GnubgTable, 0, nil))(t)
	rows := must.Get(datasets.ReadAll(from))(t)
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
	meta := datasets.Meta{Provenance: map[string]string{"seed": "1"}}
	return datasetstest.Write(t, meta, first), datasetstest.Write(t, meta, second)
}

func TestMergeSplitVerify(t *testing.T) {
	plain, rolled := databases(t)
	dir := t.TempDir()
	all := filepath.Join(dir, "all.parquet")
	var merged upkeep.Merged
	program.JSON(t, &merged, "dataset", "merge", "--json", "--out", all, plain, rolled)
	if merged.Written == 0 || merged.Replaced == 0 || merged.Dropped != 0 || merged.Read != merged.Written+merged.Replaced {
		t.Errorf("merged %+v", merged)
	}
	var v datasets.Verified
	program.JSON(t, &v, "dataset", "verify", "--json", all)
	if !v.OK || v.Rows != merged.Written {
		t.Errorf("verified %+v, want %d rows", v, merged.Written)
	}
	train, validation, test := filepath.Join(dir, "train"), filepath.Join(dir, "validation"), filepath.Join(dir, "test")
	var split struct{ Parts []upkeep.Part }
	program.JSON(t, &split, "dataset", "split", all, "--train", train, "--validation", validation, "--test", test, "--shares", "0.6,0.3,0.1", "--json")
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
	rows, _ := datasetstest.Read(t, validation)
	for _, r := range rows {
		if datasets.Share(r.Position.Key(), 0) >= 0.3 {
			t.Errorf("%s is no position to validate on", r.Position.ID())
		}
	}
}

func TestDamage(t *testing.T) {
	plain, _ := databases(t)
	data := []byte(clitest.File(t, plain))
	data[len(data)/3] ^= 1
	clitest.Write(t, plain, string(data))
	out, errOut, code := program.Run(t, "", "dataset", "verify", plain)
	if code != 1 {
		t.Errorf("verify: exit code %d, want 1", code)
	}
	clitest.Wants(t, out, "damaged: the checksum is")
	clitest.Wants(t, errOut, "1 of 1 files")
	if _, errOut, code := program.Run(t, "", "dataset", "verify", plain+"x"); code != 1 || !strings.Contains(errOut, "1 of 1 files") {
		t.Errorf("verify of a missing file: exit code %d, %q", code, errOut)
	}
	all := filepath.Join(t.TempDir(), "all.parquet")
	program.Fails(t, 1, plain+": rows 1 to ", "dataset", "merge", "--out", all, plain)
	clitest.Wants(t, program.OK(t, "dataset", "merge", "--skip-bad", "--out", all, plain), "bad rows skipped")
}

func TestMistakes(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	program.Mistakes(t, "dataset", []clitest.Mistake{
		{[]string{"verify"}, 2, "no file given"},
		{[]string{"merge", "in"}, 2, "--out is required"},
		{[]string{"merge", "--out", "out", missing}, 1, "no such file"},
		{[]string{"split", "in"}, 2, "--train is required"},
		{[]string{"info"}, 2, "no file given"},
		{[]string{"info", missing}, 1, "no such file"},
		{[]string{"info", clitest.GnubgTable}, 1, "no Parquet file: it begins with"},
		{[]string{"dump", "a", "b"}, 2, "one file at a time"},
		{[]string{"dump", "--class", "bearoff1", "a"}, 2, `--class is "bearoff1"`},
		{[]string{"dump", "--method", "x", "a"}, 2, `--method is "x", want one of [none rollout`},
		{[]string{"dump", "--limit", "0", "a"}, 2, "--limit is 0"},
		{[]string{"dump", "--first-row", "0", "a"}, 2, "--first-row is 0"},
		{[]string{"dump", "--format", "xml", "a"}, 2, "--format is"},
		{[]string{"export", "--format", "csv", "--json", "a"}, 2, "--json prints the result on standard output: give --out a file"},
		{[]string{"split", "--train", "a", "in"}, 2, `--shares is "0.9,0.05,0.05", want one for each of 1 parts`},
		{[]string{"split", "--train", "a", "--test", "./a", "in"}, 2, "--train and --test are the same file, ./a"},
		{[]string{"split", "--train", "a", "--test", "b", "--shares", "0.9,x", "in"}, 2, "--shares"},
		{[]string{"split", "--train", "a", "--test", "b", "--shares", "0.9,0.2", "in"}, 2, "adds up to 1.1"},
		{[]string{"split", "--train", "a", "--test", "b", "--shares", "0.9,0.1"}, 2, "no file given"},
		{[]string{"split", "--train", "a", "--test", "b", "--shares", "0.9,0.1", "in", "too"}, 2, "one file at a time"},
		{[]string{"split", "--train", "a", "--test", "b", "--shares", "0.9,0.1", missing}, 1, "no such file"},
	})
}

// dataset dump prints the labels as JSON that --format csv prints.
func TestDumpJSON(t *testing.T) {
	_, rolled := databases(t)
	var first report.RowRecord
	program.JSON(t, &first, "dataset", "dump", "--json", "--limit", "1", rolled)
	table := program.OK(t, "dataset", "dump", "--format", "csv", "--limit", "1", rolled)
	names, values, _ := strings.Cut(table, "\n")
	win := strings.Split(values, ",")[slices.Index(strings.Split(names, ","), "win")]
	if first.Number != 1 || first.ID == "" || first.Label == nil || fmt.Sprint(first.Label.Win) != win {
		t.Errorf("%+v, label %+v, of\n%s", first, first.Label, table)
	}
}

func TestInfo(t *testing.T) {
	plain, rolled := databases(t)
	all := filepath.Join(t.TempDir(), "all.parquet")
	program.OK(t, "dataset", "merge", "--out", all, plain, rolled)
	plots := filepath.Join(t.TempDir(), "plots")
	out := program.OK(t, "dataset", "info", "--plots", plots, all)
	var kept []string
	for _, line := range strings.Split(out, "\n") {
		// The compressed size may change with the library.
		if !strings.HasPrefix(line, "size") && !strings.HasPrefix(line, "sha256") && !strings.Contains(line, "merged") {
			kept = append(kept, strings.ReplaceAll(line, all, "all.parquet"))
		}
	}
	clitest.SameAsFile(t, "info", strings.Join(kept, "\n"))
	for _, name := range []string{"equity.png", "error.png"} {
		clitest.File(t, plots, name)
	}
	var info report.Info
	program.JSON(t, &info, "dataset", "info", "--json", all)
	if info.Rows == 0 || info.Labelled != info.Rows || len(info.Methods) != 2 || info.Variant != "backgammon" {
		t.Errorf("got %+v", info)
	}
	for _, m := range info.Methods {
		if (m.Method == "rollout") != (m.Mean != nil && *m.Mean > 0.0099 && *m.Mean < 0.0101 && m.Known == m.Rows && m.Trials == 1296*m.Rows) {
			t.Errorf("method %+v", m)
		}
	}
	empty := datasetstest.Write(t, datasets.Meta{}, nil)
	clitest.Wants(t, program.OK(t, "dataset", "info", "--plots", t.TempDir(), empty, plain), "rows     0, 0 of them labelled")
}

func TestDump(t *testing.T) {
	_, rolled := databases(t)
	dump := func(args ...string) string {
		t.Helper()
		return program.Quietly(t, append(append([]string{"dataset", "dump"}, args...), rolled)...)
	}
	clitest.SameAsFile(t, "dump", dump("--first-row", "2", "--limit", "1", "--method", "rollout"))
	all := strings.Split(strings.TrimSpace(dump("--format", "csv")), "\n")
	rest := strings.Split(strings.TrimSpace(dump("--format", "csv", "--first-row", "3")), "\n")
	if len(rest) != len(all)-2 || rest[1] != all[3] {
		t.Errorf("%d lines, %d from row 3 on", len(all), len(rest))
	}
	races := strings.Count(dump("--format", "csv", "--class", "race"), "\n") - 1
	if want := strings.Count(strings.Join(all, "\n"), ",race,"); races != want || want == 0 {
		t.Errorf("%d races, want %d", races, want)
	}
	for _, args := range [][]string{{"--method", "ply2"}, {"--first-row", "100000000000"}} { // neither is there
		if out := dump(args...); out != "" {
			t.Errorf("%q: got %q", args, out)
		}
	}
	clitest.Wants(t, program.OK(t, "dataset", "dump", clitest.Played(t, 1)), "no label\nseed 0\n")
}
