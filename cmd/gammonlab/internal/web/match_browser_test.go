package web

import (
	"os"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// A match is pasted, analysed while the page shows how far it is, and gone through
// error by error with keys.
func TestMatchInBrowser(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newServer(t)
	text := string(must.Get(os.ReadFile("../../../../engine/analysis/testdata/match5.mat"))(t))
	b.Visit(server.URL, "/analyse", 1280, false)
	b.Evaluate(nil, "document.querySelector('#record-fields').open = true; document.querySelector('select[name=plies]').value = '0'")
	b.Evaluate(nil, "document.querySelector('#record').value = `"+text+"`")
	b.Click("form[method=post] button")
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
	b.Click("#keys")
	b.Focus("#decision nav a")
	b.Press("n") // which does nothing now
	var still string
	b.Evaluate(&still, "new Promise(r => setTimeout(() => r(document.querySelector('#decision h2').textContent), 300))")
	if still != first {
		t.Errorf("a key acts although the keys are off: %q", still)
	}
	b.Click("#keys")
	b.Focus("#decision nav a")
	b.Press("n")
	b.Await("document.querySelector('#decision h2').textContent.includes('error 2 of')")
	b.Evaluate(nil, "document.querySelector('#game0').open = true")
	b.Click("#game0 tbody tr:last-child a")
	b.Await("!document.querySelector('#decision h2').textContent.includes('error 1 of')")
	if said := b.Text("#spoken"); !strings.Contains(said, "Move ") {
		t.Errorf("a screen reader speaks %q", said)
	}
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
}
