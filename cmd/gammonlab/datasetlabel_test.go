package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/internal/must"
)

// unlabelled writes a database of positions that IDs name and returns its path.
func unlabelled(t *testing.T, v board.Variant, ids ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "in.parquet")
	w := must.Get(datasets.Create(path, datasets.Meta{Variant: v}))(t)
	for _, id := range ids {
		pos := must.Get(board.ParseID(id, v))(t)
		row := datasets.NewRow(pos)
		must.OK(t, w.Write(&row))
	}
	must.OK(t, w.Close())
	return path
}

func TestDatasetLabel(t *testing.T) {
	in, dir := unlabelled(t, board.Backgammon, start, noPlay, "CgAAEAEAAAAAAA", finished), t.TempDir()
	for i, c := range []struct {
		want string
		args []string
	}{
		{"4 rows, 4 labelled\nequities, on the average: ", []string{"--method", "ply1", "--bearoff", "none"}},
		{"4 rows, 1 labelled, 3 of other classes", []string{"--method", "ply2", "--class", "race", "--bearoff", "none"}},
		{"standard error 0.", []string{"--method", "rollout", "--trials", "36", "--truncate", "3", "--variance-reduction", "full"}},
		{"standard error 0.", []string{"--method", "rollout", "--preset", "quick", "--trials", "36", "--plies", "0"}},
		{"4 rows, 2 labelled, 2 of which nothing is known\n", []string{"--method", "bearoff"}},
		{"4 rows, 4 labelled", []string{"--method", "game"}},
	} {
		path := filepath.Join(dir, string(rune('a'+i)))
		args := append([]string{"dataset", "label", in, "--out", path}, c.args...)
		if c.args[1] != "bearoff" {
			args = append(args, "--model", tiny)
		}
		out, errOut, code := command(t, "", args...)
		if code != exitOK || !strings.HasPrefix(out, path+": 4 rows") || !strings.Contains(out, c.want) {
			t.Errorf("%v: exit code %d, %q, want %q; errors %q", c.args, code, out, c.want, errOut)
		}
	}
	again := filepath.Join(dir, "again")
	out, errOut, code := command(t, "", "dataset", "label", filepath.Join(dir, "a"), "--out", again,
		"--method", "ply1", "--bearoff", "none", "--model", tiny, "--json")
	var report map[string]any
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != exitOK {
		t.Fatalf("exit code %d, %v: %q, errors %q", code, err, out, errOut)
	}
	for key, want := range map[string]any{
		"out": again, "rows": 4.0, "labelled": 0.0, "kept": 4.0, "mean_change_from_0ply": nil, "mean_equity_error": nil,
	} {
		if got, ok := report[key]; !ok || got != want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
}

func TestDatasetLabelMistakes(t *testing.T) {
	in := unlabelled(t, board.Backgammon, start)
	ofHyper := unlabelled(t, board.Hypergammon3, hyper)
	path := filepath.Join(t.TempDir(), "out")
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{2, "no file given", nil},
		{2, "--out is required", []string{in, "--method", "ply1"}},
		{2, "--method is required", []string{in, "--out", path}},
		{2, `--method is "ply3", want static, ply1`, []string{in, "--out", path, "--method", "ply3"}},
		{2, `--class is "prime", want race`, []string{in, "--out", path, "--method", "ply1", "--class", "prime"}},
		{2, "--trials has no effect with --method ply1", []string{in, "--out", path, "--method", "ply1", "--trials", "36"}},
		{2, "--model has no effect with --method bearoff", []string{in, "--out", path, "--method", "bearoff", "--model", tiny}},
		{2, "--prune has no effect with --method game", []string{in, "--out", path, "--method", "game", "--prune"}},
		{2, "--prune: the model " + tiny + " has no pruning nets", []string{in, "--out", path, "--method", "ply1", "--prune", "--model", tiny, "--bearoff", "none"}},
		{2, "--sieve has no effect with --method ply2", []string{in, "--out", path, "--method", "ply2", "--prune", "--sieve", "5/0.2"}},
		{2, "--sieve requires --prune", []string{in, "--out", path, "--method", "ply1", "--sieve", "5/0.2"}},
		{2, `--sieve: sieve is "5"`, []string{in, "--out", path, "--method", "ply1", "--prune", "--sieve", "5"}},
		{2, "--method bearoff contradicts --bearoff none", []string{in, "--out", path, "--method", "bearoff", "--bearoff", "none"}},
		{2, "--trials is 0, want 1 to", []string{in, "--out", path, "--method", "rollout", "--trials", "0"}},
		{2, "-1 games of a position", []string{in, "--out", path, "--method", "game", "--trials", "-1"}},
		{2, "--plies is 5", []string{in, "--out", path, "--method", "rollout", "--plies", "5"}},
		{2, "--truncate-plies needs --truncate", []string{in, "--out", path, "--method", "rollout", "--truncate-plies", "1"}},
		{2, "--min-trials has no effect without --stop-se", []string{in, "--out", path, "--method", "rollout", "--min-trials", "36"}},
		{2, "--stop-se is -0.1", []string{in, "--out", path, "--method", "rollout", "--stop-se", "-0.1"}},
		{2, `--variance-reduction: "no"`, []string{in, "--out", path, "--method", "rollout", "--variance-reduction", "no"}},
		{2, `--truncate-bearoff: "no"`, []string{in, "--out", path, "--method", "rollout", "--truncate-bearoff", "no"}},
		{2, "--workers is 0", []string{in, "--out", path, "--method", "ply1", "--workers", "0"}},
		{1, "no such file", []string{in + "x", "--out", path, "--method", "ply1", "--bearoff", "none"}},
		{2, "in.parquet is also read", []string{in, "--out", in, "--method", "ply1", "--bearoff", "none"}},
		{1, "the model is for backgammon, the positions are of hypergammon3", []string{ofHyper, "--out", path, "--method", "ply1", "--bearoff", "none"}},
		{1, "neither a file nor a shipped net", []string{in, "--out", path, "--method", "ply1", "--model", "best", "--bearoff", "none"}},
	} {
		out, errOut, code := command(t, "", append([]string{"dataset", "label"}, c.args...)...)
		if code != c.code || out != "" || !strings.Contains(errOut, c.want) {
			t.Errorf("%v: exit code %d, want %d; output %q; errors %q, want %q", c.args, code, c.code, out, errOut, c.want)
		}
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) > 0 {
		t.Errorf("%v are left, %v", entries, err)
	}
}
