package site_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
	"gammonlab/internal/waittest"
)

// scriptPage uses all functions of the pages' script.
const scriptPage = `{{define "content"}}<a id="link" data-into="#place" href="/fragment?from=link">load</a>
<form data-into="#place" action="/fragment"><input name="from" value="form"/><button id="get">get</button></form>
<form data-into="#place" method="post" action="/post"><input name="action" value="roll"/><button id="post" name="by" value="b">post</button></form>
<a id="bad" data-into="#place" href="/bad">fail</a>
<div id="place"><input id="field"/></div>
<div id="live" data-events="/events"><p data-event="score"></p><p>kept</p></div>
{{end}}{{define "fragment"}}<p>{{.}}</p><input id="field"/>{{end}}`

// startScript serves a page for the script, with its stream.
func startScript(t *testing.T) (*running, *stream.Topic) {
	topic, hub := stream.NewTopic(), stream.NewHub(stream.DefaultLimits())
	return start(t, site.Options{}, func(s *site.Site) {
		page := must.Get(s.Parse(scriptPage))(t)
		s.AddLink(site.Link{Path: "/page", Name: "Page"})
		s.Page("GET /page", func(w http.ResponseWriter, r *http.Request) error { return s.Show(w, r, page, "Page", nil) })
		s.Page("GET /fragment", func(w http.ResponseWriter, r *http.Request) error {
			return s.Fragment(w, page, "fragment", r.FormValue("from")+"<")
		})
		s.Page("POST /post", func(w http.ResponseWriter, r *http.Request) error {
			return s.Fragment(w, page, "fragment", r.PostFormValue("action")+r.PostFormValue("by"))
		})
		s.Page("GET /bad", func(http.ResponseWriter, *http.Request) error { return problem.Bad(errors.New("no <dice>")) })
		s.Page("GET /events", func(w http.ResponseWriter, r *http.Request) error { return hub.Serve(w, r, topic) })
	}), topic
}

// Links and forms replace fragments of the page, and streams update it.
func TestScript(t *testing.T) {
	b := pagetest.Start(t)
	r, topic := startScript(t)
	if page := b.Visit(r.url, "/page", 360, true); len(page.Faults) > 0 || page.Width > 360 {
		t.Fatalf("the page has faults: %+v", page)
	}
	text := func(selector string) (got string) {
		t.Helper()
		faults := b.Evaluate(&got, "document.querySelector('"+selector+"')?.textContent ?? ''")
		for _, f := range faults {
			t.Log(f)
		}
		return got
	}
	expect := func(what, selector, want string) {
		t.Helper()
		for late := time.Now().Add(waittest.Patience); text(selector) != want; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(late) {
				t.Fatalf("%s: %s has %q, want %q", what, selector, text(selector), want)
			}
		}
	}
	do := func(script string) {
		t.Helper()
		b.Evaluate(new(bool), script+"; true")
	}
	do("document.getElementById('field').focus(); document.getElementById('link').click()")
	expect("a link", "#place p", "link<")
	var focused string
	b.Evaluate(&focused, "document.activeElement.id")
	if focused != "field" {
		t.Errorf("the focus has gone to %q", focused)
	}
	do("document.getElementById('get').click()")
	expect("a form", "#place p", "form<")
	do("document.getElementById('post').click()")
	expect("a form with a field named action", "#place p", "rollb")

	do("window.seen = ''; document.getElementById('live').addEventListener('stream', (e) => { seen += e.detail.name + e.detail.data })")
	topic.Publish("score", "<b>3-1</b>")
	expect("an event of a name", "#live [data-event] b", "3-1")
	must.OK(t, topic.PublishJSON(stream.State, 7))
	topic.Publish(stream.Append, "8")
	topic.Publish(stream.HTML, "<i>all new</i>")
	expect("an event for all", "#live i", "all new")
	topic.End("{}")
	for late := time.Now().Add(waittest.Patience); ; time.Sleep(10 * time.Millisecond) {
		var seen string
		b.Evaluate(&seen, "window.seen")
		if seen == "state7append8end{}" {
			break
		}
		if time.Now().After(late) {
			t.Fatalf("the page saw %q", seen)
		}
	}
	do("document.getElementById('bad').click()")
	expect("an error", "#place .problem", "no <dice>")
	expect("the content beside the error", "#place p:not(.problem)", "rollb")

	r.stop()
	if err := <-r.done; err != nil {
		t.Error(err)
	}
	r.done <- nil
	do("document.getElementById('link').click()")
	expect("the button after a failure of the server", "#place .problem button", "Try again")
	expect("the content beside the failure", "#place p:not(.problem)", "rollb")
	expect("what the page does now", "#place .problem", "Connection lost, retrying… Try again")
	do("window.usual = window.fetch; window.fetch = async () => new Response('<p>back</p>')")
	expect("an attempt of the page itself", "#place p", "back")
	do("window.fetch = window.usual; document.getElementById('post').click()")
	expect("after a form that could do something twice", "#place .problem button", "Try again")
	do("window.fetch = async () => new Response('<p>done</p>')")
	expect("which waits for the user", "#place p:not(.problem)", "back")
	do("document.querySelector('#place button').click()")
	expect("another attempt", "#place p", "done")
}

// Thirty tabs follow streams at the same time, over one connection: browsers allow six to a
// server. The fallback of browsers without SharedWorker is a connection for each tab.
func TestManyTabs(t *testing.T) {
	const tabs = 30
	b := pagetest.Start(t)
	topic, hub := stream.NewTopic(), stream.NewHub(stream.DefaultLimits())
	seen := make(chan string, 10*tabs)
	r := start(t, site.Options{}, func(s *site.Site) {
		page := must.Get(s.Parse(`{{define "content"}}<div id="live" data-events="/events" data-refresh="/seen?tab={{.}}">{{.}}</div>{{end}}{{define "fragment"}}{{.}}{{end}}`))(t)
		s.Page("GET /page", func(w http.ResponseWriter, r *http.Request) error {
			return s.Show(w, r, page, "Page", r.FormValue("tab"))
		})
		s.Page("GET /seen", func(w http.ResponseWriter, r *http.Request) error {
			seen <- r.FormValue("tab")
			return s.Fragment(w, page, "fragment", r.FormValue("tab"))
		})
		s.Page("GET /events", func(w http.ResponseWriter, r *http.Request) error { return hub.Serve(w, r, topic) })
	})
	open := func(want int) {
		t.Helper()
		for late := time.Now().Add(waittest.Patience); hub.Open() != want; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(late) {
				t.Fatalf("%d streams are open, want %d", hub.Open(), want)
			}
		}
	}
	for i := range tabs - 1 {
		b.Tab(fmt.Sprintf("%s/page?tab=%d", r.url, i))
	}
	b.Visit(r.url, fmt.Sprintf("/page?tab=%d", tabs-1), 1280, false)
	open(tabs)
	must.OK(t, topic.PublishJSON(stream.State, 1))
	told := map[string]bool{}
	for late := time.After(waittest.Patience); len(told) < tabs; {
		select {
		case tab := <-seen:
			told[tab] = true
		case <-late:
			t.Fatalf("%d of %d tabs received the event", len(told), tabs)
		}
	}
	b.Evaluate(nil, "location.href = '/none'") // which follows nothing
	open(tabs - 1)

	b.Visit(r.url, "/page?tab=old", 1280, false)
	open(tabs)
	b.Evaluate(nil, "delete window.SharedWorker; document.getElementById('live').remove(); true")
	open(tabs - 1)
	b.Evaluate(nil, `document.querySelector("main").innerHTML = "<p data-events='/events'></p>"; gammonlab.start(document.querySelector("main")); true`)
	open(tabs)
}
