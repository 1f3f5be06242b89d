package api_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/internal/must"
)

// crawford is the Crawford game of a match to 5 at 1-4, with the dice.
const crawford = "xgid=-b----E-C---eE---c-e----B-:0:0:1:21:1:4:1:5:10"

func TestEvaluate(t *testing.T) {
	s := newServer(t)
	type answer struct {
		ID      string   `json:"position_id"`
		Class   string   `json:"class"`
		Stakes  string   `json:"stakes"`
		Win     float64  `json:"win"`
		Equity  float64  `json:"equity"`
		Cubeful float64  `json:"cubeful_equity"`
		MWC     *float64 `json:"mwc"`
	}
	var money, match answer
	s.read(&money, "POST", "/api/v1/evaluate", fmt.Sprintf(`{"position": %q}`, startID))
	s.read(&match, "POST", "/api/v1/evaluate", fmt.Sprintf(`{"position": %q, "model": "td512", "plies": 1}`, doubled))
	if money.ID != startID || money.Class != "contact" || money.MWC != nil || !(money.Cubeful > money.Equity && money.Equity > 0) || money.Stakes != "money with Jacoby, cube at 1 centred" {
		t.Errorf("got %+v", money)
	}
	if match.MWC == nil || !(*match.MWC > 0.5 && *match.MWC < 1) || match.Stakes != "match to 7 at 3-1, cube at 2 player" || match.Win == money.Win {
		t.Errorf("got %+v", match)
	}
}

func TestHint(t *testing.T) {
	s := newServer(t)
	type answer struct {
		Dice   string `json:"dice"`
		Stakes string `json:"stakes"`
		Action string `json:"action"`
		Plies  int    `json:"plies"`
		Moves  []struct {
			Move       string   `json:"move"`
			Difference float64  `json:"difference"`
			Cubeful    *float64 `json:"cubeful_equity"`
			Plies      int      `json:"plies"`
		} `json:"moves"`
	}
	hint := func(body string) (a answer) {
		s.read(&a, "POST", "/api/v1/hint", body)
		return a
	}
	if a := hint(`{"position": "` + startID + `", "dice": "31", "limit": 2}`); len(a.Moves) != 2 || a.Moves[0].Move != "8/5 6/5" || a.Moves[0].Cubeful != nil || a.Stakes != "" {
		t.Errorf("got %+v", a)
	}
	if a := hint(`{"position": "` + started + `", "cubeful": true, "plies": 1, "filter": "1/0/0"}`); a.Dice != "52" || a.Moves[0].Cubeful == nil || a.Moves[0].Plies != 1 || a.Moves[1].Plies != 0 {
		t.Errorf("dice of the position: got %+v", a)
	}
	if a := hint(`{"position": "` + startID + `", "plies": 2}`); a.Action != "no double, beaver" && a.Action != "no double, take" || a.Plies != 2 {
		t.Errorf("a cube decision: got %+v", a)
	}
	if a := hint(`{"position": "` + crawford + `"}`); a.Dice != "21" || a.Moves[0].Cubeful == nil || a.Stakes != "match to 5 at 1-4 (Crawford), cube at 1 centred" {
		t.Errorf("dice and score of the position: got %+v", a)
	}
	if a := hint(`{"position": "` + strings.Replace(started, ":52:", ":B:", 1) + `"}`); a.Action != "take" {
		t.Errorf("a beaver: got %+v", a)
	}
	if a := hint(`{"position": "` + doubled + `"}`); a.Action != "no redouble, take" || !strings.HasPrefix(a.Stakes, "match to 7") {
		t.Errorf("a cube decision in a match: got %+v", a)
	}
}

// A bad request gets a problem in JSON.
func TestProblems(t *testing.T) {
	s := newServer(t)
	rollout := func(more string) string { return `{"position": "` + startID + `", ` + more + `}` }
	for _, c := range []struct{ path, body, want string }{
		{"evaluate", `{}`, "position is missing"},
		{"evaluate", `{"position": "x"}`, "position: position ID"},
		{"evaluate", `{"position": "` + startID + `", "pips": 1}`, `unknown field "pips"`},
		{"evaluate", `{"position": "` + startID + `", "plies": 4}`, "plies is 4, want 0 to 3"},
		{"evaluate", `{"position": "` + startID + `", "plies": -1}`, "plies is -1"},
		{"evaluate", `{"position": "` + startID + `", "model": "../x"}`, `model "../x" is not served`},
		{"evaluate", `{"position": "` + startID + `", "model": ""}`, "model is empty"},
		{"games", `{"model": ""}`, "model is empty"},
		{"evaluate", `{"position": 1}`, "position: found 1, want text in quotes"},
		{"evaluate", `{} {}`, "more follows"},
		{"evaluate", `x`, "body: invalid character"},
		{"hint", `{"position": "` + over + `", "dice": "31"}`, "the game is over"},
		{"hint", `{"position": "` + startID + `", "dice": "71"}`, `dice: bad dice "71"`},
		{"hint", `{"position": "` + startID + `", "dice": "31", "filter": "x", "plies": 1}`, `filter: filter "x"`},
		{"hint", `{"position": "` + startID + `", "limit": -1}`, "limit is -1"},
		{"jobs/rollout", `{"position": "` + over + `"}`, "the game is over"},
		{"jobs/rollout", rollout(`"trials": 1000001`), "trials is 1000001, want 1 to 1000000"},
		{"jobs/rollout", rollout(`"trials": 1000000, "dice": "31", "candidates": 6`), "these are 6000000, want at most 5000000"},
		{"jobs/rollout", rollout(`"trials": 0`), "trials is 0, want 1"},
		{"jobs/rollout", rollout(`"preset": "best"`), `preset: "best", want quick, standard, reference`},
		{"jobs/rollout", rollout(`"plies": 4`), "plies is 4"},
		{"jobs/rollout", rollout(`"opponent_plies": -1`), "opponent_plies is -1"},
		{"jobs/rollout", rollout(`"truncate_plies": 1`), "truncate_plies needs truncate"},
		{"jobs/rollout", rollout(`"late_plies": 1`), "late_plies needs late"},
		{"jobs/rollout", rollout(`"truncate": -1`), "truncate is -1"},
		{"jobs/rollout", rollout(`"variance_reduction": "x"`), `variance_reduction: "x", want one of off, quick, full`},
		{"jobs/rollout", rollout(`"truncate_bearoff": "x"`), `truncate_bearoff: "x", want one of none, exact, any`},
		{"jobs/rollout", rollout(`"filter": "x"`), "filter: filter"},
		{"jobs/rollout", rollout(`"candidates": -1, "dice": "31"`), "candidates is -1"},
		{"jobs/rollout", rollout(`"play": ["8/5 6/5"]`), "play needs dice"},
		{"jobs/rollout", rollout(`"play": ["8/3"], "dice": "31"`), `play: play "8/3"`},
		{"jobs/rollout", rollout(`"double": true, "dice": "31"`), "double contradicts dice"},
		{"jobs/rollout", rollout(`"stop_se": -1`), "stop_se is -1"},
	} {
		response, body := s.call("POST", "/api/v1/"+c.path, c.body)
		var got problem.Problem
		if err := json.Unmarshal([]byte(body), &got); err != nil || response.StatusCode != 400 || got.Status != 400 ||
			response.Header.Get("Content-Type") != problem.Type || !strings.Contains(got.Detail, c.want) {
			t.Errorf("%s %s: status %d: %s, want %q", c.path, c.body, response.StatusCode, body, c.want)
		}
	}
	response := must.Get(http.Post(s.URL+"/api/v1/hint", "text/plain", strings.NewReader("{}")))(t)
	response.Body.Close()
	if response.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("text: status %d", response.StatusCode)
	}
}

// A rollout has the result of the command with the same settings, and sends events.
func TestRollout(t *testing.T) {
	s := newServer(t)
	response, body := s.call("POST", "/api/v1/jobs/rollout", `{"position": "`+startID+`", "dice": "31", "candidates": 2, "trials": 72, "truncate": 4, "seed": 7}`)
	var begun, ended scheduler.Status
	must.OK(t, json.Unmarshal([]byte(body), &begun))
	path := response.Header.Get("Location")
	if response.StatusCode != http.StatusAccepted || path != "/api/v1/jobs/rollout/"+begun.ID {
		t.Fatalf("status %d at %q: %s", response.StatusCode, path, body)
	}
	events := must.Get(http.Get(s.URL + path + "/events"))(t)
	defer events.Body.Close()
	var last string
	for lines := bufio.NewScanner(events.Body); lines.Scan(); {
		if data, ok := strings.CutPrefix(lines.Text(), "data: {\"id\""); ok {
			last = "{\"id\"" + data
		}
	}
	s.read(&ended, "GET", path, "")
	if ended.State != scheduler.Done || last != string(must.Get(json.Marshal(&ended))(t)) {
		t.Errorf("the rollout ends as %+v, the last event is %s", ended, last)
	}
	var report struct {
		Seed  uint64 `json:"seed"`
		Moves []struct {
			Move   string `json:"move"`
			Trials int    `json:"trials"`
		} `json:"moves"`
	}
	must.OK(t, json.Unmarshal(ended.Result, &report))
	if report.Seed != 7 || len(report.Moves) != 2 || report.Moves[0].Move != "8/5 6/5" || report.Moves[0].Trials != 72 {
		t.Errorf("got %+v", report)
	}
	if status := must.Get(http.Get(s.URL + "/api/v1/jobs/rollout/none"))(t); status.StatusCode != http.StatusNotFound {
		t.Errorf("one that there is not: status %d", status.StatusCode)
	}
}

// A preset sets all settings of a rollout that are not in the body.
func TestRolloutPreset(t *testing.T) {
	s := newServer(t)
	response, _ := s.call("POST", "/api/v1/jobs/rollout", `{"position": "`+startID+`", "trials": 36, "preset": "quick"}`)
	var status scheduler.Status
	for status.State != scheduler.Done {
		s.read(&status, "GET", response.Header.Get("Location"), "")
	}
	var got struct{ Trials, Truncate int }
	must.OK(t, json.Unmarshal(status.Result, &got))
	if got.Trials != 36 || got.Truncate != 7 {
		t.Errorf("got %+v, want 36 trials of 7 half-moves", got)
	}
}

// A stopped rollout keeps its trials.
func TestRolloutIsStopped(t *testing.T) {
	s := newServer(t)
	response, _ := s.call("POST", "/api/v1/jobs/rollout", `{"position": "`+startID+`", "double": true, "trials": 1000000}`)
	path := response.Header.Get("Location")
	var status scheduler.Status
	for len(status.Result) == 0 {
		s.read(&status, "GET", path, "")
	}
	s.read(&status, "DELETE", path, "")
	var report struct {
		Action       string `json:"action"`
		Alternatives []struct {
			Decision string `json:"decision"`
			Trials   int    `json:"trials"`
		} `json:"alternatives"`
	}
	must.OK(t, json.Unmarshal(status.Result, &report))
	if status.State != scheduler.Stopped || report.Action == "" || len(report.Alternatives) != 2 || report.Alternatives[0].Trials == 0 || report.Alternatives[0].Trials == 1000000 {
		t.Errorf("got %s: %+v", status.State, report)
	}
}
