package serve

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/svg"
	"gammonlab/desk/pages/games"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// drawn lists the shapes of the checkers in the page, in an order that does not depend on
// who drew them.
const drawn = `[...document.querySelectorAll('.bgb-men :is(circle, rect, text), .bgb-men path')].flatMap((e) => e.tagName === 'path'
	? e.getAttribute('d').match(/M[^M]*/g).map((d) => 'dot ' + d)
	: [e.tagName, e.getAttribute('class'), ...['cx', 'cy', 'r', 'x', 'y', 'width', 'height'].map((name) => e.getAttribute(name)), e.textContent].join(' ')).sort().join('\n')`

// timeDrawing has the page note for each release of a checker the milliseconds until the script has
// placed it, and until the next frame is painted.
const timeDrawing = `window.placed = []; window.painted = [];
addEventListener('pointerup', () => {
	if (!document.querySelector('.bgb-lifted')) return;
	const began = performance.now();
	addEventListener('pointerup', () => window.placed.push(performance.now() - began), { once: true }); // after the script's own
	requestAnimationFrame(() => {
		const { port1, port2 } = new MessageChannel(); // its message comes after the frame
		port1.onmessage = () => window.painted.push(performance.now() - began);
		port2.postMessage(null);
	});
}, true)`

// logTimes prints the median and the 95th percentile of the times of a page.
func logTimes(t *testing.T, b *pagetest.Browser, name string, least int) {
	t.Helper()
	var times []float64
	b.Evaluate(&times, "window."+name)
	if slices.Sort(times); len(times) < least {
		t.Fatalf("%d of %d releases were %s", len(times), least, name)
	}
	t.Logf("from the release of a checker until it is %s: median %.1f ms, 95th percentile %.1f ms, of %d", name, times[len(times)/2], times[len(times)*95/100], len(times))
}

// On a phone each of 30 drags by touch, 100 in long tests, moves a checker to where it was
// dropped, without a request, and the text and the drawing then agree with the server's.
func TestTouchDrags(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newTables(t)
	c := begin(t, server, `{"model": "td512", "first": "you", "dice": "hand", "no_cube": true}`)
	b.Visit(server.URL, "/play"+c.page(), 390, true)
	b.Evaluate(nil, timeDrawing)
	drags, missed, all := 0, 0, 30
	if longtest.On() {
		all = 100
	}
	for roll := 0; drags < all; roll++ {
		v := c.view()
		switch v.Decision {
		case "begin":
			b.Click("#do-begin")
			b.Await(fmt.Sprintf("document.querySelector('[name=version]').value > %d", v.Version))
			continue
		case "accept":
			b.Click("#do-accept")
			b.Await(fmt.Sprintf("document.querySelector('[name=version]').value > %d", v.Version))
			continue
		case "dice":
			b.Focus("#dice")
			dice := []string{"31", "65", "42", "66", "53", "61", "11"}[roll%7]
			if n := len(v.Sheet); n == 0 || len(v.Sheet[n-1].Lines) == 0 || v.Sheet[n-1].Winner != "nobody" { // no double begins a game
				dice = "31"
			}
			b.Press(dice)
			b.Click("#do-roll")
			b.Await(fmt.Sprintf("document.querySelector('[name=version]').value > %d", v.Version))
			continue
		}
		var before, after int
		b.Evaluate(&before, "performance.getEntriesByType('resource').length")
		p := board.NewPartial(must.Get(board.ParseID(v.Position, board.Backgammon))(t), must.Get(board.ParseRoll(v.Dice))(t))
		for next := p.Next(); len(next) > 0; next = p.Next() {
			s := next[(drags*7)%len(next)]
			p.Move(s.From, s.To)
			to := fmt.Sprintf("#board-%d", s.To)
			if s.To == board.Off {
				to = "#board-" + svg.BottomTray
			}
			b.TouchDrag(fmt.Sprintf("#board-%d", s.From), to)
			drags++
			var steps string
			b.Evaluate(&steps, "document.querySelector('[name=steps]').value")
			if want := stepsOf(p); steps != want {
				missed++
				t.Fatalf("drag %d from %d to %d: the page has %q, want %q", drags, s.From, s.To, steps, want)
			}
		}
		if b.Evaluate(&after, "performance.getEntriesByType('resource').length"); after != before {
			t.Errorf("drag %d: %d requests", drags, after-before)
		}
		compareDrawings(t, b, fmt.Sprintf("after drag %d", drags))
		if drags < all {
			b.Tap("#do-done")
			b.Await(fmt.Sprintf("document.querySelector('[name=version]').value > %d", v.Version))
		}
	}
	logTimes(t, b, "placed", drags)
	logTimes(t, b, "painted", drags)
	if faults := b.Faults(); len(faults) > 0 || missed > 0 {
		t.Errorf("%d of %d drags missed; faults: %s", missed, drags, faults)
	}
}

// stepsOf returns the steps of a play as the form of the page has them.
func stepsOf(p *board.Partial) string {
	text := ""
	for i, s := range p.Steps() {
		if i > 0 {
			text += " "
		}
		text += fmt.Sprintf("%d/%d", s.From, s.To)
	}
	return text
}

// compareDrawings has the server draw the steps made on the page, and compares the checkers,
// the names of the parts and the texts with those of the script.
func compareDrawings(t *testing.T, b *pagetest.Browser, what string) {
	t.Helper()
	const state = `JSON.stringify([` + drawn + `, [...document.querySelectorAll('.bgb-part')].map((e) => e.getAttribute('aria-label')),
		document.querySelector('.told').textContent, [...document.querySelectorAll('.bgb-name0, .bgb-name1')].map((e) => e.textContent), document.querySelectorAll('.bgb-spent').length])`
	var script, server string
	b.Evaluate(&script, state)
	b.Evaluate(nil, `(async () => {
		const form = document.querySelector('#table form'), fields = new URLSearchParams(new FormData(form));
		for (const name of ['play', 'dice']) fields.delete(name);
		const page = await (await fetch(form.getAttribute('action'), { method: 'POST', body: new URLSearchParams({ ...Object.fromEntries(fields), do: 'board' }), headers: { Fragment: 'table' } })).text();
		document.querySelector('#table').innerHTML = page;
	})()`)
	b.Evaluate(&server, state)
	if script != server {
		t.Errorf("%s: the script shows\n%s\nthe server\n%s", what, script, server)
	}
}

// On a phone held sideways, the whole board is on the screen with its buttons, and so it is at
// other sizes.
func TestBoardFits(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newTables(t)
	c := begin(t, server, `{"model": "td512", "length": 5, "first": "you", "seed": 3}`)
	for _, size := range [][2]int{{390, 844}, {360, 740}, {844, 390}, {740, 360}, {768, 1024}, {1280, 720}, {1920, 1080}} {
		b.Visit(server.URL, "/play"+c.page(), size[0], size[0] < 900)
		b.Size(size[0], size[1], size[0] < 900)
		var at struct{ Left, Right, Top, Bottom, Width, Wide float64 }
		b.Evaluate(&at, `(({left, right, top, bottom, width}) => ({Left: left, Right: right, Top: top, Bottom: bottom, Width: width, Wide: document.documentElement.scrollWidth}))(document.querySelector('svg.bgb').getBoundingClientRect())`)
		share := at.Width / float64(min(size[0], size[1]*564/488))
		if at.Left < 0 || at.Right > float64(size[0]) || at.Top < 0 || at.Bottom > float64(size[1]) || at.Wide > float64(size[0]) || share < 0.64 {
			t.Errorf("%v: the board is at %+v, %.2f of what fits", size, at, share)
		}
	}
}

// A lost connection keeps the board and the steps, and the play is made as soon as the server
// is back. A checker is drawn at its new place at once, without a request.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newTables(t)
	c := begin(t, server, `{"model": "td512", "length": 5, "first": "you", "seed": 3}`)
	b.Visit(server.URL, "/play"+c.page(), 1280, false)
	b.Evaluate(nil, "window.usual = window.fetch; window.fetch = async () => { throw new TypeError('lost') }")
	v := c.view()
	for _, s := range v.Plays[0].Steps {
		b.Drag(fmt.Sprintf("#board-%d", s.From), fmt.Sprintf("#board-%d", s.To))
		b.Await(fmt.Sprintf("document.querySelector('[name=steps]').value.endsWith('%d/%d')", s.From, s.To))
	}
	b.Press("m")
	b.Await("document.querySelector('#table > .problem').textContent.includes('Connection lost, retrying…') && document.querySelector('svg.bgb')")
	if now := c.view(); now.Version != v.Version {
		t.Fatalf("version %d, want %d", now.Version, v.Version)
	}
	b.Evaluate(nil, "window.fetch = window.usual; 1")
	b.Await(fmt.Sprintf("document.querySelector('[name=version]').value > %d && !document.querySelector('#table > .problem')", v.Version))
	if line := c.view().Sheet[0].Lines[0]; line.Play != v.Plays[0].Play {
		t.Errorf("played %s, want %s", line.Play, v.Plays[0].Play)
	}
}

// A page whose streams have ended says that the server is gone.
func TestServerGone(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newTables(t)
	c := begin(t, server, `{"model": "td512", "length": 5, "first": "you", "seed": 3}`)
	b.Visit(server.URL, "/play"+c.page(), 1280, false)
	status := c.act(&games.Action{Version: c.view().Version, Action: "move", Play: c.view().Plays[0].Play})
	b.Await("document.querySelector('[name=version]').value > 1 && document.querySelector('#lost').hidden") // by the stream
	if status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	server.Listener.Close()
	server.CloseClientConnections()
	b.Await("!document.querySelector('#lost').hidden")
}

// The clock runs on the page and keeps its time when the page is loaded again. When the reserve is
// used up, the match is lost, and the user can go on without a clock.
func TestClockInBrowser(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newTables(t)
	c := begin(t, server, `{"model": "td512", "length": 1, "first": "you", "seed": 3, "clock": 1, "delay": 0}`)
	b.Visit(server.URL, "/play"+c.page(), 390, true)
	b.Await("document.querySelector('.clock').textContent === '0:59'")
	b.Evaluate(nil, "document.querySelector('#table').setAttribute('aria-busy', 'true'); document.querySelector('.clock').textContent = 'stopped'; localStorage.setItem('clock', location.pathname + ' 1 58000')")
	b.Await("document.querySelector('.clock').textContent === '0:59'") // while a request goes on
	b.Visit(server.URL, "/play"+c.page(), 390, true)
	b.Await("/^0:0[12]$/.test(document.querySelector('.clock').textContent)")
	b.Await("document.querySelector('#spoken').textContent.includes('Your time is up: the net wins the match')")
	if v := c.view(); !v.Over || !v.Clock.Up || !strings.Contains(b.Text("#summary caption"), "You lost the match on time") {
		t.Errorf("after the end of the time: %+v, %s", v, b.Text("#summary"))
	}
	if found := b.Access(); len(found) > 0 {
		t.Errorf("without time: %s", found)
	}
	b.Click("#do-untimed")
	b.Await("document.querySelector('#play') && !document.querySelector('.clock')")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
}

// Resigning asks.
func TestResigningAsks(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newTables(t)
	c := begin(t, server, `{"model": "td512", "length": 5, "first": "you", "seed": 3}`)
	b.Visit(server.URL, "/play"+c.page(), 390, true)
	b.Await("!document.querySelector('#do-resign').checkVisibility({ contentVisibilityAuto: true })")
	b.Click("#resign summary")
	b.Await("document.querySelector('#do-resign').checkVisibility({ contentVisibilityAuto: true })")
	b.Click("#do-resign")
	b.Await("document.querySelector('#spoken').textContent.includes('The net wins the game') || document.querySelector('#spoken').textContent.includes('refuses')")
}
