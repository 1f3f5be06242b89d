package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

func TestRatingPlot(t *testing.T) {
	if testing.Short() {
		t.Skip("PNG is slow to draw under the race detector")
	}
	folder := filepath.Join(t.TempDir(), "figures")
	out, errOut, code := command(t, "", "rating", "plot", "--out", folder, "--bootstrap", "20", "--lengths", "3",
		drawnStudy(t, "1"), drawnStudy(t, "2"))
	if code != exitOK || errOut != "" {
		t.Fatalf("exit code %d, errors %q", code, errOut)
	}
	var want []string
	for _, name := range []string{"depd-3.png", "depd-3.svg", "mixed-3.png", "mixed-3.svg"} {
		want = append(want, filepath.Join(folder, name))
	}
	if got := strings.Fields(out); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("files %q, want %q", got, want)
	}
	for _, path := range want {
		if info, err := os.Stat(path); err != nil || info.Size() < 1000 {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
}

func TestRatingPlotMistakes(t *testing.T) {
	study := drawnStudy(t, "1")
	file := filepath.Join(t.TempDir(), "file")
	must.OK(t, os.WriteFile(file, nil, 0o666))
	for _, tt := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"no folder", []string{study}, exitUsage, "--out is required"},
		{"no files", []string{"--out", t.TempDir()}, exitUsage, "no file given"},
		{"method", []string{"--out", t.TempDir(), "--estimator", "best", study}, exitUsage, "best"},
		{"no study", []string{"--out", t.TempDir(), file}, exitFailed, file},
		{"a file for a folder", []string{"--out", file, "--bootstrap", "20", "--lengths", "3", study}, exitUsage, file},
	} {
		out, errOut, code := command(t, "", append([]string{"rating", "plot"}, tt.args...)...)
		if code != tt.code || out != "" || !strings.Contains(errOut, tt.want) {
			t.Errorf("%s: exit code %d, output %q, errors %q", tt.name, code, out, errOut)
		}
	}
}
