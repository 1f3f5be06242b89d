package dataset

import (
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/internal/must"
)

// unlabelled writes a database of positions that IDs name and returns its path.
func unlabelled(t *testing.T, v board.Variant, ids ...string) string {
	t.Helper()
	var rows []datasets.Row
	for _, id := range ids {
		rows = append(rows, datasets.NewRow(must.Get(board.ParseID(id, v))(t)))
	}
	return datasetstest.Write(t, datasets.Meta{Variant: v}, rows)
}

func TestLabel(t *testing.T) {
	in, dir := unlabelled(t, board.Backgammon, clitest.Start, clitest.NoPlay, "CgAAEAEAAAAAAA", clitest.Finished), t.TempDir()
	for i, c := range []struct {
		want string
		args []string
	}{
		{"4 rows, 4 labelled\nequities, on the average: ", []string{"--method", "ply1", "--bearoff", "none"}},
		{"4 rows, 1 labelled, 3 of other classes", []string{"--method", "ply2", "--class", "race", "--bearoff", "none"}},
		{"mEq from 0-ply, standard error ", []string{"--method", "rollout", "--trials", "36", "--truncate", "3", "--variance-reduction", "full"}},
		{"mEq from 0-ply, standard error ", []string{"--method", "rollout", "--preset", "quick", "--trials", "36", "--plies", "0"}},
		{"4 rows, 2 labelled, 2 of which nothing is known\n", []string{"--method", "bearoff"}},
		{"4 rows, 4 labelled", []string{"--method", "game"}},
	} {
		path := filepath.Join(dir, string(rune('a'+i)))
		args := append([]string{"dataset", "label", in, "--out", path}, c.args...)
		if c.args[1] != "bearoff" {
			args = append(args, "--model", clitest.Tiny)
		}
		clitest.Wants(t, program.OK(t, args...), path+": 4 rows", c.want)
	}
	again := filepath.Join(dir, "again")
	var report map[string]any
	program.JSON(t, &report, "dataset", "label", filepath.Join(dir, "a"), "--out", again,
		"--method", "ply1", "--bearoff", "none", "--model", clitest.Tiny, "--json")
	for key, want := range map[string]any{
		"out": again, "rows": 4.0, "labelled": 0.0, "kept": 4.0, "mean_change_from_0ply": nil, "mean_equity_error": nil,
	} {
		if got, ok := report[key]; !ok || got != want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
}

func TestLabelMistakes(t *testing.T) {
	in := unlabelled(t, board.Backgammon, clitest.Start)
	ofHyper := unlabelled(t, board.Hypergammon3, clitest.Hyper)
	path := filepath.Join(t.TempDir(), "out")
	program.Mistakes(t, "dataset label", []clitest.Mistake{
		{nil, 2, "no file given"},
		{[]string{in, "--method", "ply1"}, 2, "--out is required"},
		{[]string{in, "--out", path, "--method", "ply3"}, 2, `--method is "ply3", want static, ply1`},
		{[]string{in, "--out", path, "--method", "ply1", "--class", "prime"}, 2, `--class: unknown class "prime", want race, crashed or contact`},
		{[]string{in, "--out", path, "--method", "ply1", "--trials", "36"}, 2, "--trials has no effect with --method ply1"},
		{[]string{in, "--out", path, "--method", "game", "--prune"}, 2, "--prune has no effect with --method game"},
		{[]string{in, "--out", path, "--method", "ply1", "--prune", "--model", clitest.Tiny, "--bearoff", "none"}, 2, "--prune: the model " + clitest.Tiny + " has no pruning nets"},
		{[]string{in, "--out", path, "--method", "ply2", "--prune", "--sieve", "5/0.2"}, 2, "--sieve has no effect with --method ply2"},
		{[]string{in, "--out", path, "--method", "ply1", "--sieve", "5/0.2"}, 2, "--sieve needs --prune"},
		{[]string{in, "--out", path, "--method", "ply1", "--prune", "--sieve", "5"}, 2, `--sieve: sieve is "5"`},
		{[]string{in, "--out", path, "--method", "bearoff", "--bearoff", "none"}, 2, "--bearoff is none, but --method bearoff asks databases"},
		{[]string{in, "--out", path, "--method", "rollout", "--trials", "0"}, 2, "--trials is 0, want 1 to"},
		{[]string{in, "--out", path, "--method", "game", "--trials", "-1"}, 2, "--trials is -1, want 1 to"},
		{[]string{in, "--out", path, "--method", "rollout", "--plies", "5"}, 2, "--plies is 5"},
		{[]string{in, "--out", path, "--method", "rollout", "--truncate-plies", "1"}, 2, "--truncate-plies needs --truncate"},
		{[]string{in, "--out", path, "--method", "rollout", "--min-trials", "36"}, 2, "--min-trials needs --stop-se"},
		{[]string{in, "--out", path, "--method", "rollout", "--stop-se", "-0.1"}, 2, "--stop-se is -0.1"},
		{[]string{in, "--out", path, "--method", "rollout", "--variance-reduction", "no"}, 2, `--variance-reduction: "no"`},
		{[]string{in, "--out", path, "--method", "rollout", "--truncate-bearoff", "no"}, 2, `--truncate-bearoff: "no"`},
		{[]string{in, "--out", path, "--method", "ply1", "--workers", "0"}, 2, "--workers is 0"},
		{[]string{in + "x", "--out", path, "--method", "ply1", "--bearoff", "none"}, 1, "no such file"},
		{[]string{in, "--out", in, "--method", "ply1", "--bearoff", "none"}, 2, "rows.parquet is also read"},
		{[]string{ofHyper, "--out", path, "--method", "ply1", "--bearoff", "none"}, 1, "the model is for backgammon, the positions are of hypergammon3"},
		{[]string{in, "--out", path, "--method", "ply1", "--model", "best", "--bearoff", "none"}, 1, "neither a file nor a shipped net"},
	})
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) > 0 {
		t.Errorf("%v are left, %v", entries, err)
	}
}
