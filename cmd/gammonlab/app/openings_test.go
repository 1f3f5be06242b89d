package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/desk/openings"
	"gammonlab/internal/must"
)

// A book has the settings of the flags and another player's choices, and
// openings show prints what openings build printed.
func TestOpenings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.json")
	build := []string{"openings", "build", "--model", tiny, "--bearoff", "none", "--out", path, "--no-replies",
		"--preset", "quick", "--trials", "36", "--truncate", "1", "--candidates", "2", "--beside", "net:" + tiny}
	out := program.OK(t, build...)
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
	if len(book.Decisions) != 15 || first.Dice != "21" || first.Plays[0].Trials != 36 || first.Beside == "" {
		t.Errorf("%d decisions, the first %+v", len(book.Decisions), first)
	}
	if book.Made["truncate"] != "1" || book.Made["stop_se"] != "0.01" {
		t.Errorf("made %v", book.Made)
	}
	if shown := program.OK(t, "openings", "show", path); shown != out {
		t.Errorf("shown\n%s\nwant\n%s", shown, out)
	}
	var shown openings.Book
	program.JSON(t, &shown, "openings", "show", "--json", path)
	if shown.Text() != out {
		t.Errorf("as JSON %+v", shown)
	}
	clitest.Wants(t, program.OK(t, "openings", "show", "--markdown", path), "| "+first.Plays[0].Move+" | best |")
	program.Fails(t, 2, "already exists", build...)
}

func TestOpeningsMistakes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "book.json")
	program.Mistakes(t, "openings", []clitest.Mistake{
		{[]string{"build"}, 2, "--out is required"},
		{[]string{"build", "--out", out, "--score", "1-0"}, 2, "--score needs --match"},
		{[]string{"build", "--out", out, "--match", "5", "--score", "5-0"}, 2, "5"},
		{[]string{"build", "--out", out, "--candidates", "0"}, 2, "--candidates is 0, want at least 1"},
		{[]string{"build", "--out", out, "--preset", "x"}, 2, `--preset: "x"`},
		{[]string{"build", "--out", out, "--beside", "pubeval"}, 2, "pubeval does not know the cube"},
		{[]string{"build", "--out", out, "--second", "nothing"}, 1, `--second: model "nothing" is neither a file nor a shipped net`},
		{[]string{"show"}, 2, "no file given"},
	})
}
