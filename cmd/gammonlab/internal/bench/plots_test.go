package bench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/pagetest"
)

// Every chart with data is written in both formats, and names players and
// classes.
func TestPlotPositions(t *testing.T) {
	slow(t)
	for _, c := range []struct {
		player string
		cubes  bool
	}{{"net:" + clitest.Tiny, true}, {"pubeval", false}} {
		dir := filepath.Join(t.TempDir(), "plots")
		clitest.Wants(t, program.OK(t, "bench", "positions", "run", "--bearoff", "none", "--player", c.player, "--plots", dir), "checker play")
		for name, want := range map[string]string{
			"classes.svg": "checker play, crashed", "classes.png": "\x89PNG",
			"plays.svg": "% cost nothing", "plays.png": "\x89PNG",
			"cubes.svg": "doubling and taking", "cubes.png": "\x89PNG",
		} {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if there := c.cubes || !strings.HasPrefix(name, "cubes"); there != (err == nil) {
				t.Errorf("%s, %s: %v", c.player, name, err)
			}
			if err == nil && !strings.Contains(string(data), want) {
				t.Errorf("%s, %s: no %q", c.player, name, want)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	clitest.Write(t, file, "")
	program.Fails(t, 2, file, "bench", "positions", "run", "--bearoff", "none", "--player", "pubeval", "--plots", file)
}

// The page fits a phone: nothing of its charts and tables is cut off, and no card is
// stretched to the height of another.
func TestPositionsPageFitsAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("short: a browser is started")
	}
	browser := pagetest.Start(t)
	page := filepath.Join(t.TempDir(), "page.html")
	program.OK(t, "bench", "positions", "run", "--bearoff", "none", "--html", page,
		"--player", "net:"+clitest.Tiny, "--player", "net:default", "--player", "pubeval")
	for _, width := range []int{390, 1280} {
		p := browser.Open(page, width, width < 500, "figure svg")
		if p.Width > width || len(p.Cut)+len(p.Faults) > 0 || p.Counts["figure svg"] != 3 {
			t.Errorf("at %d: %+v", width, p)
		}
		if heights := browser.Heights("figure"); len(heights) != 3 || heights[0] < 1.5*heights[1] || heights[0] < 1.5*heights[2] {
			t.Errorf("at %d the cards are %v high, the first has much more in it", width, heights)
		}
	}
}
