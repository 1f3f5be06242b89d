package serve

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"gammonlab/desk/pages/games"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// A game is begun and played to its end by keys alone, on the board and in the field.
func TestPlayByKeys(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newTables(t)
	b.Visit(server.URL, "/play", 360, true)
	tabTo(t, b, "#length")
	b.Press("0")
	tabTo(t, b, "#rules summary")
	b.Press(kb.Enter)
	tabTo(t, b, "#seed")
	b.Press("5" + kb.Enter)
	b.Await("document.querySelector('#seed').value == '' && document.querySelector('#length').value == 0 && !document.querySelector('[aria-busy]')")
	b.Evaluate(nil, "document.activeElement.blur()")
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
			if after(); onBoard == 0 {
				b.Await("document.querySelector('#spoken').textContent.includes('Moved ')")
				b.Press(kb.Escape)
				b.Await("document.querySelector('[name=steps]').value == ''")
				moveByArrows(t, b, v.Plays[0].Steps[0].From)
			}
			onBoard++
			var complete bool
			if b.Evaluate(&complete, "!document.querySelector('#do-done').disabled"); complete {
				after = turn(b)
				b.Press(kb.Enter)
			}
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
	if v := c.view(); v.Settings.Seed != 5 || !strings.Contains(b.Text(".side"), "Seed of the dice: 5.") {
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

// The first page and the page Play show a board on which one can play at once. Its settings beside it change
// it until the first play. Then the game has its address, and steps stay when the page is loaded again.
func TestDraftInBrowser(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newTables(t)
	b.Visit(server.URL, "/", 1280, false)
	b.Await("document.querySelector('#table svg.bgb') && document.querySelector('#paste')")
	b.Visit(server.URL, "/play?model=td512&first=you&length=3", 1280, false)
	first := opened(t, b, server)
	b.Evaluate(nil, "{ const of = document.querySelector('#level'); of.value = 'expert'; of.focus(); of.dispatchEvent(new Event('change', { bubbles: true })); }")
	b.Await("document.querySelector('.bgb-name1').textContent.includes('expert') && document.activeElement.id === 'level' && document.querySelector('#length').value == 3")
	c := opened(t, b, server)
	if v := c.view(); c.path == first.path || v.Settings.Level != "expert" || v.Settings.Length != 3 || v.Version != first.view().Version {
		t.Fatalf("after a change of the settings: %+v", v.Settings)
	}
	v := c.view()
	step := v.Plays[0].Steps[0]
	b.Drag(fmt.Sprintf("#board-%d", step.From), fmt.Sprintf("#board-%d", step.To))
	made := fmt.Sprintf("document.querySelector('[name=steps]').value === '%d/%d'", step.From, step.To)
	b.Await(made)
	b.Visit(server.URL, "/play", 1280, false)
	b.Await(made) // the same draft
	for _, s := range v.Plays[0].Steps[1:] {
		b.Drag(fmt.Sprintf("#board-%d", s.From), fmt.Sprintf("#board-%d", s.To))
	}
	b.Click("#do-done")
	b.Await("location.pathname === '/play" + c.page() + "' && !document.querySelector('#settings')")
	b.Visit(server.URL, "/", 1280, false)
	if again := opened(t, b, server); again.path != c.path {
		t.Errorf("the first page has %s, want the game that goes on, %s", again.path, c.path)
	}
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
}

// A game is begun and played to its end by a pointer alone: drags, clicks on a point
// that is picked and on the next one, clicks that play a die. In between the page is
// loaded again.
func TestPlayByPointer(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newTables(t)
	b.Visit(server.URL, "/play?length=2&seed=3&cube=on", 1280, false)
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
		confirm(b, steps)
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
	if summary := b.Text("#summary table"); !strings.Contains(summary, "the match") || !strings.Contains(summary, "games won") {
		t.Errorf("the summary of the match is %q", summary)
	}
	if found := b.Access(); len(found) > 0 {
		t.Errorf("after the match: %s", found)
	}
	b.Click("#do-analyse")
	b.Await("location.pathname.startsWith('/analyse/matches/')")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
}

// On a phone a game is begun and some turns are made by touch, on a board whose players
// bear off to the left and on which the net's checkers are moved one by one.
func TestPlayByTouch(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newTables(t)
	b.Visit(server.URL, "/play", 360, true)
	b.Evaluate(nil, "document.querySelector('#left').value = 'yes'; document.querySelector('#pace').value = '1'; document.querySelector('#pace').dispatchEvent(new Event('change', { bubbles: true }))")
	b.Await("document.querySelector('.stage.left')")
	c := opened(t, b, server)
	buttons := map[string]string{"double": "#do-roll", "take": "#do-take", "accept": "#do-accept", "begin": "#do-begin"}
	b.Pace(0.001) // the first step of the net stays until it is looked at
	slow := 0
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
		confirm(b, moved)
		var gliding int // the board can be activated all the same
		b.Evaluate(&gliding, "document.querySelector('.bgb-men').getAnimations({ subtree: true }).filter((a) => a.effect.getTiming().duration === 1000).length")
		slow += gliding
	}
	if slow == 0 {
		t.Error("no play of the net was shown checker by checker")
	}
	b.Pace(1)
	b.Await("document.getAnimations().length == 0")
	if page := b.Look("#board-1 rect"); page.Width > 360 || len(page.Faults) > 0 {
		t.Errorf("%+v", page)
	}
	var size [2]float64
	b.Evaluate(&size, "(({width, height}) => [width, height])(document.querySelector('#board-1 rect').getBoundingClientRect())")
	if size[0] < 20 || size[1] < 100 {
		t.Errorf("the target of a point is %v pixels", size)
	}
}

// replacedWhilePressed has the content of a game's page replaced while a button is
// pressed: the click counts. News that the page has shown already replace nothing.
func replacedWhilePressed(b *pagetest.Browser) {
	b.Evaluate(nil, `(async () => {
		const table = document.querySelector('#table'), { x, y } = document.querySelector('#do-luck').getBoundingClientRect();
		const pointer = (kind) => document.querySelector('#do-luck').dispatchEvent(new PointerEvent(kind, { bubbles: true, clientX: x + 3, clientY: y + 3 }));
		pointer('pointerdown');
		await gammonlab.refresh(table);
		pointer('pointerup');
	})()`)
	b.Await("document.querySelector('#spoken').textContent.includes('luck')")
	news := func(version int) {
		b.Evaluate(nil, fmt.Sprintf(`document.querySelector('#table').dispatchEvent(new CustomEvent('stream', { detail: { name: 'state', data: '{"version":%d}' } })); 1`, version))
	}
	b.Evaluate(nil, "document.querySelector('#table form').id = 'kept'; 1")
	news(1)
	b.Evaluate(nil, "(async () => { const table = document.querySelector('#table'); await table.loading; await new Promise((then) => setTimeout(then)); await table.loading })()")
	b.Await("document.querySelector('#kept')")
	news(1000)
	b.Await("!document.querySelector('#kept')")
}

// An action in one window is shown in the other; the tutor warns; the hint is
// shown; an action on an outdated page changes nothing.
func TestPlayInTwoWindows(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newTables(t)
	c := begin(t, server, `{"model": "td512", "length": 5, "first": "you", "dice": "hand", "tutor": 20}`)
	b.Visit(server.URL, "/play"+c.page(), 1280, false)
	b.Focus("#dice")
	b.Press("31" + kb.Enter)
	b.Await("document.querySelector('#play')")
	b.Press("h")
	b.Await("document.querySelector('#hint')?.textContent.includes('8/5 6/5') && document.activeElement.id === 'hint' && document.querySelector('#spoken').textContent.includes('Hint: best is 8/5 6/5.')")
	if found := b.Access(); len(found) > 0 {
		t.Errorf("with a hint: %s", found)
	}
	if caption := b.Text("#hint caption"); !strings.Contains(caption, "2-ply") {
		t.Errorf("the hint of a net at 0 plies has the caption %q, want the depth of the page Analyse", caption)
	}
	b.Focus(".hinted") // shows the play
	b.Await("document.querySelectorAll('.bgb-arrows path').length == 2 && document.querySelector('[name=steps]').value == ''")
	b.Press(kb.Enter)
	b.Await("document.querySelector('[name=steps]').value == '8/5 6/5' && !document.querySelector('#do-done').disabled")
	b.Press(kb.Escape + kb.Escape)
	b.Await("document.querySelector('[name=steps]').value == '' && document.querySelectorAll('.bgb-arrows path').length == 0")
	replacedWhilePressed(b)
	b.Press("h")
	b.Await("document.querySelectorAll('#hint tbody tr').length == 10")
	b.Evaluate(nil, "[...document.querySelectorAll('#hint .hinted')].find((e) => e.textContent == '24/23 13/10').click()")
	b.Await("!document.querySelector('#do-done').disabled")
	b.Press("m")
	b.Await("document.querySelector('#spoken').textContent.includes('The tutor warns: 24/23 13/10 costs')")
	b.Click("#better summary") // the better play only on request
	b.Await("document.querySelector('#better').open && document.querySelector('#better strong').textContent.includes('8/5 6/5')")
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
	if response.StatusCode != http.StatusOK || !strings.Contains(text, "it has changed since") || c.view().Version != 5 {
		t.Errorf("a form of an old version: status %d, %s", response.StatusCode, text)
	}
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
	look(t, b, server.URL, "/play"+c.page())
}
