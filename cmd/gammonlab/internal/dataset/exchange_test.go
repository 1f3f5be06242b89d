package dataset

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

const trainingText = "# Positions added in cycle 1\n" +
	"OAHDPAABDAOAHDPAABDA 0.52490 0.14910 0.00720 0.12410 0.00490\n" +
	"LAGHPAABDAOAHDPAABDA 0.44800 0.11500 0.00400 0.14600 0.00650\n"

// excludedText is a table with a label of gammons although the opponent has checkers off.
const excludedText = "position_id;win;win_gammon;win_backgammon;lose_gammon;lose_backgammon\nmxmAQ4PbAQAAAA;0.96;0.87;0.37;0;0\n"

// A text is imported into a database and exported again, by files and by
// standard streams.
func TestImportExport(t *testing.T) {
	dir := t.TempDir()
	text, db, back := filepath.Join(dir, "train.txt"), filepath.Join(dir, "train.parquet"), filepath.Join(dir, "back.txt")
	clitest.Write(t, text, trainingText)
	if out, want := program.OK(t, "dataset", "import", text, "--method", "ply2", "--out", db), db+": 2 rows\n"; out != want {
		t.Errorf("import: %q, want %q", out, want)
	}
	if out := program.OK(t, "dataset", "export", "--format", "gnubg-nn", db); out != trainingText {
		t.Errorf("export: got\n%s\nwant\n%s", out, trainingText)
	}
	if out, want := program.OK(t, "dataset", "export", "--format", "csv", "--out", back, db), back+": 2 rows\n"; out != want {
		t.Errorf("export: %q, want %q", out, want)
	}
	clitest.Wants(t, program.OK(t, "dataset", "export", "--format", "csv", "--out", filepath.Join(dir, "json"), "--json", db), `"rows": 2`)
	table := clitest.File(t, back)
	clitest.Wants(t, table, "4HPwATDgc/ABMA,contact,0.5249,0.1491,0.0072,0.1241,0.0049,,,,,,,,ply2,0,,train.txt cycle 1,0\n")

	_, rows, _ := strings.Cut(table, "\n")
	out, errOut := program.Reads(t, table+rows+"x,1\n", "dataset", "import", "-", "--skip-bad", "--json", "--out", filepath.Join(dir, "again.parquet"))
	clitest.Wants(t, out, `"rows": 2,`, `"repeated": 2,`, `"bad": 1,`)
	clitest.Wants(t, errOut, "left out: standard input:6: 2 columns, want 19")
}

// A table of another program, whose columns have other names.
func TestImportParquet(t *testing.T) {
	own, db := filepath.Join("..", "..", "..", "..", "datasets", "table", "testdata", "duckdb.parquet"), filepath.Join(t.TempDir(), "own.parquet")
	args := []string{"dataset", "import", own, "--columns", "position_id=board,win=p_win", "--out", db}
	if out, want := program.OK(t, args...), db+": 2 rows, 1 of repeated positions left out\n"; out != want {
		t.Errorf("import: %q, want %q", out, want)
	}
	clitest.Wants(t, program.OK(t, "dataset", "info", db), "import.columns", "position_id=board,win=p_win", "import.format")
	clitest.Wants(t, program.OK(t, "dataset", "export", "--format", "csv", db), "sGfwATDgc/ABMA,contact,1,0,0,0,0,,,,,,,,imported,1296000,,,8,0")
}

// A label of gammons after checkers are off is corrected by the rules; import refuses it otherwise,
// and verify finds it.
func TestExcludedLabels(t *testing.T) {
	dir := t.TempDir()
	db, excluded := filepath.Join(dir, "good.parquet"), filepath.Join(dir, "excluded.parquet")
	out, _ := program.Reads(t, excludedText, "dataset", "import", "-", "--rule-out", "--json", "--out", db)
	clitest.Wants(t, out, `"rows": 1,`, `"moved": 0,`, `"ruled_out": 1`)
	clitest.Wants(t, program.OK(t, "dataset", "export", "--format", "csv", db), "mxmAQ4PbAQAAAA,race,1,0,0,0,0,")
	clitest.Wants(t, program.OK(t, "dataset", "info", db), "import.ruled_out")
	program.OK(t, "dataset", "verify", db)

	row := datasets.NewRow(must.Get(board.ParseID("mxmAQ4PbAQAAAA", board.Backgammon))(t))
	row.Method, row.Probabilities = datasets.Imported, engine.Probabilities{0.96, 0.87, 0.37}
	must.OK(t, os.Rename(datasetstest.Write(t, datasets.Meta{}, []datasets.Row{row}), excluded))
	report, _, code := program.Run(t, "", "dataset", "verify", excluded)
	if code != 1 {
		t.Errorf("verify: exit code %d, want 1", code)
	}
	clitest.Wants(t, report, "1 readable row, 0 bad, 0 that repeat a position, 1 with labels that the rules exclude",
		"row 1: column win_gammon is 0.87, want 0: the opponent has borne off a checker; position mxmAQ4PbAQAAAA")
}

func TestExchangeErrors(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "x.parquet")
	there := filepath.Join(dir, "there")
	foreign := filepath.Join("..", "..", "..", "..", "datasets", "table", "testdata", "duckdb.parquet")
	clitest.Write(t, there, "")
	for _, c := range []struct {
		in   string
		args []string
		code int
		want string
	}{
		{"", []string{"import", "--out", db}, 2, "no file given"},
		{"", []string{"import", "-"}, 2, "--out is required"},
		{trainingText, []string{"import", "-", "--out", there}, 2, "already exists"},
		{"", []string{"import", "-", "--format", "xml", "--out", db}, 2, `--format: "xml", want one of gnubg-nn, bm, wildbg, csv, parquet`},
		{"", []string{"import", "-", "--method", "none", "--out", db}, 2, `--method is "none", want one of rollout`},
		{"", []string{"import", "-", "--tolerance", "-1", "--out", db}, 2, "--tolerance is -1, want a number from 0 to 1"},
		{"", []string{"import", "-", "--source", strings.Repeat("x", 1025), "--out", db}, 2, "--source: column source has 1025 bytes"},
		{"", []string{"import", "-", "-", "--out", db}, 2, "standard input is given twice"},
		{"", []string{"import", filepath.Join(dir, "missing"), "--out", db}, 1, "no such file"},
		{trainingText + "OAHD\n", []string{"import", "-", "--out", db}, 1, `standard input:4: position "OAHD" has 4 characters`},
		{excludedText, []string{"import", "-", "--out", db}, 1, "standard input:2: column win_gammon is 0.87, want 0: the opponent has borne off a checker (--rule-out corrects such labels)"},
		{"hello", []string{"import", "-", "--out", db}, 1, "standard input: the format cannot be detected"},
		{"", []string{"import", foreign, "--out", db}, 1, `duckdb.parquet: no column position_id`},
		{"", []string{"import", foreign, "--columns", "position=board", "--out", db}, 2, `--columns: "position", want one of position_id, win`},
		{"PAR1", []string{"import", "-", "--out", db}, 1, "standard input: a Parquet file cannot be read from a stream: name the file"},
		{"", []string{"export", "--format", "parquet", foreign}, 2, "a database is a Parquet file already"},
		{"", []string{"export", "--format", "csv", foreign}, 1, "another program (dataset import reads it)"},
		{"", []string{"export", "--format", "bm", there}, 1, "there: empty, want a Parquet file"},
		{"", []string{"export", there}, 2, "--format is required"},
		{"", []string{"export", "--format", "x", there}, 2, `--format: "x", want one of`},
		{"", []string{"export", "--format", "bm", "--out", there, db}, 2, "already exists"},
	} {
		program.FailsOn(t, c.in, c.code, c.want, append([]string{"dataset"}, c.args...)...)
	}
	if clitest.Exists(db) {
		t.Errorf("%s is there", db)
	}
}
