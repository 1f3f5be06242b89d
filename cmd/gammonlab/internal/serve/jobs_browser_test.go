package serve

import (
	"strings"
	"testing"

	"gammonlab/internal/pagetest"
)

// A match that a form starts shows its result while it goes on; it is paused and resumed in the
// list, which follows the states without a reload, is on the first page, and is stopped.
func TestJobInBrowser(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newServer(t)
	b.Visit(server.URL, "/jobs/bench-match", 1280, false)
	b.Evaluate(nil, "document.getElementById('field-a').value = 'net:fast'; document.getElementById('field-b').value = 'pubeval'; document.getElementById('field-games').value = '1000000'")
	b.Click("#start")
	b.Await("document.querySelector('#job pre')") // numbers, without a reload
	var path string
	b.Evaluate(&path, "location.pathname")
	if text := b.Text("#job pre"); !strings.Contains(text, "A  net:fast   vs   B  pubeval") || strings.Contains(b.Text("#job"), "All jobs") {
		t.Errorf("the page shows %q", text)
	}
	list := pagetest.Start(t)
	list.Visit(server.URL, "/jobs", 1280, false)
	list.Click("[id^=pause-]")
	list.Await("document.querySelector('#list .paused')")
	b.Await("document.querySelector('#job .paused')")
	list.Click("[id^=resume-]")
	b.Await("document.querySelector('#job .running')")
	list.Await("document.querySelector('#list .running')")
	list.Visit(server.URL, "/", 1280, false)
	list.Await("document.querySelector(`.home a[href='" + path + "']`)?.parentElement.textContent.includes('running')")
	list.Visit(server.URL, "/jobs", 1280, false)
	b.Click("[id^=stop-]")
	list.Await("document.querySelector('#list .stopped') && !document.querySelector('#list button')")
	b.Await("document.querySelector('#job .stopped')")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
	for _, at := range []string{path, "/jobs", "/jobs/bench-match", "/jobs/train-td?seed=2"} {
		look(t, b, server.URL, at)
	}
}
