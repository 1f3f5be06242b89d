package rating

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

func TestPlot(t *testing.T) {
	if testing.Short() {
		t.Skip("PNG is slow to draw under the race detector")
	}
	folder := filepath.Join(t.TempDir(), "figures")
	out := program.Quietly(t, "rating", "plot", "--out", folder, "--bootstrap", "20", "--lengths", "3",
		clitest.Study(t, "1"), clitest.Study(t, "2"))
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

func TestPlotMistakes(t *testing.T) {
	study := clitest.Study(t, "1")
	file := filepath.Join(t.TempDir(), "file")
	clitest.Write(t, file, "")
	program.Mistakes(t, "rating plot", []clitest.Mistake{
		{[]string{study}, 2, "--out is required"},
		{[]string{"--out", t.TempDir()}, 2, "no file given"},
		{[]string{"--out", t.TempDir(), "--estimator", "best", study}, 2, "best"},
		{[]string{"--out", t.TempDir(), file}, 1, file},
		{[]string{"--out", file, "--bootstrap", "20", "--lengths", "3", study}, 2, file},
	})
}
