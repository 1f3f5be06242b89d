package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/web/games"
	"gammonlab/cmd/gammonlab/internal/web/lab"
	"gammonlab/cmd/gammonlab/internal/web/models"
	"gammonlab/cmd/gammonlab/internal/web/site"
	"gammonlab/cmd/gammonlab/internal/web/stream"
	"gammonlab/cmd/gammonlab/internal/web/work"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
	"gammonlab/nets"
	"gammonlab/nets/pretrained"
)

// newTables serves all pages with a net for hypergammon, whose games
// are short, and one for backgammon.
func newTables(t testing.TB) *httptest.Server {
	t.Helper()
	load := func(name string) (*nets.Model, error) {
		if name != "hyper" {
			return pretrained.Load(name)
		}
		return nets.NewModel(enginetest.RandomNet(t, 5, 1), board.Hypergammon3), nil
	}
	all := must.Get(models.New(models.Options{Names: []string{"hyper", "td512"}, Load: load, Workers: 2}))(t)
	s := must.Get(site.New(site.Options{Limits: site.DefaultLimits()}))(t)
	must.OK(t, register(s, &lab.Lab{
		Models: all, Pool: work.NewPool(t.Context(), 2), Streams: stream.NewHub(stream.DefaultLimits()), Scratch: t.TempDir(), Save: t.TempDir()}))
	return serveSite(t, s)
}

// client is another program that plays a game.
type client struct {
	t    testing.TB
	path string // of the game in the API
	url  string
}

// begin begins a game.
func begin(t testing.TB, server *httptest.Server, settings string) *client {
	t.Helper()
	response := must.Get(http.Post(server.URL+"/api/v1/games", "application/json", strings.NewReader(settings)))(t)
	defer response.Body.Close()
	if response.StatusCode != http.StatusCreated {
		t.Fatalf("%s: status %d: %s", settings, response.StatusCode, must.Get(io.ReadAll(response.Body))(t))
	}
	return &client{t, response.Header.Get("Location"), server.URL}
}

// page is the path of the game's page.
func (c *client) page() string { return strings.TrimPrefix(c.path, "/api/v1/games") }

// view returns how the game stands.
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
	b.Await("location.pathname.startsWith('/play/') && document.querySelector('#table [name=version]')")
	var path string
	b.Evaluate(&path, "location.pathname")
	return &client{t, "/api/v1/games" + strings.TrimPrefix(path, "/play"), server.URL}
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

// turn waits for what a page shows after a step or an action, and is called before it.
func turn(b *pagetest.Browser) (after func()) {
	const state = "['version', 'steps'].map((name) => document.querySelector(`[name=${name}]`)?.value).join()"
	var before string
	b.Evaluate(&before, state)
	return func() { b.Await(state + " != '" + before + "'") }
}

// A game is begun and played to its end by keys alone, on the board and in the field.
func TestPlayByKeys(t *testing.T) {
	b, server := pagetest.Start(t), newTables(t)
	b.Visit(server.URL, "/play", 360, true)
	tabTo(t, b, "#length")
	b.Press("0")
	tabTo(t, b, "#seed")
	b.Press("5" + kb.Enter)
	c := opened(t, b, server)
	keys := map[string]string{"double": "r", "take": "t", "accept": "t"}
	onBoard, inField, rolled := 0, 0, 0
	for range 200 {
		v := c.view()
		if v.Decision == "begin" {
			break
		}
		after := turn(b)
		switch {
		case v.Decision != "move":
			b.Press(keys[v.Decision])
			rolled++
		case onBoard <= inField:
			moveByArrows(t, b, v.Plays[0].Steps[0].From)
			onBoard++
		default:
			tabTo(t, b, "#play")
			b.Press(v.Plays[0].Play + kb.Enter)
			inField++
		}
		after()
		b.Evaluate(nil, "document.activeElement.blur()")
	}
	b.Await("document.querySelector('#do-begin') && document.querySelector('#spoken').textContent.includes('the game')")
	if onBoard == 0 || inField == 0 || rolled == 0 {
		t.Errorf("%d turns on the board, %d in the field, %d keys: the game was too short", onBoard, inField, rolled)
	}
	if v := c.view(); v.Settings.Seed != 5 || !strings.Contains(b.Text(".side"), "The seed of the dice is 5.") {
		t.Errorf("the seed is %d; the page has %s", v.Settings.Seed, b.Text(".side"))
	}
	after := turn(b)
	b.Press("u")
	after()
	if v := c.view(); v.Decision == "begin" {
		t.Error("after u the game is still over")
	}
	b.Press("?")
	b.Await("document.querySelector('#help').open")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
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

// A game is begun and played to its end by a pointer alone: drags, clicks on a point
// that is picked and on the next one, clicks that play a die. In between the page is
// loaded again.
func TestPlayByPointer(t *testing.T) {
	b, server := pagetest.Start(t), newTables(t)
	b.Visit(server.URL, "/play", 1280, false)
	b.Click("main form button")
	c := opened(t, b, server)
	buttons := map[string]string{"double": "#do-roll", "take": "#do-take", "accept": "#do-accept", "begin": "#do-begin"}
	steps, reloads := 0, 0
	for v := c.view(); !v.Over; v = c.view() {
		after := turn(b)
		if v.Decision != "move" {
			b.Click(buttons[v.Decision])
		} else {
			stepByPointer(b, nextStep(t, b, v), steps%3)
			steps++
		}
		after()
		if now := c.view(); now.Version > v.Version && reloads < 3 {
			reloads++
			b.Visit(server.URL, "/play"+c.page(), 1280, false)
			var shown string
			if b.Evaluate(&shown, "document.querySelector('[name=version]').value"); shown != fmt.Sprint(now.Version) {
				t.Fatalf("loaded again the page shows version %s, want %d", shown, now.Version)
			}
		}
	}
	if v := c.view(); !v.Over || steps < 10 || reloads == 0 {
		t.Errorf("%d steps and %d reloads, over %v: %v", steps, reloads, v.Over, v.Said)
	}
	for _, ending := range []string{".mat", ".sgf"} {
		response := must.Get(http.Get(server.URL + "/play" + c.page() + "/game" + ending))(t)
		text := must.Get(io.ReadAll(response.Body))(t)
		response.Body.Close()
		if !strings.Contains(response.Header.Get("Content-Disposition"), ending) || len(text) < 100 {
			t.Errorf("%s: %s, %d bytes", ending, response.Header.Get("Content-Disposition"), len(text))
		}
	}
	b.Click("#do-analyse")
	b.Await("location.pathname.startsWith('/analyse/matches/')")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
}

// On a phone a game is begun and some turns are made by touch.
func TestPlayByTouch(t *testing.T) {
	b, server := pagetest.Start(t), newTables(t)
	b.Visit(server.URL, "/play", 360, true)
	b.Tap("main form button")
	c := opened(t, b, server)
	buttons := map[string]string{"double": "#do-roll", "take": "#do-take", "accept": "#do-accept", "begin": "#do-begin"}
	for moved := 0; moved < 6; {
		v, after := c.view(), turn(b)
		if v.Decision == "move" {
			s := nextStep(t, b, v)
			b.Tap(fmt.Sprintf("#board-%d", s.From))
			moved++
		} else {
			b.Tap(buttons[v.Decision])
		}
		after()
	}
	if page := b.Look("#board-1 rect"); page.Width > 360 || len(page.Faults) > 0 {
		t.Errorf("%+v", page)
	}
	var size [2]float64
	b.Evaluate(&size, "(({width, height}) => [width, height])(document.querySelector('#board-1 rect').getBoundingClientRect())")
	if size[0] < 20 || size[1] < 100 {
		t.Errorf("the target of a point is %v pixels", size)
	}
}

// nextStep returns a step that may come next on a page.
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

// What is done in one window is shown in the other; the tutor warns; the hint is
// shown; a page that is behind changes nothing.
func TestPlayInTwoWindows(t *testing.T) {
	b, server := pagetest.Start(t), newTables(t)
	c := begin(t, server, `{"model": "td512", "length": 5, "first": "you", "dice": "hand", "tutor": 20}`)
	b.Visit(server.URL, "/play"+c.page(), 1280, false)
	b.Focus("#dice")
	b.Press("31" + kb.Enter)
	b.Await("document.querySelector('#play')")
	b.Press("h")
	b.Await("document.querySelector('#hint')?.textContent.includes('8/5 6/5')")
	if found := b.Access(); len(found) > 0 {
		t.Errorf("with a hint: %s", found)
	}
	b.Focus("#play")
	b.Press("24/23 13/10" + kb.Enter)
	b.Await("document.querySelector('#spoken').textContent.includes('The tutor warns: this loses')")
	if found := b.Access(); len(found) > 0 {
		t.Errorf("with a warning: %s", found)
	}
	b.Click("#do-again")
	b.Await("document.querySelector('#play')")
	if v := c.view(); v.Version != 2 {
		t.Errorf("taken back, the version is %d, want 2", v.Version)
	}
	b.Focus("#play")
	b.Press("8/4" + kb.Enter)
	b.Await("document.querySelector('#do-sure')")
	b.Click("#do-sure")
	b.Await("document.querySelector('[name=version]').value == 3")

	if status := c.act(&games.Action{Version: 3, Action: "roll", Dice: "66"}); status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	b.Await("document.querySelector('[name=version]').value == 5 && document.querySelector('.bgb-arrow')")
	if status := c.act(&games.Action{Version: 3, Action: "roll", Dice: "66"}); status != http.StatusConflict {
		t.Errorf("an action of an old version: status %d, want %d", status, http.StatusConflict)
	}
	response := must.Get(http.PostForm(server.URL+"/play"+c.page(), url.Values{"version": {"3"}, "do": {"roll"}, "dice": {"11"}}))(t)
	text := string(must.Get(io.ReadAll(response.Body))(t))
	response.Body.Close()
	if response.StatusCode != http.StatusOK || !strings.Contains(text, "it has gone on elsewhere") || c.view().Version != 5 {
		t.Errorf("a form of an old version: status %d, %s", response.StatusCode, text)
	}
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
	look(t, b, server.URL, "/play"+c.page())
}
