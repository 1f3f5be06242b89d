package analyse_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

// send sends a form and returns the status and the address of the redirection.
func send(t *testing.T, server *httptest.Server, path string, fields url.Values) (int, string) {
	t.Helper()
	r := must.Get(http.NewRequest(http.MethodPost, server.URL+path, strings.NewReader(fields.Encode())))(t)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response := must.Get(http.DefaultTransport.RoundTrip(r))(t)
	defer response.Body.Close()
	return response.StatusCode, response.Header.Get("Location")
}

// result waits for the end of a rollout and returns its result from the API.
func result(t *testing.T, server *httptest.Server, path string) (found string) {
	t.Helper()
	waittest.Until(t, "the end of the rollout", func() bool {
		_, text := get(t, server, strings.Replace(path, "/analyse/rollouts", "/api/v1/jobs/rollout", 1), "")
		var status struct {
			State, Error string
			Result       json.RawMessage
		}
		must.OK(t, json.Unmarshal([]byte(text), &status))
		switch status.State {
		case "done":
			found = string(status.Result)
		case "failed":
			t.Fatal(status.Error)
		}
		return status.State == "done"
	})
	return found
}

// A continued rollout, of plays or of a double, has the same result as a rollout with all
// trials from the start.
func TestContinued(t *testing.T) {
	server := newServer(t)
	questions := []string{opening, strings.Replace(opening, ":31:", ":00:", 1), doubling}
	few, many := "12", "36"
	if testing.Short() { // a trial takes a second under the race detector
		questions, few, many = questions[:1], "4", "12"
	}
	for _, xgid := range questions {
		fields := url.Values{"xgid": {xgid}, "model": {"fast"}, "trials": {few}, "plies": {"0"}, "candidates": {"2"}}
		status, first := send(t, server, "/analyse/rollouts", fields)
		if status != http.StatusSeeOther {
			t.Fatalf("%s: status %d", xgid, status)
		}
		short := result(t, server, first)
		_, more := send(t, server, first+"/more", url.Values{"trials": {many}})
		long := result(t, server, more)
		fields.Set("trials", many)
		_, whole := send(t, server, "/analyse/rollouts", fields)
		if want := result(t, server, whole); long != want || short == want {
			t.Errorf("%s: after going on\n%s\nat once\n%s", xgid, long, want)
		}
		if _, page := get(t, server, more, ""); !strings.Contains(page, many) || !strings.Contains(page, "status done") {
			t.Errorf("%s: the page has\n%s", xgid, page)
		}
	}
}

func TestBadRollouts(t *testing.T) {
	server := newServer(t)
	good := url.Values{"xgid": {opening}, "model": {"fast"}, "trials": {"36"}, "plies": {"0"}, "candidates": {"2"}}
	for name, bad := range map[string][]string{
		"xgid": {"", "nonsense", "XGID=-a------------------------:0:0:1:00:0:0:3:0:10"}, "model": {"none"}, "trials": {"0", "46657", "x"},
		"plies": {"-1", "4"}, "candidates": {"0", "11"},
	} {
		for _, value := range bad {
			fields := url.Values{}
			for key, values := range good {
				fields[key] = values
			}
			fields.Set(name, value)
			if status, _ := send(t, server, "/analyse/rollouts", fields); status != http.StatusBadRequest {
				t.Errorf("%s is %q: status %d, want 400", name, value, status)
			}
		}
	}
	_, path := send(t, server, "/analyse/rollouts", good)
	result(t, server, path)
	for _, trials := range []string{"0", "x", "46657"} {
		if status, _ := send(t, server, path+"/more", url.Values{"trials": {trials}}); status != http.StatusBadRequest {
			t.Errorf("going on to %s trials: status %d", trials, status)
		}
	}
}
