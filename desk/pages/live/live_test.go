package live

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gammonlab/desk/pages/stream"
	"gammonlab/internal/must"
	"gammonlab/internal/workers"
)

// newLive returns topics with a short interval of polling, in a hub with short
// pauses.
func newLive() *Live {
	limits := stream.DefaultLimits()
	limits.Pause = time.Millisecond
	l := New(stream.NewHub(limits), func(err error) bool { return errors.As(err, new(*workers.Panic)) })
	l.every = 5 * time.Millisecond
	return l
}

// serve serves a topic and returns its address.
func serve(t *testing.T, l *Live, begin func() (Poll, error)) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := l.Serve(w, r, "name", begin); err != nil {
			http.Error(w, err.Error(), http.StatusTeapot)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// users returns the number of clients that follow a topic.
func users(l *Live, name string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all[name].users
}

// All followers share one poller, which continues after an error and ends with its
// final value.
func TestShared(t *testing.T) {
	var begun, looks atomic.Int64
	l := newLive()
	address := serve(t, l, func() (Poll, error) {
		begun.Add(1)
		return func(topic *stream.Topic) (bool, error) {
			if users(l, "name") < 2 {
				return false, nil // wait for both clients
			}
			n := looks.Add(1)
			if n == 3 {
				return false, errors.New("a file is torn")
			}
			topic.Publish(stream.Append, fmt.Sprint(n))
			return n == 6, nil
		}, nil
	})
	texts := make(chan string, 2)
	for range 2 {
		go func() {
			response, err := http.Get(address)
			if err != nil {
				texts <- err.Error()
				return
			}
			defer response.Body.Close()
			text := ""
			for lines := bufio.NewScanner(response.Body); lines.Scan(); {
				if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
					text += data
				}
			}
			texts <- text
		}()
	}
	for range 2 {
		if text := <-texts; text != "12456{}" {
			t.Errorf("a follower got %q", text)
		}
	}
	if n := begun.Load(); n != 1 {
		t.Errorf("the poll began %d times", n)
	}
}

// A panic ends the poll in which it happens and no other. It is reported.
func TestPanic(t *testing.T) {
	told := make(chan error, 1)
	l := newLive()
	is := l.panicked
	l.panicked = func(err error) bool {
		if is(err) {
			told <- err
		}
		return is(err)
	}
	looks := 0
	address := serve(t, l, func() (Poll, error) {
		return func(*stream.Topic) (bool, error) {
			if looks++; looks > 1 {
				panic("a mistake")
			}
			return false, nil
		}, nil
	})
	response := must.Get(http.Get(address))(t)
	defer response.Body.Close()
	must.Fail(t, <-told, "panic: a mistake")
}

// If polling cannot begin, the client gets the error, and the next client tries
// again.
func TestFailure(t *testing.T) {
	fail := true
	address := serve(t, newLive(), func() (Poll, error) {
		if fail {
			return nil, errors.New("there is no such file")
		}
		return func(*stream.Topic) (bool, error) { return true, nil }, nil
	})
	for _, want := range []int{http.StatusTeapot, http.StatusOK} {
		response := must.Get(http.Get(address))(t)
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("status %d, want %d", response.StatusCode, want)
		}
		fail = false
	}
}
