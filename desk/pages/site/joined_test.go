package site_test

import (
	"bufio"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/internal/must"
)

// Joined streams have the events of each with its number, from the event after the given ID.
// Addresses that are no streams end at once.
func TestJoined(t *testing.T) {
	first, second := stream.NewTopic(), stream.NewTopic()
	limits := stream.DefaultLimits()
	limits.Pause = time.Microsecond
	hub := stream.NewHub(limits)
	r := start(t, site.Options{}, func(s *site.Site) {
		s.Page("GET /first", func(w http.ResponseWriter, r *http.Request) error { return hub.Serve(w, r, first) })
		s.Page("GET /second", func(w http.ResponseWriter, r *http.Request) error { return hub.Serve(w, r, second) })
	})
	first.Publish(stream.Append, "a\nb")
	second.Publish(stream.Append, "old")
	second.Publish(stream.Append, "new")
	query := url.Values{"of": {"/first?x=1", "/second", "/none", "/"}, "after": {"", "1"}}
	response := must.Get(http.Get(r.url + "/streams?" + query.Encode()))(t)
	defer response.Body.Close()
	lines := make(chan string)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(response.Body); in.Scan(); {
			if data, ok := strings.CutPrefix(in.Text(), "data: "); ok {
				lines <- data
			}
		}
	}()
	want := map[string]bool{
		`{"part":0,"id":"1","name":"append","data":"a\nb"}`: true, `{"part":1,"id":"2","name":"append","data":"new"}`: true,
		`{"part":2,"name":"gone","data":""}`: true, `{"part":3,"name":"gone","data":""}`: true,
	}
	for range 4 {
		if line := <-lines; !want[line] {
			t.Errorf("got %s", line)
		} else {
			delete(want, line)
		}
	}
	first.End("{}")
	for _, want := range []string{`{"part":0,"id":"2","name":"end","data":"{}"}`, `{"part":0,"name":"gone","data":""}`} {
		if got := <-lines; got != want {
			t.Errorf("at the end of a stream %s, want %s", got, want)
		}
	}
	r.stop()
	if got := <-lines; !strings.Contains(got, `"part":1,`) || !strings.Contains(got, "the server stops") {
		t.Errorf("at the end of the server %s", got)
	}
	if got, more := <-lines; more {
		t.Errorf("after the end of the server %s: a client would not reconnect", got)
	}
}

// A panic of a stream is logged and ends only this stream.
func TestJoinedPanics(t *testing.T) {
	limits := stream.DefaultLimits()
	limits.Pause = time.Microsecond
	hub, sound := stream.NewHub(limits), stream.NewTopic()
	r := start(t, site.Options{}, func(s *site.Site) {
		s.Page("GET /broken", func(http.ResponseWriter, *http.Request) error { panic("lost") })
		s.Page("GET /sound", func(w http.ResponseWriter, r *http.Request) error { return hub.Serve(w, r, sound) })
	})
	sound.Publish(stream.Append, "a")
	sound.End("{}")
	_, text := r.ask("GET", "/streams?"+url.Values{"of": {"/broken", "/sound"}}.Encode(), nil)
	for _, want := range []string{`{"part":0,"name":"gone","data":""}`, `"part":1,"id":"1","name":"append","data":"a"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
	if log := r.log.String(); !strings.Contains(log, "value=lost stack=") {
		t.Errorf("the log is\n%s", log)
	}
}

func TestJoinedRefuses(t *testing.T) {
	r := start(t, site.Options{}, nil)
	for _, query := range []string{
		"", "of=" + strings.Repeat("x&of=", 64), "of=/a&after=1&after=2", "of=http://example.org/", "of=events", "of=/streams?of=/a", "of=%25",
	} {
		if response, body := r.ask("GET", "/streams?"+query, nil); response.StatusCode != 400 {
			t.Errorf("%.40s: status %d: %s", query, response.StatusCode, body)
		}
	}
}
