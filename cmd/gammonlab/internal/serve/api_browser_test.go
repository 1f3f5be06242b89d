package serve

import (
	"strings"
	"testing"

	"gammonlab/internal/pagetest"
)

// Calls of the page of the API show their responses: one with a body, one with parameters, one
// that is refused, and a stream, of which the page shows the first seconds.
func TestCallsInBrowser(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newServer(t)
	b.Visit(server.URL, "/api", 1280, false)
	send := func(id, want string) {
		t.Helper()
		b.Evaluate(nil, "document.getElementById('"+id+"').open = true")
		b.Click("#" + id + " button")
		b.Await("document.querySelector('#" + id + " .answer').textContent.includes(" + want + ")")
	}
	send("evaluate", `'"cubeful_equity": '`)
	send("move", `'"play": ['`)
	if curl := b.Text("#move .curl"); !strings.Contains(curl, "'"+server.URL+"/move?die1=3&die2=1&p1=-2&p6=5") {
		t.Errorf("the call by curl is %s", curl)
	}
	send("startGame", `'Location: /api/v1/games/'`)
	var game string
	b.Evaluate(&game, "document.querySelector('#startGame .answer').textContent.match(/games\\/(\\w+)/)[1]")
	b.Evaluate(nil, "document.querySelector('#followGame input').value = '"+game+"'")
	send("followGame", `'event: state'`)
	b.Await("document.querySelector('#followGame .answer').textContent.includes('the stream goes on')")
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
	b.Evaluate(nil, "document.querySelector('#evaluate textarea').value = '{\"position\": \"x\"}'")
	send("evaluate", `'400 Bad Request'`)
	look(t, b, server.URL, "/api#hint")
}
