package serve

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

var hiddenPattern = regexp.MustCompile(`<input type="hidden" name="(version|steps|swapped|clicks)" value="([^"]*)"/>`)

// lastPattern matches the steps of the net's play that the page shows checker by checker.
var lastPattern = regexp.MustCompile(`data-last="[^"]*steps&#34;:([^}]*)}"`)

// submit sends the form of a game's page as a browser does, with the hidden
// fields of the page that was shown last.
func (c *client) submit(page string, fields ...string) (after string) {
	c.t.Helper()
	form := url.Values{}
	for _, f := range hiddenPattern.FindAllStringSubmatch(page, -1) {
		form.Set(f[1], f[2])
	}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	response := must.Get(http.PostForm(c.url+"/play"+c.page()+c.looks, form))(c.t)
	defer response.Body.Close()
	text := string(must.Get(io.ReadAll(response.Body))(c.t))
	if response.StatusCode != http.StatusOK {
		c.t.Fatalf("%v: status %d: %s", fields, response.StatusCode, text)
	}
	return text
}

// hidden returns a hidden field of a page.
func hidden(page, name string) string {
	for _, f := range hiddenPattern.FindAllStringSubmatch(page, -1) {
		if f[1] == name {
			return f[2]
		}
	}
	return "missing"
}

// The form of a game plays step by step and reports illegal steps, also without the
// script.
func TestPlayForm(t *testing.T) {
	server := newTables(t)
	c := begin(t, server, `{"model": "td512", "length": 5, "first": "you", "dice": "hand"}`)
	_, page := get(t, server, "/play"+c.page())
	for _, s := range []struct {
		fields          []string
		version, steps  string
		has, hasNothing string // texts of the page
	}{
		{[]string{"do", "roll", "dice", "7"}, "1", "", `class="problem"`, `id="play"`},
		{[]string{"do", "board", "dice", "31"}, "2", "", "You to move 3 1.", `class="problem"`},
		{[]string{"do", "board", "place", "8"}, "2", "8/5", "Moved 8/5. You to move 1.", `class="problem"`},
		{[]string{"do", "board", "place", "13"}, "2", "8/5", "No checker can be moved from there.", "Moved 13"},
		{[]string{"do", "step"}, "2", "", "You to move 3 1.", `class="problem"`},
		{[]string{"do", "board", "place", "die1"}, "2", "", "You to move 1 3.", `class="problem"`},
		{[]string{"do", "board", "place", "6"}, "2", "6/5", "You to move 3.", `class="problem"`},
		{[]string{"do", "board", "place", "12", "from", "24"}, "2", "6/5", "The checker cannot be moved there.", `class="bgb-arrow"`},
		{[]string{"do", "board", "place", "12", "from", "bar"}, "2", "6/5", "You have no checkers there.", ""},
		{[]string{"do", "done"}, "2", "6/5", "The play is not complete.", "The net rolled"},
		{[]string{"do", "board", "place", "8"}, "2", "6/5 8/5", "Moved 6/5 8/5. Click the dice or Done to make the play. Pips 163 to 167.", `id="do-done" data-key="m" disabled`},
		{[]string{"do", "board", "place", "13"}, "2", "6/5 8/5", "No checker can be moved from there.", "The net rolled"},
		{[]string{"do", "step"}, "2", "6/5", `<g class="bgb-die1 bgb-spent">`, `<g class="bgb-die2 bgb-spent">`},
		{[]string{"do", "step"}, "2", "", `data-key="Escape" disabled`, "bgb-spent\""},
		{[]string{"do", "clicks"}, "2", "", `id="board-24" role="button" tabindex="-1" data-place="24" aria-label="24 point, 2 of your checkers" aria-pressed="false"`, ""},
		{[]string{"do", "move", "play", "8/5 7/6"}, "2", "", `value="8/5 7/6"`, "The net rolled"},
		{[]string{"do", "board", "play", "13/8"}, "2", "", `class="problem"`, "The net rolled"},
		{[]string{"do", "board", "place", "4", "from", "8"}, "2", "8/7 7/4", "Click the dice", `class="problem"`},
		{[]string{"do", "board", "place", "die2"}, "3", "", "Enter the net&#39;s dice.", `class="problem"`},
		{[]string{"do", "done"}, "3", "", "The game has changed since.", "The net rolled"},
		{[]string{"do", "roll", "dice", "66"}, "5", "", "The net rolled 6 6 and played", `class="problem"`},
		{[]string{"do", "luck"}, "5", "", "The net&#39;s 6 6: luck &#43;", `class="problem"`},
		{[]string{"do", "luck"}, "5", "", "Your 3 1: luck &#43;", `data-last="`},
		{[]string{"do", "board", "place", "13"}, "5", "", "Roll or double.", "Moved"},
		{[]string{"do", "resign", "kind", "x"}, "5", "", "Kind is &#34;x&#34;", ""},
		{[]string{"do", "board", "place", "cube"}, "7", "", "The net passed", ""},
		{[]string{"do", "undo"}, "8", "", "Roll or double.", "The net passed"},
		{[]string{"do", "luck"}, "8", "", "% MWC", ""},
		{[]string{"do", "none"}, "8", "", "Unknown action", ""},
	} {
		page = c.submit(page, s.fields...)
		if strings.Contains(s.has, "passed") && strings.Contains(page, "The net took the cube") {
			s.has = "The net took the cube"
		}
		if hidden(page, "version") != s.version || hidden(page, "steps") != s.steps || !strings.Contains(page, s.has) {
			t.Fatalf("%v: version %s, steps %q, want %s %q and %s in\n%s", s.fields, hidden(page, "version"), hidden(page, "steps"), s.version, s.steps, s.has, page)
		}
		if s.hasNothing != "" && strings.Contains(page, s.hasNothing) {
			t.Fatalf("%v: the page has %s", s.fields, s.hasNothing)
		}
	}
	for _, wrong := range []url.Values{{"version": {"x"}}, {"version": {"1"}, "steps": {"8-5"}}, {"version": {"1"}, "steps": {"8/5 8/5 8/5 8/5 8/5"}}} {
		response := must.Get(http.PostForm(server.URL+"/play"+c.page(), wrong))(t)
		response.Body.Close()
		if response.StatusCode != http.StatusBadRequest {
			t.Errorf("%v: status %d", wrong, response.StatusCode)
		}
	}
}

// With parameters in its address a page shows the net's play checker by
// checker, once, and players bear off to the left. The addresses in the page
// have the same parameters.
func TestLooks(t *testing.T) {
	server := newTables(t)
	c := begin(t, server, `{"model": "td512", "first": "you", "dice": "hand"}`)
	c.looks = "?left=yes&pace=2"
	_, page := get(t, server, "/play"+c.page()+c.looks)
	usual := hidden(page, "version")
	for _, fields := range [][]string{{"do", "roll", "dice", "31"}, {"do", "move", "play", "8/5 6/5"}, {"do", "roll", "dice", "66"}} {
		page = c.submit(page, fields...)
	}
	here := `"/play` + c.page() + `?left=yes&amp;pace=2"`
	for _, want := range []string{`data-pace="2"`, `action=` + here, `data-place="1" aria-label="1 point, empty"><rect x="48"`, `<option value="2" selected="selected">2 s`} {
		if !strings.Contains(page, want) {
			t.Errorf("from version %s on: no %s in\n%s", usual, want, page)
		}
	}
	if found := lastPattern.FindStringSubmatch(page); found == nil || strings.Count(found[1], "],[") != 3 {
		t.Errorf("the net's play is %q, want 4 steps", found)
	}
	if again := c.submit(page, "do", "hint"); strings.Contains(again, "data-last=") {
		t.Error("a hint shows the play again")
	}
	if _, again := get(t, server, "/play"+c.page()+c.looks); strings.Contains(again, "data-last=") || !strings.Contains(again, "data-refresh="+here) {
		t.Errorf("loaded again: %s", again)
	}
	for _, wrong := range []string{"?pace=3", "?pace=-1", "?pace=x"} {
		for _, path := range []string{"/play", "/play" + c.page()} {
			if status, text := get(t, server, path+wrong); status != http.StatusBadRequest || !strings.Contains(text, "want 0 to 2") {
				t.Errorf("%s%s: status %d: %s", path, wrong, status, text)
			}
		}
	}
}

// The browser keeps the choices for the board, and another page of it has them.
func TestLooksAreKept(t *testing.T) {
	server := newTables(t)
	client := &http.Client{Jar: must.Get(cookiejar.New(nil))(t)}
	for _, c := range []struct{ path, want string }{
		{"/play", `class="stage" data-pace="0"`}, {"/play?left=yes&pace=1", `class="stage left" data-pace="1"`},
		{"/play", `class="stage left" data-pace="1"`}, {"/", `class="stage left" data-pace="1"`}, {"/play?left=&pace=0", `class="stage" data-pace="0"`}, {"/play", `class="stage" data-pace="0"`},
	} {
		response := must.Get(client.Get(server.URL + c.path))(t)
		text := string(must.Get(io.ReadAll(response.Body))(t))
		if response.Body.Close(); !strings.Contains(text, c.want) {
			t.Errorf("%s: no %s", c.path, c.want)
		}
	}
}

// A query shows a board with its settings, on which a game is kept from the first action on. Errors name
// fields of the query.
func TestBeginForm(t *testing.T) {
	server := newTables(t)
	good := url.Values{"model": {"td512"}, "plies": {"1"}, "length": {"3"}, "cube": {"on"}, "beavers": {"3"}, "first": {"net"}, "dice": {"seed"}, "tutor": {"0"}, "pace": {"1"}, "left": {"yes"}}
	status, text := get(t, server, "/play?"+good.Encode())
	found := regexp.MustCompile(`<form class="table" action="/play(/\w+)\?left=yes&amp;pace=1"`).FindStringSubmatch(text)
	if status != http.StatusOK || found == nil || !strings.Contains(text, "The net rolled") || !strings.Contains(text, `name="length" id="length" min="0" max="64" value="3"`) {
		t.Fatalf("status %d: %s", status, text)
	}
	const link = "Continue: Match to 3 against td512 (1-ply), score 0 to 0</a>"
	if _, list := get(t, server, "/play"); strings.Contains(list, link) || !strings.Contains(list, found[1]) {
		t.Errorf("before the first action: %s", list)
	}
	c := &client{t: t, path: "/api/v1/games" + found[1], url: server.URL}
	if page := c.submit(text, "do", "roll"); !strings.Contains(page, "Match to 3 against td512 (1-ply)</h1>") {
		t.Errorf("after the first action: %s", page)
	}
	if _, list := get(t, server, "/play"); !strings.Contains(list, link) || strings.Contains(list, `action="/play`+found[1]) {
		t.Errorf("the game is not in the list: %s", list)
	}
	if _, home := get(t, server, "/"); !strings.Contains(home, `action="/play`+found[1]) {
		t.Errorf("the first page has another game: %s", home)
	}
	for name, value := range map[string]string{"plies": "4", "length": "x", "seed": "-1", "model": "none", "first": "x", "beavers": "99", "pace": "3"} {
		bad := url.Values{}
		for key, values := range good {
			bad[key] = values
		}
		bad.Set(name, value)
		status, text := get(t, server, "/play?"+bad.Encode())
		if status != http.StatusBadRequest || !strings.Contains(text, name+" ") && !strings.Contains(text, name+" is") {
			if name == "beavers" && status == http.StatusOK {
				continue // in a match they have no effect
			}
			t.Errorf("%s %s: status %d: %s", name, value, status, text)
		}
	}
}
