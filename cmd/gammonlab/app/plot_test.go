package app

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// plot draws the chosen charts of runs, writes events of each run, and prints
// the names of the files.
func TestPlot(t *testing.T) {
	if testing.Short() {
		t.Skip("PNG is slow to draw under the race detector")
	}
	figures, events := filepath.Join(t.TempDir(), "figures"), filepath.Join(t.TempDir(), "events")
	flags := []string{"plot", "--out", figures, "--tensorboard", events, "--x", "wall", "--smooth", "0.5", "--log-y",
		"--quantity", "loss", "--quantity", "strength", "--json", runsOf + "first", runsOf + "second"}
	var got struct {
		Runs []struct {
			Name string
			Last []struct{ Quantity string }
		}
		Differences []struct {
			Name   string
			Values []string
		}
		Files []string
	}
	must.OK(t, json.Unmarshal([]byte(program.Quietly(t, flags...)), &got))
	if len(got.Runs) != 2 || got.Runs[1].Name != "second" || got.Runs[0].Last[0].Quantity != "strength" {
		t.Errorf("runs %+v", got.Runs)
	}
	if len(got.Differences) != 4 || got.Differences[3].Name != "seed" || strings.Join(got.Differences[3].Values, " ") != "1 2" {
		t.Errorf("differences %+v", got.Differences)
	}
	var names []string
	for _, path := range got.Files {
		if info, err := os.Stat(path); err != nil || info.Size() < 500 {
			t.Errorf("%s: %v, %v", path, info, err)
		}
		names = append(names, filepath.Base(path))
	}
	if list := strings.Join(names, " "); !strings.HasPrefix(list, "loss.png loss.svg strength.png strength.svg events.out.tfevents.") || len(names) != 6 {
		t.Errorf("files %s", list)
	}
	clitest.Wants(t, clitest.File(t, figures, "loss.svg"), "seconds of work", "running mean of weight 0.5")
}

// Runs are selected and sorted, and all that they measured is written as a table.
func TestPlotSelects(t *testing.T) {
	table := filepath.Join(t.TempDir(), "all.csv")
	out := program.OK(t, "plot", "--where", "games>=6000", "--sort", "-seed", "--metrics", table, runsOf+"first", runsOf+"second")
	if first, second := strings.Index(out, "\nfirst "), strings.Index(out, "\nsecond "); second < 0 || first < second {
		t.Errorf("the order is not that of falling seeds:\n%s", out)
	}
	clitest.Wants(t, clitest.File(t, table), "run,kind,quantity,part,line,games", "second,train td,loss,,1,1000,")
	one := program.OK(t, "plot", "--where", "seed=2", runsOf+"first", runsOf+"second")
	if strings.Contains(one, "first") || !strings.Contains(one, "second") {
		t.Errorf("got\n%s", one)
	}
}

// Any number of runs share the charts.
func TestPlotManyRuns(t *testing.T) {
	dir := t.TempDir()
	args := []string{"plot", "--quantity", "loss", "--out", filepath.Join(dir, "figures")}
	for i := range 15 {
		run := filepath.Join(dir, fmt.Sprintf("run%d", i))
		must.OK(t, os.CopyFS(run, os.DirFS(runsOf+"first")))
		args = append(args, run)
	}
	program.OK(t, args...)
	drawn := clitest.File(t, filepath.Join(dir, "figures", "loss.svg"))
	for i := range 15 {
		clitest.Wants(t, drawn, fmt.Sprintf(">run%d<", i))
	}
}

func TestPlotMistakes(t *testing.T) {
	first := runsOf + "first"
	program.Mistakes(t, "plot", []clitest.Mistake{
		{nil, 2, "plot wants at least 1 run folder"},
		{[]string{first, first}, 1, "are the same folder"},
		{[]string{"testdata"}, 1, "testdata is not a run folder"},
		{[]string{"--x", "time", first}, 2, `--x: "time" is not an axis, want games, positions, epoch, wall or cpu`},
		{[]string{"--out", filepath.Join(t.TempDir(), "x"), "--x", "epoch", first}, 1, "have no epoch, want one of games, positions, wall"},
		{[]string{"--out", filepath.Join(t.TempDir(), "x"), "--quantity", "los", first}, 1, `"los" was not measured`},
		{[]string{"--where", "seed>1", first}, 2, `--where: none of the 1 runs meets "seed>1"`},
		{[]string{"--sort", "sed", first}, 2, `--sort: no run has "sed"; did you mean seed?`},
		{[]string{"--metrics", filepath.Join(t.TempDir(), "x.txt"), first}, 2, `--metrics: `},
		{[]string{"--smooth", "1", first}, 2, "--smooth is 1, want 0 to below 1"},
	})
}

// With --follow the page of the runs is served until the command ends.
func TestPlotFollow(t *testing.T) {
	server := program.Start(t, "plot", "--follow", "--smooth", "0.5", runsOf+"first", runsOf+"second")
	address := server.Err.Find(t, `http://127\.0\.0\.1:\d+/runs\?run=\w+&run=\w+&smooth=0\.5`)
	response := must.Get(http.Get(address))(t)
	page := string(must.Get(io.ReadAll(response.Body))(t))
	response.Body.Close()
	clitest.Wants(t, page, "Strength against pubeval", "second: −160")
	at := strings.TrimPrefix(address[:strings.Index(address, "/runs")], "http://")
	_, says := program.Reads(t, "", "plot", "--follow", "--listen", at, runsOf+"second")
	clitest.Wants(t, says, "a server shows these runs already, at http://"+at+"/runs?run=")
	if _, errOut, code := program.Run(t, "", "plot", "--follow", "--listen", at, runsOf+"generations"); code != 1 || !strings.Contains(errOut, "in use") {
		t.Errorf("a server that shows others: exit code %d, errors %q", code, errOut)
	}
	http.DefaultClient.CloseIdleConnections()
	if code := server.Stop(); code == 2 {
		t.Errorf("exit code %d", code)
	}
	program.Fails(t, 2, "--follow shows a page", "plot", "--follow", "--json", runsOf+"first")
	program.Fails(t, 2, "--listen needs --follow", "plot", "--listen", "127.0.0.1:0", runsOf+"first")
	program.Fails(t, 2, "which other machines reach", "plot", "--follow", "--listen", "0.0.0.0:0", runsOf+"first")
}
