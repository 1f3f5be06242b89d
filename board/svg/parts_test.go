package svg_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board/svg"
)

// parts returns the names of a drawing's parts by place, and the place with the
// tabindex 0.
func parts(t *testing.T, b svg.Board) (map[string]string, string) {
	t.Helper()
	names, focus := map[string]string{}, ""
	found := regexp.MustCompile(`<g class="bgb-part" id="p-([^"]+)" role="button" tabindex="(-?\d)" data-place="([^"]+)" aria-label="([^"]+)"`)
	for _, m := range found.FindAllStringSubmatch(b.String(), -1) {
		if m[1] != m[3] || names[m[3]] != "" {
			t.Errorf("part %q has the id %q, or is there twice", m[3], m[1])
		}
		names[m[3]] = m[4]
		if m[2] == "0" {
			focus += m[3]
		}
	}
	return names, focus
}

func TestParts(t *testing.T) {
	b := sample(t, "XGID=aA---BDBC---c----c-e---AB-:1:-1:1:31:0:0:0:7:10")
	b.Parts = &svg.Parts{ID: "p"}
	names, focus := parts(t, b)
	for place, want := range map[string]string{
		"1": "1 point, 1 dark checker", "2": "2 point, empty", "12": "12 point, 3 light checkers",
		svg.BottomBar: "dark bar, 0 checkers", svg.TopBar: "light bar, 1 checker",
		svg.TopTray: "light tray, 3 checkers off", svg.Cube: "cube, at 2, owner light",
		svg.FirstDie: "die with a 3", svg.SecondDie: "die with a 1",
	} {
		if names[place] != want {
			t.Errorf("place %s is named %q, want %q", place, names[place], want)
		}
	}
	if focus != "1" || len(names) != 24+4+1+2 {
		t.Errorf("%d parts, tabindex 0 at %q", len(names), focus)
	}
	b.Parts.Yours, b.FromTop, b.Parts.Focus = true, true, svg.TopBar
	names, focus = parts(t, b)
	if got := []string{names["1"], names["12"], names[svg.TopBar], focus}; !slices.Equal(got, []string{
		"24 point, 1 of your checkers", "13 point, 3 of the opponent&#39;s checkers", "the opponent&#39;s bar, 1 checker", svg.TopBar,
	}) {
		t.Errorf("with the numbers of the top: %q", got)
	}
}

// For set-up there are dice that are not thrown and all places of the cube; a match
// to one point has no cube at all.
func TestPartsForSetUp(t *testing.T) {
	b := sample(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
	b.Parts = &svg.Parts{ID: "p"}
	plain, _ := parts(t, b)
	b.Parts.SetUp = true
	all, _ := parts(t, b)
	if plain[svg.FirstDie] != "" || len(all) != len(plain)+2+2+2 {
		t.Errorf("%d parts for play, %d for set-up", len(plain), len(all))
	}
	if all[svg.Cube] != "cube, at 1 in the middle" || all[svg.CubeUp] != "cube to light" || all[svg.TopPlayer] != "put light on roll" {
		t.Errorf("got %q", all)
	}
	b.Match.Length = 1
	if all, _ := parts(t, b); all[svg.Cube] != "" || all[svg.CubeUp] != "" {
		t.Error("a match to one point has a cube")
	}
}

// Every column of a point is as wide as the point and reaches to the middle.
func TestTargets(t *testing.T) {
	b := sample(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
	b.Parts = &svg.Parts{ID: "p"}
	columns := map[int]int{}
	for _, m := range regexp.MustCompile(`data-place="\d+"[^>]*><rect x="(\d+)" y="\d+" width="36" height="(\d+)"/>`).FindAllStringSubmatch(b.String(), -1) {
		x, _ := strconv.Atoi(m[1])
		height, _ := strconv.Atoi(m[2])
		columns[x] += height
	}
	if len(columns) != 13 {
		t.Errorf("%d columns, want 12 and the bar", len(columns))
	}
	for x, height := range columns {
		if height != 400 {
			t.Errorf("the targets at %d are %d high, want 400", x, height)
		}
	}
	if strings.Contains(sample(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10").String(), "role=\"button\"") {
		t.Error("a drawing without parts has buttons")
	}
}
