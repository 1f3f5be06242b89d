package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// plot draws the chosen charts of runs, writes events of each run, and prints
// the names of the files.
func TestPlot(t *testing.T) {
	if testing.Short() {
		t.Skip("PNG is slow to draw under the race detector")
	}
	figures, events := filepath.Join(t.TempDir(), "figures"), filepath.Join(t.TempDir(), "events")
	text, errOut, code := command(t, "", "plot", "--out", figures, "--tensorboard", events, "--x", "wall", "--smooth", "0.5", "--log-y",
		"--quantity", "loss", "--quantity", "pubeval_ppg", "--json", runsOf+"first", runsOf+"second")
	if code != exitOK || errOut != "" {
		t.Fatalf("exit code %d, errors %q", code, errOut)
	}
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
	must.OK(t, json.Unmarshal([]byte(text), &got))
	if len(got.Runs) != 2 || got.Runs[1].Name != "second" || got.Runs[0].Last[0].Quantity != "pubeval_ppg" {
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
	if list := strings.Join(names, " "); !strings.HasPrefix(list, "loss.png loss.svg pubeval_ppg.png pubeval_ppg.svg events.out.tfevents.") || len(names) != 6 {
		t.Errorf("files %s", list)
	}
	if svg := readFile(t, figures, "loss.svg"); !strings.Contains(svg, "seconds of work") || !strings.Contains(svg, "running mean of weight 0.5") {
		t.Error("the chart lacks its axis or its smoothing")
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
	succeed(t, args...)
	drawn := readFile(t, filepath.Join(dir, "figures", "loss.svg"))
	for i := range 15 {
		if !strings.Contains(drawn, fmt.Sprintf(">run%d<", i)) {
			t.Errorf("the key lacks run %d", i)
		}
	}
}

func TestPlotMistakes(t *testing.T) {
	first := runsOf + "first"
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"no run", nil, exitUsage, "plot wants at least 1 run folder"},
		{"twice", []string{first, first}, exitFailed, "are the same folder"},
		{"no folder", []string{"testdata"}, exitFailed, "testdata is not a run folder"},
		{"axis", []string{"--x", "time", first}, exitUsage, `--x: "time" is not an axis, want games, positions, wall or epoch`},
		{"no such axis", []string{"--out", filepath.Join(t.TempDir(), "x"), "--x", "epoch", first}, exitFailed, "have no epoch, want one of games, positions, wall"},
		{"quantity", []string{"--out", filepath.Join(t.TempDir(), "x"), "--quantity", "los", first}, exitFailed, `"los" was not measured`},
		{"smooth", []string{"--smooth", "1", first}, exitUsage, "--smooth is 1, want 0 to below 1"},
	} {
		checkMistake(t, "", append([]string{"plot"}, c.args...), c.code, c.want)
	}
}

// With --follow the page of the runs is served until the command ends.
func TestPlotFollow(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	r, w := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"gammonlab", "plot", "--follow", "--smooth", "0.5", runsOf + "first", runsOf + "second"}, strings.NewReader(""), io.Discard, w)
		w.Close()
	}()
	lines := bufio.NewScanner(r)
	lines.Scan()
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+/runs\?run=\w+&run=\w+&smooth=0\.5`).FindString(lines.Text())
	if address == "" {
		t.Fatalf("the first line is %q", lines.Text())
	}
	go io.Copy(io.Discard, r) // what else it says
	response := must.Get(http.Get(address))(t)
	page := string(must.Get(io.ReadAll(response.Body))(t))
	response.Body.Close()
	if !strings.Contains(page, "Strength against pubeval") || !strings.Contains(page, "second: −0.16") {
		t.Errorf("the page is %s", page)
	}
	at := strings.TrimPrefix(address[:strings.Index(address, "/runs")], "http://")
	for runs, want := range map[string]int{"second": exitOK, "generations": exitFailed} {
		_, errOut, code := command(t, "", "plot", "--follow", "--listen", at, runsOf+runs)
		says := map[int]string{exitOK: "a server shows these runs already, at http://" + at + "/runs?run=", exitFailed: "in use"}[want]
		if code != want || !strings.Contains(errOut, says) {
			t.Errorf("%s with a server that shows first and second: exit code %d, errors %q", runs, code, errOut)
		}
	}
	http.DefaultClient.CloseIdleConnections()
	stop()
	if got := <-code; got == exitUsage {
		t.Errorf("exit code %d", got)
	}
	checkMistake(t, "", []string{"plot", "--follow", "--json", runsOf + "first"}, exitUsage, "--follow shows a page")
	checkMistake(t, "", []string{"plot", "--listen", "127.0.0.1:0", runsOf + "first"}, exitUsage, "--listen needs --follow")
	checkMistake(t, "", []string{"plot", "--follow", "--listen", "0.0.0.0:0", runsOf + "first"}, exitUsage, "which other machines reach")
}
