package datasets_test

import (
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/engine"
	"gammonlab/internal/nodetest"
)

// duckDB names the environment variable that says in which node_modules the
// package @duckdb/node-api is, if node does not find it by itself. It is
// installed by
//
//	npm install --ignore-scripts @duckdb/node-api@1.5.6-r.1
const duckDB = "GAMMONLAB_DUCKDB"

// duckScript prints the answers to the queries of a job file.
const duckScript = `
const { DuckDBInstance } = require('@duckdb/node-api');
const jobs = JSON.parse(require('fs').readFileSync(process.argv[2]));
(async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const answers = [];
  for (const job of jobs) {
    answers.push((await connection.runAndReadAll(job)).getRowObjectsJson());
  }
  console.log(JSON.stringify(answers));
})().catch(e => { console.error(e); process.exit(1); });
`

// askDuckDB has DuckDB answer queries, or skips the test if it is not there.
func askDuckDB(t *testing.T, queries []string) [][]map[string]any {
	t.Helper()
	var answers [][]map[string]any
	nodetest.Library{Name: "@duckdb/node-api", Variable: duckDB}.Run(t, duckScript, queries, &answers)
	return answers
}

// duckTypes are the columns as DuckDB sees them.
const duckTypes = "key BLOB, class VARCHAR, win FLOAT, win_gammon FLOAT, win_backgammon FLOAT, lose_gammon FLOAT, " +
	"lose_backgammon FLOAT, win_error FLOAT, win_gammon_error FLOAT, win_backgammon_error FLOAT, lose_gammon_error FLOAT, " +
	"lose_backgammon_error FLOAT, equity_error FLOAT, cubeful FLOAT, method VARCHAR, trials INTEGER, labeller VARCHAR, " +
	"source VARCHAR, seed UBIGINT"

// duckCubeTypes are the columns of the states of the cube.
const duckCubeTypes = ", cubeful_jacoby FLOAT, cubeful_owned FLOAT, cubeful_against FLOAT, match_centred FLOAT, match_owned FLOAT, " +
	"match_against FLOAT, match_own_away INTEGER, match_opp_away INTEGER, match_cube INTEGER"

// floatColumns are the columns that may be null, with where a row has them.
var floatColumns = map[string]func(r *datasets.Row) float32{
	"win":                   func(r *datasets.Row) float32 { return r.Probabilities[engine.Win] },
	"win_gammon":            func(r *datasets.Row) float32 { return r.Probabilities[engine.WinGammon] },
	"win_backgammon":        func(r *datasets.Row) float32 { return r.Probabilities[engine.WinBackgammon] },
	"lose_gammon":           func(r *datasets.Row) float32 { return r.Probabilities[engine.LoseGammon] },
	"lose_backgammon":       func(r *datasets.Row) float32 { return r.Probabilities[engine.LoseBackgammon] },
	"win_error":             func(r *datasets.Row) float32 { return r.Errors[engine.Win] },
	"lose_backgammon_error": func(r *datasets.Row) float32 { return r.Errors[engine.LoseBackgammon] },
	"equity_error":          func(r *datasets.Row) float32 { return r.EquityError },
	"cubeful":               func(r *datasets.Row) float32 { return r.Cubeful },
}

// TestDuckDB has another program read databases: of rows of all kinds, without
// any row or label, of several groups, and with more texts than a dictionary
// holds.
func TestDuckDB(t *testing.T) {
	askDuckDB(t, []string{}) // so that what is skipped is skipped at once
	mixed := datasetstest.Rows(3000, board.Backgammon, 20)
	bare := datasetstest.Rows(50, board.Hypergammon3, 21)
	for i := range bare {
		bare[i].ClearLabel()
	}
	many := make([]datasets.Row, 1<<17+1000)
	for i := range many {
		many[i] = mixed[i%len(mixed)]
		many[i].Seed, many[i].Source = math.MaxUint64-uint64(i), fmt.Sprintf("game %d", i)
	}
	for _, c := range []struct {
		name string
		meta datasets.Meta
		rows []datasets.Row
	}{
		{"mixed", datasets.Meta{Provenance: map[string]string{"made": "é"}}, mixed},
		{"none", datasets.Meta{}, nil},
		{"unlabelled", datasets.Meta{Variant: board.Hypergammon3}, bare},
		{"many", datasets.Meta{}, many},
		{"cubes", datasets.Meta{Cubes: true}, cubeRows(300)},
	} {
		path := datasetstest.Write(t, c.meta, c.rows)
		if got, err := readRows(path); err != nil || len(got) != len(c.rows) {
			t.Fatalf("%s: %d rows, %v", c.name, len(got), err)
		}
		checkByDuckDB(t, c.name, path, c.meta.Cubes, c.rows)
	}
}

// checkByDuckDB compares DuckDB's view of a file with its rows.
func checkByDuckDB(t *testing.T, name, path string, cubes bool, rows []datasets.Row) {
	t.Helper()
	from := " from '" + path + "'"
	sums := "select count(*) as rows, count(distinct key) as keys, sum(trials) as trials, max(seed) as seed"
	for column := range floatColumns {
		sums += fmt.Sprintf(", count(%[1]s) as n_%[1]s, sum(%[1]s::double) as s_%[1]s", column)
	}
	const some = 40
	answers := askDuckDB(t, []string{
		"describe select *" + from, sums + from,
		fmt.Sprintf("select hex(key) as hex, *%s limit %d offset %d", from, some, max(len(rows)-some, 0)),
		"select method, class, source, count(*) as n" + from + " group by all",
		fmt.Sprintf("select decode(key) as key, decode(value) as value from parquet_kv_metadata('%s')", path),
	})
	var types []string
	for _, column := range answers[0] {
		types = append(types, fmt.Sprint(column["column_name"], " ", column["column_type"]))
	}
	want := duckTypes
	if cubes {
		want += duckCubeTypes
		checkCubesByDuckDB(t, from, path, rows)
	}
	if got := strings.Join(types, ", "); got != want {
		t.Errorf("%s: columns are %s, want %s", name, got, want)
	}
	checkSums(t, name, answers[1][0], rows)
	if len(answers[2]) != min(some, len(rows)) {
		t.Fatalf("%s: %d of the last rows, want %d", name, len(answers[2]), some)
	}
	for i, got := range answers[2] {
		checkDuckRow(t, got, &rows[max(len(rows)-some, 0)+i])
	}
	groups := map[string]int{}
	for i := range rows {
		groups[fmt.Sprintf("%v|%v|%v", rows[i].Method, rows[i].Class, rows[i].Source)]++
	}
	if len(answers[3]) != len(groups) {
		t.Errorf("%s: %d groups of texts, want %d", name, len(answers[3]), len(groups))
	}
	for _, g := range answers[3] {
		if n := groups[fmt.Sprintf("%v|%v|%v", g["method"], g["class"], g["source"])]; fmt.Sprint(g["n"]) != fmt.Sprint(n) {
			t.Errorf("%s: %v, want %d", name, g, n)
		}
	}
	if got := answers[4][0]; got["key"] != "format" || got["value"] != "gammonlab-dataset" {
		t.Errorf("%s: metadata begin with %v", name, got)
	}
}

// checkCubesByDuckDB compares sums over the states of the cube, and reads what a column means.
func checkCubesByDuckDB(t *testing.T, from, path string, rows []datasets.Row) {
	t.Helper()
	answers := askDuckDB(t, []string{
		"select count(match_own_away) as matches, sum(match_own_away) as away, count(match_owned) as n, sum(match_owned::double) as owned" + from,
		fmt.Sprintf("select decode(value) as meaning from parquet_kv_metadata('%s') where decode(key) = 'column.match_owned'", path),
	})
	matches, away, n, owned := 0, int32(0), 0, 0.0
	for i := range rows {
		if rows[i].MatchCube != 0 {
			matches, away = matches+1, away+rows[i].OwnAway
		}
		if v := rows[i].States[datasets.MatchOwned]; v == v {
			n, owned = n+1, owned+float64(v)
		}
	}
	got := answers[0][0]
	if sum, _ := got["owned"].(float64); fmt.Sprintln(got["matches"], got["away"], got["n"]) != fmt.Sprintln(matches, away, n) || math.Abs(sum-owned) > 1e-6 {
		t.Errorf("got %v, want %d, %d, %d, %v", got, matches, away, n, owned)
	}
	if meaning := fmt.Sprint(answers[1][0]["meaning"]); !strings.HasPrefix(meaning, "normalised equity") {
		t.Errorf("match_owned means %q", meaning)
	}
}

// checkSums compares counts and sums of columns.
func checkSums(t *testing.T, name string, got map[string]any, rows []datasets.Row) {
	t.Helper()
	keys, trials, seed := map[board.Key]bool{}, int64(0), uint64(0)
	for i := range rows {
		keys[rows[i].Position.Key()] = true
		trials += int64(rows[i].Trials)
		seed = max(seed, rows[i].Seed)
	}
	want := map[string]string{"rows": fmt.Sprint(len(rows)), "keys": fmt.Sprint(len(keys)), "trials": fmt.Sprint(trials), "seed": fmt.Sprint(seed)}
	if len(rows) == 0 {
		want["trials"], want["seed"] = "<nil>", "<nil>"
	}
	for column, of := range floatColumns {
		n, sum := 0, 0.0
		for i := range rows {
			if v := of(&rows[i]); v == v && rows[i].Method != datasets.Unlabelled {
				n++
				sum += float64(v)
			}
		}
		want["n_"+column] = fmt.Sprint(n)
		if x, ok := got["s_"+column].(float64); n > 0 && (!ok || math.Abs(x-sum) > 1e-9*math.Abs(sum)+1e-9) {
			t.Errorf("%s: the sum of %s is %v, want %v", name, column, got["s_"+column], sum)
		}
	}
	for key, text := range want {
		if fmt.Sprint(got[key]) != text {
			t.Errorf("%s: %s is %v, want %s", name, key, got[key], text)
		}
	}
}

// checkDuckRow compares a row.
func checkDuckRow(t *testing.T, got map[string]any, want *datasets.Row) {
	t.Helper()
	key := want.Position.Key()
	texts := map[string]string{
		"hex": strings.ToUpper(hex.EncodeToString(key[:])), "class": want.Class.String(), "method": want.Method.String(),
		"trials": fmt.Sprint(want.Trials), "labeller": want.Labeller, "source": want.Source, "seed": fmt.Sprint(want.Seed),
	}
	for column, text := range texts {
		if fmt.Sprint(got[column]) != text {
			t.Errorf("%s of %s is %v, want %s", column, want.Position.ID(), got[column], text)
		}
	}
	for column, of := range floatColumns {
		v, known := got[column].(float64)
		if w := of(want); known != (w == w && want.Method != datasets.Unlabelled) || known && float32(v) != w {
			t.Errorf("%s of %s is %v, want %v", column, want.Position.ID(), got[column], w)
		}
	}
}
