package serve

import (
	"net/http"
	"strings"
	"testing"

	"gammonlab/internal/pagetest"
)

// A rollout shows its numbers while it runs, is stopped, and resumes.
func TestRolloutInBrowser(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newServer(t)
	b.Visit(server.URL, "/analyse?xgid=XGID%3D-b----E-C---eE---c-e----B-%3A0%3A0%3A1%3A31%3A0%3A0%3A3%3A0%3A10&model=fast", 1280, false)
	b.Evaluate(nil, "document.querySelector('#roll-out').open = true; document.querySelector('#roll-out select[name=trials]').value = '46656'")
	b.Click("#begin-rollout")
	b.Await("document.querySelector('#rollout tbody tr:nth-child(4)')") // numbers, without a reload
	var path string
	b.Evaluate(&path, "location.pathname")
	b.Click("#stop")
	b.Await("document.querySelector('#rollout .stopped')")
	stopped := b.Text("#rollout p")
	if !strings.Contains(stopped, "of 186624 trials") {
		t.Errorf("stopped at %q", stopped)
	}
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
	look(t, b, server.URL, path)
	b.Visit(server.URL, path, 1280, false)
	b.Click("#go-on")
	b.Await("location.pathname != '" + path + "'")
	b.Await("document.querySelector('#rollout .running') && document.querySelector('#rollout tbody')")
	b.Click("#stop")
	b.Await("document.querySelector('#rollout .stopped')")
	_, text := get(t, server, strings.Replace(path, "/analyse/rollouts/", "/api/v1/jobs/rollout/", 1))
	if !strings.Contains(text, `"moves":[{"rank":1,`) {
		t.Errorf("the API has %.300s", text)
	}
	if response, err := http.PostForm(server.URL+path+"/more", map[string][]string{"trials": {"0"}}); err != nil || response.StatusCode != http.StatusBadRequest {
		t.Errorf("going on to no trials: %v %v", response, err)
	}
}
