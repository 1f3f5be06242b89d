package serve

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// pasteMatch opens the page of analyses with a width, pastes a record and analyses it at 0 plies.
func pasteMatch(t *testing.T, b *pagetest.Browser, url, file string, width int) {
	t.Helper()
	text := string(must.Get(os.ReadFile(file))(t))
	b.Visit(url, "/analyse", width, false)
	b.Evaluate(nil, "document.querySelector('form.paste select[name=plies]').value = '0'")
	b.Evaluate(nil, "document.querySelector('#paste').value = `"+text+"`")
	b.Click("#do-paste")
}

// A match is pasted, analysed while the page shows how far it is, and gone through
// error by error with keys.
func TestMatchInBrowser(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newServer(t)
	pasteMatch(t, b, server.URL, "../../../../engine/analysis/testdata/match5.mat", 1280)
	b.Await("document.querySelector('#course svg')")
	var path string
	b.Evaluate(&path, "location.pathname")
	if !strings.HasPrefix(path, "/analyse/matches/") {
		t.Fatalf("the analysis is at %s", path)
	}
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
	look(t, b, server.URL, path)
	b.Visit(server.URL, path, 1280, false)
	first := b.Text("#decision h2")
	b.Press("n")
	b.Await("document.querySelector('#decision h2').textContent.includes('error 2 of')")
	b.Press("p")
	b.Await("document.querySelector('#decision h2').textContent == " + "'" + first + "'")
	b.Click("#choices summary")
	b.Click("#keys")
	b.Focus("#decision nav a")
	b.Press("n") // which does nothing now
	var still string
	b.Evaluate(&still, "new Promise(r => setTimeout(() => r(document.querySelector('#decision h2').textContent), 300))")
	if still != first {
		t.Errorf("a key acts although the keys are off: %q", still)
	}
	b.Click("#keys")
	b.Click("#choices summary")
	b.Focus("#decision nav a")
	b.Press("n")
	b.Await("document.querySelector('#decision h2').textContent.includes('error 2 of')")
	b.Click("#decision [data-copy]")
	b.Await("/^Copied$|[?]decision=/.test(document.querySelector('#spoken').textContent)")
	b.Click("#list-errors") // to see all decisions
	for _, moved := range []struct{ by, shown string }{
		{"#game0 tbody tr:nth-child(9) a", "9"}, {"#course a[data-at='20'] rect", "20"}, // in the list, in the graph
	} {
		b.Click(moved.by)
		b.Await("document.querySelector('[data-chosen]').dataset.chosen == '" + moved.shown + "' && location.search == '?decision=" + moved.shown +
			"' && [...document.querySelectorAll('[data-at][aria-current]')].every((e) => e.dataset.at == '" + moved.shown + "')")
	}
	b.Evaluate(nil, "history.back()")
	b.Await("document.querySelector('[data-chosen]').dataset.chosen == '9' && location.search == '?decision=9'")
	arrows := func(of string) string {
		return "document.querySelectorAll('#decision .bgb-arrows path').length == (" + of + ")"
	}
	b.Focus("#decision tr[data-steps]") // the play of a row is shown on the board, and that of the next one
	b.Await(arrows("JSON.parse(document.querySelector('#decision tr[data-steps]').dataset.steps).length"))
	b.Press("j")
	b.Await("document.activeElement == document.querySelectorAll('#decision tr[data-steps]')[1]")
	b.Evaluate(nil, "document.activeElement.blur()")
	b.Await(arrows("0"))
	b.Evaluate(nil, "scrollTo(0, document.body.scrollHeight)")
	b.Press("n")
	b.Await("location.search != '?decision=9' && document.querySelector('#decision').getBoundingClientRect().top >= -1") // in sight
	if said := b.Text("#spoken"); !strings.Contains(said, "Move ") {
		t.Errorf("a screen reader speaks %q", said)
	}
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
}

// The end of an analysis shows the three most costly decisions with their plays, costs and reasons.
// The list shows errors, of one player, by size, as the user has chosen; n and p follow it. A decision
// fits one screen.
func TestErrorsInBrowser(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newServer(t)
	pasteMatch(t, b, server.URL, "../../../../examples/records/ann-bob.mat", 1366)
	b.Await("document.querySelectorAll('.spot:not([hidden])').length == 3 && !document.querySelector('#listing').hidden")
	for _, expression := range []string{
		"[...document.querySelectorAll('.spot')].every((e) => e.querySelector('.loss') && e.querySelector('strong'))",
		"document.querySelectorAll('.spot:not([hidden]) .bgb-wrong').length > 0 && document.querySelectorAll('.spot:not([hidden]) .bgb-arrow').length > 0",
		"document.querySelectorAll('.spot:not([hidden]) .reason').length > 1",
		"[...document.querySelectorAll('.spot:not([hidden])')].every((e) => e.getBoundingClientRect().top < innerHeight)",
		shownRows + ".length > 3 && " + shownRows + ".every((e) => !e.matches('.mark0'))",
	} {
		is(t, b, expression)
	}
	b.Evaluate(nil, "{ const list = document.querySelector('#list-player'); list.value = 'Bob'; list.dispatchEvent(new Event('change', { bubbles: true })); }")
	b.Evaluate(nil, "{ const list = document.querySelector('#list-order'); list.value = 'size'; list.dispatchEvent(new Event('change', { bubbles: true })); }")
	const sorted = shownRows + ".length > 1 && " + shownRows + ".every((e, i, all) => e.dataset.player == 'Bob' && (!i || Number(all[i - 1].dataset.cost) >= Number(e.dataset.cost)))"
	is(t, b, sorted)
	is(t, b, "[...document.querySelectorAll('.spot:not([hidden])')].every((e) => e.dataset.player == 'Bob')")
	look(t, b, server.URL, path(b))
	b.Visit(server.URL, path(b), 1366, false)
	b.Await("!document.querySelector('#listing').hidden")
	is(t, b, sorted) // the browser keeps the choices
	second := shownRows + "[1].dataset.number"
	b.Click("#by-size tbody tr:first-child a")
	b.Await("document.querySelector('[data-chosen]').dataset.chosen == " + shownRows + "[0].dataset.number && !document.querySelector('#worst')")
	b.Press("j")
	b.Focus("#decision tr[data-steps]")
	b.Press("jn")
	b.Await("document.querySelector('[data-chosen]').dataset.chosen == " + second)
	b.Press("p")
	b.Await("document.querySelector('[data-chosen]').dataset.chosen == " + shownRows + "[0].dataset.number")

	b.Size(1366, 768, false)
	b.Evaluate(nil, "scrollTo(0, 0)")
	is(t, b, spotBoard+".width >= .55 * innerWidth && "+spotBoard+".bottom <= innerHeight")
	is(t, b, "[...document.querySelectorAll('.words tr, .words .loss, .words .reason')].every((e) => e.getBoundingClientRect().bottom <= innerHeight)")
	b.Visit(server.URL, path(b), 390, true)
	b.Size(390, 844, true)
	b.Evaluate(nil, "scrollTo(0, 0)")
	is(t, b, spotBoard+".width >= .94 * innerWidth && "+spotBoard+".bottom <= innerHeight")
	is(t, b, "[...document.querySelectorAll('.words tr, .words .loss')].slice(0, 7).every((e) => e.getBoundingClientRect().bottom <= innerHeight)")
	b.Visit(server.URL, "/analyse?plies=0&xgid=XGID%3D-b----E-C---eE---c-e----B-%3A0%3A0%3A1%3A31%3A0%3A0%3A0%3A5%3A10", 390, true)
	b.Size(390, 844, true)
	const plays = "[...document.querySelectorAll('.plays tr, #answer .verdict')].slice(0, 6).every((e) => e.getBoundingClientRect().bottom <= innerHeight)"
	const drawn = "document.querySelector('#set-up svg').getBoundingClientRect()"
	is(t, b, drawn+".width >= .94 * innerWidth && "+plays)
	b.Size(1366, 768, false)
	is(t, b, drawn+".width >= .54 * innerWidth && "+plays)
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
}

// Expressions for the shown rows of the list of decisions, and for the place of the board.
const (
	shownRows = "[...document.querySelectorAll('#decisions tr[data-number]')].filter((e) => e.offsetParent)"
	spotBoard = "document.querySelector('.spot-board svg').getBoundingClientRect()"
)

// is checks that an expression is true on the open page.
func is(t *testing.T, b *pagetest.Browser, expression string) {
	t.Helper()
	var holds bool
	if b.Evaluate(&holds, "Boolean("+expression+")"); !holds {
		t.Errorf("not %s", expression)
	}
}

// A file that is dropped on the page is opened. Text that cannot be read stays in the field,
// and so does what is sent to a server that is away.
func TestPasteInBrowser(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newServer(t)
	b.Visit(server.URL, "/analyse", 390, true)
	b.Evaluate(nil, "document.querySelector('#paste').focus()")
	b.Press("4HPwATDgc/ABM\r")
	b.Await("document.readyState == 'complete' && document.querySelector('#paste-problem')?.textContent.includes('13 characters') && document.querySelector('#paste').value == '4HPwATDgc/ABM'")
	b.Evaluate(nil, "window.away = window.fetch; window.fetch = async () => { throw new TypeError('away') }; 1")
	b.Click("#do-paste")
	b.Await("document.querySelector('form.paste > .problem')?.textContent.includes('does not respond')")
	b.Evaluate(nil, "window.fetch = window.away; document.querySelector('#paste').value += 'A'; 1")
	b.Click("form.paste > .problem button")
	b.Await("document.querySelector('#answer .verdict')")

	drop := func(name, text string) {
		b.Visit(server.URL, "/analyse", 1280, false)
		b.Evaluate(nil, "{ document.querySelector('form.paste select[name=plies]').value = '0'; const data = new DataTransfer(); data.items.add(new File([`"+text+"`], '"+name+"')); document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }")
	}
	text := string(must.Get(os.ReadFile("../../../../board/record/testdata/match5.sgf"))(t))
	drop("cut.sgf", text[:len(text)/2])
	b.Await("document.querySelector('#match .problem')?.textContent.includes('Only a part of the record could be read') && document.querySelector('#course')")
	drop("picture.png", "PNG\x00\x01")
	b.Await("document.querySelector('#paste-problem')?.textContent.includes('neither a position nor a record')")
}

// Plays are shown by arrows on the board while they are in focus, and played out in a tree.
func TestVariationsInBrowser(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newServer(t)
	b.Visit(server.URL, "/analyse?plies=0&xgid=XGID%3D-b----E-C---eE---c-e----B-%3A0%3A0%3A1%3A31%3A0%3A0%3A0%3A5%3A10", 1280, false)
	b.Press("jj")
	b.Await("document.querySelectorAll('#set-up svg .bgb-arrow').length > 0")
	if pips := b.Text("#set-up .bgb-name0"); !strings.Contains(pips, "163 pips") {
		t.Errorf("the play in focus is not made on the board: %s", pips)
	}
	var second string
	b.Evaluate(&second, "document.activeElement.textContent")
	b.Press(kb.Enter)
	b.Await("location.search.includes('tree=') && document.querySelector('.tree [aria-current]')?.textContent.includes('" + second + "')")
	if drawn := b.Look("#set-up svg .bgb-arrow").Counts["#set-up svg .bgb-arrow"]; drawn == 0 {
		t.Errorf("the play has no arrows")
	}
	b.Click(".rolls button[value='64']")
	b.Await("document.readyState == 'complete' && /Plays of (64|46)/.test(document.querySelector('#answer h2').textContent)")
	b.Evaluate(nil, "document.querySelector('.plays a').focus()") // of the player at the top
	b.Await("document.querySelector('#set-up .bgb-name1').textContent.includes('157 pips')")
	b.Evaluate(nil, "document.activeElement.blur()")
	b.Await("document.querySelector('#set-up .bgb-name1').textContent.includes('167 pips') && document.querySelectorAll('#set-up .bgb-arrow').length > 0")
	b.Click(".plays tbody tr:first-child td")
	b.Await("document.querySelectorAll('.tree li').length == 3")
	look(t, b, server.URL, path(b))
	b.Evaluate(nil, "history.back()")
	b.Await("document.querySelector('#answer h2').textContent.startsWith('Plays of')")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
}

// path returns the address of the open page on its server.
func path(b *pagetest.Browser) (at string) {
	b.Evaluate(&at, "location.pathname + location.search")
	return at
}
