package bench

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// Records are judged by the analyses in them; the exit code says whether all of them could be
// read, and errors name the file.
func TestRecords(t *testing.T) {
	data := filepath.Join("..", "..", "..", "..", "board", "record", "testdata")
	xg, sgf, plain := filepath.Join(data, "short.xg"), filepath.Join(data, "rolledout.sgf"), filepath.Join(data, "match5.sgf")
	line := func(more ...string) []string {
		return append([]string{"bench", "records", "--player", "net:" + clitest.Tiny, "--bearoff", "none"}, more...)
	}
	var report struct {
		Records struct {
			Files, Plays, Doubles int
			Without               []string `json:"without_analysis"`
		}
		Players []struct {
			PR      *float64
			Decided int `json:"pr_decisions"`
		}
		Differences []struct{ Player string }
	}
	program.JSON(t, &report, line("--player", "random", "--unlisted", "worst", "--json", xg, sgf, plain)...)
	if r := report.Records; r.Files != 2 || r.Plays != 6 || r.Doubles != 5 || len(r.Without) != 1 {
		t.Errorf("records %+v, want 6 plays and 5 doubles of 2 files", r)
	}
	if p := report.Players; len(p) != 2 || p[0].PR == nil || p[0].Decided < 6 || len(report.Differences) == 0 || report.Differences[0].Player != "random" {
		t.Errorf("players %+v, differences %+v", report.Players, report.Differences)
	}
	cut := filepath.Join(t.TempDir(), "cut.sgf")
	whole := must.Get(os.ReadFile(sgf))(t)
	must.OK(t, os.WriteFile(cut, whole[:bytes.LastIndexByte(whole, ';')-3], 0o666))
	if out, errOut, code := program.Run(t, "", line(cut)...); code != 1 || !strings.Contains(errOut, "not all records are judged completely: "+cut) || !strings.Contains(out, "5 plays and 3 doubles of 1 file") {
		t.Errorf("a damaged file: exit code %d, error %q\n%s", code, errOut, out)
	}
	program.Fails(t, 1, "match5.sgf: no decision there has an analysis", line(plain)...)
	program.Fails(t, 2, "no file given", line()...)
	program.Fails(t, 2, `--levels: no decision has a level with "9-ply"`, line("--levels", "9-ply", xg)...)
	program.Fails(t, 2, `"size" is no way to group decisions`, line("--by", "size", xg)...)
	program.Fails(t, 2, `--unlisted is "best", want omit or worst`, line("--unlisted", "best", xg)...)
	program.Fails(t, 1, "none.xg", line("none.xg")...)
}
