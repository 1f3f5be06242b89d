package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"gammonlab/board"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
	"gammonlab/nets"
)

// newTables serves all pages with a net for hypergammon, whose games
// are short, and one for backgammon.
func newTables(t testing.TB) *httptest.Server {
	t.Helper()
	load := func(name string) (*nets.Model, error) {
		if name != "hyper" {
			return nets.LoadShipped(name)
		}
		return nets.NewModel(enginetest.RandomNet(t, 5, 1), board.Hypergammon3), nil
	}
	all := must.Get(models.New(models.Options{Names: []string{"hyper", "td512"}, Load: load, Workers: 2}))(t)
	s := must.Get(site.New(site.Options{Limits: site.DefaultLimits()}))(t)
	must.OK(t, register(s, &backend.Backend{
		Models: all, Pool: scheduler.NewPool(t.Context(), 2), Streams: stream.NewHub(stream.DefaultLimits()), Scratch: t.TempDir(), Save: t.TempDir()}))
	return serveSite(t, s)
}

// client is another program that plays a game.
type client struct {
	t     testing.TB
	path  string // of the game in the API
	url   string
	looks string // query of the game's page
}

// begin begins a game.
func begin(t testing.TB, server *httptest.Server, settings string) *client {
	t.Helper()
	response := must.Get(http.Post(server.URL+"/api/v1/games", "application/json", strings.NewReader(settings)))(t)
	defer response.Body.Close()
	if response.StatusCode != http.StatusCreated {
		t.Fatalf("%s: status %d: %s", settings, response.StatusCode, must.Get(io.ReadAll(response.Body))(t))
	}
	return &client{t: t, path: response.Header.Get("Location"), url: server.URL}
}

// page is the path of the game's page.
func (c *client) page() string { return strings.TrimPrefix(c.path, "/api/v1/games") }

// view returns the state of the game.
func (c *client) view() *games.View {
	c.t.Helper()
	response := must.Get(http.Get(c.url + c.path))(c.t)
	defer response.Body.Close()
	v := new(games.View)
	must.OK(c.t, json.NewDecoder(response.Body).Decode(v))
	return v
}

// act does something and returns the status.
func (c *client) act(a *games.Action) int {
	c.t.Helper()
	text := must.Get(json.Marshal(a))(c.t)
	response := must.Get(http.Post(c.url+c.path+"/actions", "application/json", bytes.NewReader(text)))(c.t)
	response.Body.Close()
	return response.StatusCode
}

// opened returns the client of the game that a browser shows.
func opened(t testing.TB, b *pagetest.Browser, server *httptest.Server) *client {
	t.Helper()
	b.Await("document.readyState == 'complete' && document.querySelector('#table [name=version]')")
	var path string
	b.Evaluate(&path, "document.querySelector('#table form').getAttribute('action').split('?')[0]")
	return &client{t: t, path: "/api/v1/games" + strings.TrimPrefix(path, "/play"), url: server.URL}
}

// tabTo goes to an element by the key Tab.
func tabTo(t testing.TB, b *pagetest.Browser, selector string) {
	t.Helper()
	for range 80 {
		b.Press(kb.Tab)
		var there bool
		if b.Evaluate(&there, "document.activeElement.matches("+fmt.Sprintf("%q", selector)+")"); there {
			return
		}
	}
	t.Fatalf("Tab does not lead to %s", selector)
}

// turn is called before a step or an action. The function that it returns waits
// until the page shows the result.
func turn(b *pagetest.Browser) (after func()) {
	const state = "['version', 'steps'].map((name) => document.querySelector(`[name=${name}]`)?.value).join()"
	var before string
	b.Evaluate(&before, state)
	return func() { b.Await(state + " != '" + before + "'") }
}

// moveByArrows goes to a point of the board by the arrows and has its checker moved.
func moveByArrows(t testing.TB, b *pagetest.Browser, point int) {
	t.Helper()
	tabTo(t, b, ".bgb-part")
	for range 60 {
		var move string
		b.Evaluate(&move, fmt.Sprintf(`(() => {
			const at = document.activeElement.getBoundingClientRect(), to = document.querySelector('#board-%d').getBoundingClientRect();
			if (document.activeElement.id == 'board-%[1]d') return 'Enter';
			if (Math.abs(at.y - to.y) > 30) return to.y > at.y ? 'Down' : 'Up';
			return to.x > at.x ? 'Right' : 'Left' })()`, point))
		b.Press(map[string]string{"Enter": kb.Enter, "Down": kb.ArrowDown, "Up": kb.ArrowUp, "Right": kb.ArrowRight, "Left": kb.ArrowLeft}[move])
		if move == "Enter" {
			return
		}
	}
	t.Fatalf("the arrows do not lead to the %d point", point)
}

// nextStep returns a legal next step of the game on a page.
func nextStep(t testing.TB, b *pagetest.Browser, v *games.View) board.Step {
	t.Helper()
	roll := must.Get(board.ParseRoll(v.Dice))(t)
	if roll[0] < roll[1] {
		roll[0], roll[1] = roll[1], roll[0]
	}
	p := board.NewPartial(must.Get(board.ParseID(v.Position, board.Hypergammon3))(t), roll)
	var made string
	b.Evaluate(&made, "document.querySelector('[name=steps]').value")
	for word := range strings.FieldsSeq(made) {
		var s board.Step
		fmt.Sscanf(word, "%d/%d", &s.From, &s.To)
		if !p.Move(s.From, s.To) {
			t.Fatalf("the page has made %s of %v", made, roll)
		}
	}
	return p.Next()[0]
}

// confirm makes the play if its steps are complete, by a key or a click, in turns.
func confirm(b *pagetest.Browser, times int) {
	var complete bool
	b.Evaluate(&complete, "document.querySelector('#do-done')?.disabled === false")
	if !complete {
		return
	}
	after := turn(b)
	b.Click([]string{"#do-done", "#board-die1", "#board-die2"}[times%3])
	after()
}

// stepByPointer makes a step by a click that plays the larger die, a drag, or a click
// that picks and one that puts.
func stepByPointer(b *pagetest.Browser, s board.Step, how int) {
	from, to := fmt.Sprintf("#board-%d", s.From), fmt.Sprintf("#board-%d", s.To)
	if s.To == board.Off {
		to = "#board-off"
	}
	pick := fmt.Sprint(how == 2)
	var now string
	if b.Evaluate(&now, "document.querySelector('#do-clicks').ariaPressed"); now != pick {
		b.Click("#do-clicks")
		b.Await("document.querySelector('#do-clicks').ariaPressed == '" + pick + "'")
	}
	switch how {
	case 0:
		b.Click(from)
	case 1:
		b.Drag(from, to)
	default:
		b.Click(from)
		b.Await("document.querySelector('" + from + "').ariaPressed == 'true'")
		b.Click(to)
	}
}
