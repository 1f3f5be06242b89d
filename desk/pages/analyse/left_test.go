package analyse_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// leftBoard is on drawings whose players bear off to the left: the place of the 1 point.
const leftBoard = `<text x="66" y="452">1</text>`

// With the parameter for bearing off to the left, the page, its set-up board, its links and
// its forms show the board that way.
func TestLeft(t *testing.T) {
	server := newServer(t)
	_, page := get(t, server, "/analyse", "", "xgid", opening, "plies", "0", "left", "yes")
	if !strings.Contains(page, leftBoard) {
		t.Errorf("the board bears off to the right:\n%s", page)
	}
	if n := strings.Count(page, `name="left" value="yes"`); n != 8 { // of a text, of set-up, of plies, in depth, of dice, of a rollout, of scores, of all rolls
		t.Errorf("%d forms keep the choice, want 8", n)
	}
	link := "?left=yes&amp;plies=0&amp;xgid=" + url.QueryEscape(strings.Replace(opening, ":31:", ":00:", 1))
	turned := "?plies=0&amp;xgid=" + url.QueryEscape(opening)
	for _, want := range []string{"/analyse" + link, `/analyse` + turned + `">Bear off to the right`} {
		if !strings.Contains(page, want) {
			t.Errorf("no link %s in\n%s", want, page)
		}
	}
	status, to := get(t, server, "/analyse", "", "checkers", "-b----E-C---eE---c-e----B-", "left", "yes", "do", "analyse")
	if status != http.StatusSeeOther || !strings.Contains(to, "left=yes") {
		t.Errorf("a board that was set up is analysed at %d %s", status, to)
	}
	if _, part := get(t, server, "/analyse", "set-up", "checkers", "-b----E-C---eE---c-e----B-", "left", "yes"); !strings.Contains(part, leftBoard) || !strings.Contains(part, `<option value="yes" selected="selected">left`) {
		t.Errorf("set up: %s", part)
	}
}
