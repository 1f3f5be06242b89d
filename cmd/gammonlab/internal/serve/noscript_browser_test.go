package serve

import (
	"os"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// Without its script the page sets a board up by fields, analyses it, and shows
// matches and rollouts by links.
func TestAnalyseWithoutScript(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newServer(t)
	b.Scripts(false)
	b.Visit(server.URL, "/analyse", 360, true)
	b.Click("#by-fields summary")
	b.Evaluate(nil, "document.querySelector('#by-fields select[name=place]').value = '5'; document.querySelector('#by-fields select[name=from]').value = '6'; 1")
	b.Click("button[data-board]")
	if got := checkers(b, "location.search.includes('do=change')"); got != "-b---AD-C---eE---c-e----B-" {
		t.Errorf("after a change: %s", got)
	}
	b.Click("button[value=analyse]")
	b.Await("location.search.includes('xgid=') && document.querySelector('#answer .verdict') && document.querySelector('#plies-0')")
	b.Click("#plies-0")
	b.Await("document.querySelector('#plies-0').getAttribute('aria-pressed') == 'true'")
	b.Click("#roll-out summary")
	b.Evaluate(nil, "document.querySelector('#roll-out select[name=trials]').value = '360'; document.querySelector('#roll-out input[name=candidates]').value = '1'; 1")
	b.Click("#begin-rollout")
	b.Await("document.querySelector('#rollout .status')")
	text := string(must.Get(os.ReadFile("../../../../engine/analysis/testdata/match5.mat"))(t))
	b.Visit(server.URL, "/analyse", 1280, false)
	b.Evaluate(nil, "document.querySelector('#paste').value = `"+text+"`; document.querySelector('form.paste select[name=plies]').value = '0'; 1")
	b.Click("#do-paste")
	b.Await("location.pathname.startsWith('/analyse/matches/') && document.querySelector('#match')")
	var path string
	b.Evaluate(&path, "location.pathname")
	for b.Text("#statistics") == "" { // a reader asks again by the link
		b.Visit(server.URL, path, 1280, false)
	}
	b.Click("#decision nav a")
	b.Await("location.search.includes('decision=')")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
}
