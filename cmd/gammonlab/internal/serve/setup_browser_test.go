package serve

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"gammonlab/internal/pagetest"
)

// checkers returns the points of the board that is being set up, once an expression
// is true.
func checkers(b *pagetest.Browser, after string) string {
	b.Await("(" + after + ") && document.querySelector('#field-checkers')") // of a page that may still be loading
	var value string
	b.Evaluate(&value, "document.querySelector('#field-checkers').value")
	return value
}

// said returns a JavaScript condition that is true when a screen reader gets
// the text.
func said(text string) string {
	return "document.querySelector('#spoken').textContent.includes('" + text + "')"
}

func TestSetUpByPointer(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newServer(t)
	b.Visit(server.URL, "/analyse", 1280, false)
	b.Click("#do-clear")
	b.Await("document.querySelector('#field-checkers').value == '--------------------------'")
	b.Click("#set-up-6")
	b.Click("#set-up-6") // the answer to the first is not awaited
	b.Click("#set-up-25")
	if got := checkers(b, said("Bar: 1 dark")); got != "------B------------------A" {
		t.Errorf("after three clicks: %s", got)
	}
	b.Drag("#set-up-6", "#set-up-13")
	if got := checkers(b, said("13 point: 1 dark")); got != "------A------A-----------A" {
		t.Errorf("after a drag: %s", got)
	}
	b.Click("#tool-light")
	b.Await("document.querySelector('#tool-light').checked")
	b.Click("#set-up-13") // the dark one goes off
	if got := checkers(b, said("13 point: 1 light")); got != "------A------a-----------A" {
		t.Errorf("after a click with the other tool: %s", got)
	}
	b.Click("#set-up-top-off")
	b.Await("document.querySelector('#set-up-top-off').getAttribute('aria-pressed') == 'true'")
	b.Click("#set-up-1")
	if got := checkers(b, said("1 point: 1 light")); got != "-a----A------a-----------A" {
		t.Errorf("after a spare checker was picked and put: %s", got)
	}
	b.Click("#set-up-die1")
	b.Await(said("The dice show 1 and 1"))
	b.Click("#set-up-die2")
	b.Await(said("The dice show 1 and 2"))
	b.Click("#set-up-cube-up")
	b.Await(said("The cube shows 2"))
	b.Click("#set-up-top-player")
	b.Await(said("Light is on roll and sits at the bottom"))
	b.Click("button[value=analyse]")
	b.Await("location.search.includes('xgid=')")
	var address string
	b.Evaluate(&address, "decodeURIComponent(location.search)")
	if want := "?plies=2&xgid=XGID=-a----A------a-----------A:1:-1:-1:21:0:0:3:0:10"; address != want {
		t.Errorf("the address is %s, want %s", address, want)
	}
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
}

func TestSetUpByKeys(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newServer(t)
	b.Visit(server.URL, "/analyse", 360, true)
	focused := func(place string) string { return "document.activeElement.dataset.place == '" + place + "'" }
	b.Focus("#tool-move")
	b.Press(" ")
	b.Await("document.querySelector('#set-up-8')?.getAttribute('aria-pressed') == 'false'")
	b.Focus("#set-up [tabindex='0']")
	b.Await(focused("1"))
	b.Press(strings.Repeat(kb.ArrowLeft, 5))
	b.Await(focused("6"))
	b.Press(kb.Enter)
	b.Await("document.activeElement.getAttribute('aria-pressed') == 'true'")
	b.Press(kb.Escape)
	b.Await("document.activeElement.getAttribute('aria-pressed') == 'false'")
	b.Press(kb.Enter + kb.ArrowRight + kb.Enter)
	if got := checkers(b, said("5 point: 1 dark")); got != "-b---AD-C---eE---c-e----B-" {
		t.Errorf("after a move by keys: %s", got)
	}
	b.Await(focused("5"))
	b.Press(kb.ArrowUp)
	b.Await(focused("20"))
	var zero int
	b.Evaluate(&zero, "document.querySelectorAll('.bgb-part[tabindex=\"0\"]').length")
	if zero != 1 {
		t.Errorf("%d parts are reached by Tab, want 1", zero)
	}
	b.Evaluate(nil, "document.querySelectorAll('details').forEach((e) => { e.open = true })")
	b.Focus("#field-checkers")
	b.Evaluate(nil, "document.activeElement.select()")
	b.Press("-a-----------------------A-" + kb.Enter)
	b.Await("document.querySelector('#set-up .problem')?.textContent.includes('26 characters')")
	if got := checkers(b, "true"); got != "-a-----------------------A-" {
		t.Errorf("after a mistake the field has %q, want what was typed", got)
	}
	b.Evaluate(nil, "document.querySelectorAll('details').forEach((e) => { e.open = true })")
	b.Focus("#field-checkers")
	b.Press(kb.End + kb.Backspace + kb.Backspace + kb.Backspace + "A-" + kb.Enter)
	b.Await("location.search.includes('xgid=')")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
}
