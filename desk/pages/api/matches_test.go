package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"gammonlab/desk/pages/scheduler"
	"gammonlab/internal/must"
)

// shortRecord is a record of two plays as a JSON string.
const shortRecord = `5 point match\n\n Game 1\n Ann : 0              Bob : 0\n  1) 31: 8/5 6/5          42: 8/4 6/4\n`

// match has a short match analysed and returns the path of its analysis.
func (s *server) match(plies int) string {
	s.t.Helper()
	response, text := s.call("POST", "/api/v1/matches", fmt.Sprintf(`{"record": "%s", "plies": %d}`, shortRecord, plies))
	path := response.Header.Get("Location")
	if response.StatusCode != http.StatusAccepted || path == "" {
		s.t.Fatalf("status %d: %s", response.StatusCode, text)
	}
	s.call("GET", path+"/events", "") // until it ends
	return path
}

// The analysis of a match continues after its request, reports its progress, and
// ends with the report, which the page also shows.
func TestMatches(t *testing.T) {
	s := newServer(t)
	record := must.Get(os.ReadFile("../../../engine/analysis/testdata/match5.mat"))(t)
	body := must.Get(json.Marshal(map[string]any{"record": string(record), "plies": 0}))(t)
	response, _ := s.call("POST", "/api/v1/matches", string(body))
	path := response.Header.Get("Location")
	if early, text := s.call("GET", path+"/report", ""); early.StatusCode != http.StatusConflict && early.StatusCode != http.StatusOK {
		t.Errorf("status %d: %s", early.StatusCode, text)
	}
	_, events := s.call("GET", path+"/events", "")
	if !strings.Contains(events, "event: end") || !strings.Contains(events, `"state":"done"`) {
		t.Errorf("events: %s", events)
	}
	var status struct {
		State  scheduler.State
		Result struct{ Done, Total int }
	}
	s.read(&status, "GET", path, "")
	var report struct {
		Length int
		Plies  int
		Games  []struct{ Decisions []json.RawMessage }
	}
	s.read(&report, "GET", path+"/report", "")
	if status.State != scheduler.Done || status.Result.Done == 0 || status.Result.Done != status.Result.Total ||
		report.Length != 5 || report.Plies != 0 || len(report.Games) == 0 || len(report.Games[0].Decisions) == 0 {
		t.Errorf("%+v, report of %d games, plies %d, length %d", status, len(report.Games), report.Plies, report.Length)
	}
	_, page := s.call("GET", strings.Replace(path, "/api/v1/", "/analyse/", 1), "")
	if !strings.Contains(page, `id="statistics"`) {
		t.Error("the page Analyse does not have the analysis")
	}
}

// A bad request for an analysis is refused with the reason, and no analysis
// begins.
func TestBadMatches(t *testing.T) {
	s := newServer(t)
	for body, want := range map[string]string{
		`{}`:                                             "record is empty",
		`{"record": "nothing of a match"}`:               "record",
		`{"record": "x", "plies": 4}`:                    "want 0 to 3",
		`{"record": "x", "model": "none"}`:               "not served",
		`{"record": "x", "depth": 2}`:                    "depth",
		`{"record": "` + startID + `"}`:                  "record",
		`{"record": "(;FF[4]GM[6])"}`:                    "no game with a move",
		`{"record": "` + shortRecord + `", "plies": -1}`: "want 0 to 3",
	} {
		if response, text := s.call("POST", "/api/v1/matches", body); response.StatusCode != http.StatusBadRequest || !strings.Contains(text, want) {
			t.Errorf("%s: status %d, want 400 and %q in %s", body, response.StatusCode, want, text)
		}
	}
}
