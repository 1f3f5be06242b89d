package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/evalbench/openings"
	"gammonlab/internal/must"
)

// A book has the settings of the flags and another player's choices, and
// openings show prints what openings build printed.
func TestOpenings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.json")
	build := []string{"openings", "build", "--model", tiny, "--bearoff", "none", "--out", path, "--no-replies",
		"--preset", "quick", "--trials", "36", "--truncate", "1", "--candidates", "2", "--beside", "net:" + tiny}
	out, errOut, code := command(t, "", build...)
	if code != exitOK {
		t.Fatalf("exit code %d, errors %q", code, errOut)
	}
	var book struct {
		Made      map[string]string `json:"made"`
		Decisions []struct {
			Dice   string `json:"dice"`
			Beside string `json:"beside"`
			Plays  []struct {
				Move   string `json:"move"`
				Trials int    `json:"trials"`
			} `json:"plays"`
		} `json:"decisions"`
	}
	must.OK(t, json.Unmarshal(must.Get(os.ReadFile(path))(t), &book))
	first := book.Decisions[0]
	if len(book.Decisions) != 15 || first.Dice != "21" || first.Plays[0].Trials != 36 || first.Beside == "" || book.Made["truncate"] != "1" || book.Made["stop_se"] != "0.01" {
		t.Errorf("got %+v", book)
	}
	if shown, errOut, code := command(t, "", "openings", "show", path); code != exitOK || shown != out {
		t.Errorf("exit code %d, errors %q, shown\n%s\nwant\n%s", code, errOut, shown, out)
	}
	var shown openings.Book
	answer(t, &shown, "openings", "show", "--json", path)
	if shown.Text() != out {
		t.Errorf("as JSON %+v", shown)
	}
	if page, _, _ := command(t, "", "openings", "show", "--markdown", path); !strings.Contains(page, "| "+first.Plays[0].Move+" | best |") {
		t.Errorf("want the best play in\n%s", page)
	}
	checkMistake(t, "", build, exitUsage, "already exists")
}

func TestOpeningsMistakes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "book.json")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"build"}, "--out is required"},
		{[]string{"build", "--out", out, "--score", "1-0"}, "--score needs --match"},
		{[]string{"build", "--out", out, "--match", "5", "--score", "5-0"}, "5"},
		{[]string{"build", "--out", out, "--candidates", "0"}, "--candidates is 0, want at least 1"},
		{[]string{"build", "--out", out, "--preset", "x"}, `--preset: "x"`},
		{[]string{"build", "--out", out, "--beside", "pubeval"}, "pubeval does not know the cube"},
		{[]string{"show"}, "no file given"},
	} {
		checkMistake(t, "", append([]string{"openings"}, c.args...), exitUsage, c.want)
	}
	checkMistake(t, "", []string{"openings", "build", "--out", out, "--second", "nothing"}, exitFailed, "--second: model \"nothing\" is neither a file nor a shipped net")
}
