package serve

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/farm"
	"gammonlab/farm/wire"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

// fakeFarm is a farm with a job and a worker, whose server can be away.
type fakeFarm struct {
	mu    sync.Mutex
	away  error
	asked int
	ended bool // the job has left
}

func newFarm() *fakeFarm { return new(fakeFarm) }

// set makes the server unavailable for a reason, or available if away is nil.
func (f *fakeFarm) set(away error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.away = away
}

func (f *fakeFarm) State(context.Context) (*wire.State, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked++
	if f.away != nil {
		return nil, f.away
	}
	now := time.Now()
	if f.ended {
		return &wire.State{At: now}, nil
	}
	return &wire.State{
		At: now,
		Jobs: []wire.JobState{{
			Job:      wire.Job{ID: "0123456789abcdef", Owner: "me", Description: farm.Description{Kind: "label/1"}, Since: now},
			Progress: wire.Progress{Items: 100, Of: 400, Rate: 12.5, Workers: 1, Faults: 1, Seen: now},
		}},
		Workers: []wire.Worker{
			{Key: "K1", Name: "box <1>", Class: "simd", Cores: 4, Jobs: []string{"0123456789abcdef"}, Seen: now},
			{Key: "K2", Name: "old box", Class: "go-arm64", Cores: 2, Unfit: map[string]string{"0123456789abcdef": "the job needs kernel simd"}, Seen: now},
		},
	}, nil
}

func TestFarmPage(t *testing.T) {
	f := newFarm()
	server := serveSite(t, newSiteOf(t, shown{farm: f.State}))
	began := time.Now()
	status, text := get(t, server, "/farm")
	for _, want := range []string{
		`<a href="/farm" aria-current="page"`, "1 job and 2 workers with 6 cores", "label/1", "100 of 400", "12.5", "24s", "box &lt;1&gt;", "go-arm64",
		"1 worker does not fit: the job needs kernel simd", ">0123456789abcdef: the job needs kernel simd</td>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	for range 5 {
		get(t, server, "/farm")
		get(t, server, "/api/v1/farm")
	}
	if most := 1 + int(time.Since(began)/(2*time.Second)); status != http.StatusOK || f.asked > most {
		t.Errorf("status %d; the farm was asked %d times, want at most %d: once in two seconds", status, f.asked, most)
	}
}

// A job that has left the farm stays on the page and in the answer, as it was last seen.
func TestEndedJobs(t *testing.T) {
	t.Parallel()
	f := newFarm()
	server := serveSite(t, newSiteOf(t, shown{farm: f.State}))
	get(t, server, "/farm")
	f.mu.Lock()
	f.ended = true
	f.mu.Unlock()
	waittest.Until(t, "the job to end", func() bool {
		_, text := get(t, server, "/farm")
		return strings.Contains(text, "Ended jobs") && strings.Contains(text, "100 of 400") && strings.Contains(text, "0 jobs and 0 workers")
	})
	if _, text := get(t, server, "/api/v1/farm"); !strings.Contains(text, `"jobs":[]`) || !strings.Contains(text, `"ended":[{"id":"0123456789abcdef","kind":"label/1","owner":"me","items":100,"of":400,`) {
		t.Error(text)
	}
	f.mu.Lock()
	f.ended = false
	f.mu.Unlock()
	waittest.Until(t, "the job to be there again", func() bool {
		_, text := get(t, server, "/farm")
		return !strings.Contains(text, "Ended jobs") && strings.Contains(text, "1 job and 2 workers")
	})
}

// Without a farm the navigation has no page for it, and its address explains how to
// start one.
func TestNoFarm(t *testing.T) {
	server := newServer(t)
	if _, text := get(t, server, "/"); strings.Contains(text, "/farm") {
		t.Error("the page Farm is in the navigation")
	}
	for _, path := range []string{"/farm", "/farm/events", "/api/v1/farm"} {
		if status, text := get(t, server, path); status != http.StatusNotFound || !strings.Contains(text, "with --pool URL") {
			t.Errorf("%s: status %d: %s", path, status, text)
		}
	}
}

// An open page shows that the server is unavailable, and shows the farm again
// later.
func TestFarmAway(t *testing.T) {
	t.Parallel()
	f := newFarm()
	f.set(errors.New("the server nats://x cannot be reached: nobody listens there"))
	server := serveSite(t, newSiteOf(t, shown{farm: f.State}))
	if status, text := get(t, server, "/farm"); status != http.StatusOK || !strings.Contains(text, "nobody listens there.") {
		t.Errorf("status %d: %s", status, text)
	}
	if status, text := get(t, server, "/api/v1/farm"); status != http.StatusServiceUnavailable || !strings.Contains(text, "nobody listens there") {
		t.Errorf("status %d: %s", status, text)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	response := must.Get(http.DefaultClient.Do(must.Get(http.NewRequestWithContext(ctx, "GET", server.URL+"/farm/events", nil))(t)))(t)
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	until := func(want string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), want) {
				return
			}
		}
		t.Fatalf("no %q comes: %v", want, lines.Err())
	}
	until("nobody listens there")
	f.set(nil)
	until("1 job and 2 workers")
	f.set(errors.New("the connection was cut"))
	until("the connection was cut")
}

// The flags of the farm need its address. A server that does not run yet is no
// error; a missing file is.
func TestFarmFlags(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, ""},
		{[]string{"--ca", "x"}, "--ca is for --pool"},
		{[]string{"--pool-token", "x"}, "--pool-token is for --pool"},
		{[]string{"--pool", "nats://127.0.0.1:1"}, ""},
		{[]string{"--pool", "nats://127.0.0.1:1", "--key", "none.nk"}, "none.nk"},
		{[]string{"--pool", "nats://127.0.0.1:1", "--pool-token", "none.token"}, "none.token"},
	} {
		set := flag.NewFlagSet("serve", flag.ContinueOnError)
		for _, f := range Command().Flags {
			must.OK(t, f.Apply(set))
		}
		must.OK(t, set.Parse(c.args))
		context := cli.NewContext(cli.NewApp(), set, nil)
		context.Context = t.Context()
		client, err := dialFarm(context)
		if client != nil {
			client.Close()
		}
		if c.want == "" && (err != nil || (client == nil) != (c.args == nil)) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: client %v, error %v, want %q", c.args, client, err, c.want)
		}
	}
}
