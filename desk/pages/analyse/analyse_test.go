package analyse_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gammonlab/desk/pages/analyse"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/jobs"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
	"gammonlab/nets"
)

var update = flag.Bool("update", false, "write the fragments in testdata again")

// newServer serves the pages.
func newServer(t testing.TB) *httptest.Server {
	t.Helper()
	s := must.Get(site.New(site.Options{Limits: site.DefaultLimits()}))(t)
	all := must.Get(models.New(models.Options{Names: []string{"td512", "fast"}, Load: nets.LoadShipped, Workers: 2}))(t)
	l := &backend.Backend{Models: all, Pool: scheduler.NewPool(t.Context(), 2), Streams: stream.NewHub(stream.DefaultLimits()), Scratch: t.TempDir()}
	must.OK(t, analyse.Register(s, l, must.Get(jobs.Register(s, l))(t), must.Get(library.Open(l))(t)))
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return server
}

// get returns the status and the text of a page with a query, or of a fragment of it.
func get(t testing.TB, server *httptest.Server, path, fragment string, query ...string) (int, string) {
	t.Helper()
	q := url.Values{}
	for i := 0; i+1 < len(query); i += 2 {
		q.Set(query[i], query[i+1])
	}
	r := must.Get(http.NewRequest(http.MethodGet, server.URL+path+"?"+q.Encode(), nil))(t)
	if fragment != "" {
		r.Header.Set(site.FragmentHeader, fragment)
	}
	response := must.Get(http.DefaultTransport.RoundTrip(r))(t)
	defer response.Body.Close()
	text := string(must.Get(io.ReadAll(response.Body))(t))
	if to := response.Header.Get("Location"); to != "" {
		text = to
	}
	return response.StatusCode, text
}

// decimals are those of figures, whose last digit depends on the machine.
var decimals = regexp.MustCompile(`(\d\.)\d+`)

// golden compares a text but for decimals with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	got = decimals.ReplaceAllString(got, "${1}#")
	path := filepath.Join("testdata", name)
	if *update {
		must.OK(t, os.WriteFile(path, []byte(got), 0o666))
	}
	if want := must.Get(os.ReadFile(path))(t); got != string(want) {
		t.Errorf("the fragment differs from %s; look at it and run the test with -update\n%s", path, got)
	}
}

const (
	opening  = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"
	doubling = "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:00:2:0:0:7:10"
	doubled  = "XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:D:0:0:3:0:10"
)

func TestFragments(t *testing.T) {
	server := newServer(t)
	for _, c := range []struct {
		name, path, fragment string
		query                []string
	}{
		{"plays", "/analyse", "answer", []string{"xgid", opening, "plies", "0"}},
		{"cube", "/analyse", "answer", []string{"xgid", strings.Replace(opening, ":31:", ":00:", 1), "plies", "0"}},
		{"scores", "/analyse/scores", "scores", []string{"xgid", strings.Replace(opening, ":31:", ":00:", 1), "plies", "0", "length", "3"}},
		{"rolls", "/analyse/rolls", "rolls", []string{"xgid", opening, "plies", "0"}},
		{"set-up", "/analyse", "set-up", []string{"checkers", "-b----E-C---eE---c-e----B-", "place", "6", "tool", "off"}},
	} {
		status, text := get(t, server, c.path, c.fragment, c.query...)
		if status != http.StatusOK {
			t.Errorf("%s: status %d: %s", c.name, status, text)
		}
		golden(t, c.name+".html", text)
	}
}

// The page shows the same position for all its text forms, with the sections that
// apply.
func TestPositions(t *testing.T) {
	server := newServer(t)
	for text, wants := range map[string][]string{
		"4HPwATDgc/ABMA":              {"No double, beaver", "Market windows"},
		"4HPwATDgc/ABMA:cIkKAAAAAAAA": {"Plays of 52"},
		opening:                       {"Best: 8/5 6/5", "Plays of 31", "Cube decision before the roll"},
		"OGID=11jjjjjhhhccccc:ooddddd88866666:N0N:31:B": {"Best: 8/5 6/5"},
		"board:You:Bot:0:0:0:0:2:0:0:0:0:-5:0:-3:0:0:0:5:-5:0:0:0:3:0:5:0:0:0:0:-2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0": {"Plays of 31"},
		doubled:  {"Answer to the double", "Right: "},
		doubling: {"not available", "MWC"},
		strings.Replace(doubled, ":D:", ":B:", 1):              {"Answer to the beaver", "Raccoon"},
		strings.Replace(doubled, ":D:", ":R:", 1):              {"Answer to the raccoon", "Right: "},
		"Position ID: 4HPwATDgc/ABMA Match ID: 8AmlAEAACAAE":   {"Plays of 21", "MWC"},
		"xgid=-b----E-C---eE---c-e----B-:4:1:1:00:0:0:3:0:4":   {"Redouble not available"},
		"XGID=-A-------------------------:0:0:1:00:0:0:3:0:10": {"26 characters"},
		"XGID=-a------------------------:0:0:1:00:0:0:3:0:10":  {"The game is over."},
		"<script>alert(1)</script>":                            {"&lt;script&gt;"},
	} {
		_, page := get(t, server, "/analyse", "", "position", text, "plies", "0")
		for _, want := range wants {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page does not have %q", text, want)
			}
		}
		if strings.Contains(page, "<script>alert") {
			t.Errorf("%s: text is not escaped", text)
		}
	}
}

func TestBadQuestions(t *testing.T) {
	server := newServer(t)
	for _, c := range []struct {
		path  string
		query []string
		want  string
	}{
		{"/analyse", []string{"xgid", opening, "plies", "4"}, "want 0 to 3"},
		{"/analyse", []string{"xgid", opening, "plies", "x"}, "plies is &#34;x&#34;"},
		{"/analyse", []string{"xgid", opening, "model", "none"}, "not served"},
		{"/analyse", []string{"xgid", "nonsense"}, "nonsense"},
		{"/analyse/scores", []string{"length", "7"}, "xgid is missing"},
		{"/analyse/rolls", []string{"plies", "0"}, "xgid is missing"},
		{"/analyse/scores", []string{"xgid", opening, "length", "26"}, "want 2 to 25"},
		{"/analyse/scores", []string{"xgid", opening, "plies", "9"}, "want 0 to 3"},
	} {
		status, text := get(t, server, c.path, "", c.query...)
		if status != http.StatusBadRequest || !strings.Contains(text, c.want) {
			t.Errorf("%s %v: status %d, want 400 and %q in\n%s", c.path, c.query, status, c.want, text)
		}
	}
	for _, path := range []string{"/analyse/matches/none", "/analyse/rollouts/none", "/analyse/matches/none/events", "/analyse/matches/none/report.json"} {
		if status, _ := get(t, server, path, ""); status != http.StatusNotFound {
			t.Errorf("%s: status %d", path, status)
		}
	}
}

// upload sends a record as the form does, and returns where its analysis is, or the
// refusal.
func upload(t *testing.T, server *httptest.Server, name, text string) (int, string) {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	must.OK(t, w.WriteField("model", "fast"))
	must.OK(t, w.WriteField("plies", "0"))
	must.OK(t, w.WriteField("record", "ignored where there is a file"))
	file := must.Get(w.CreateFormFile("file", name))(t)
	must.Get(io.WriteString(file, text))(t)
	must.OK(t, w.Close())
	r := must.Get(http.NewRequest(http.MethodPost, server.URL+"/analyse/matches", &body))(t)
	r.Header.Set("Content-Type", w.FormDataContentType())
	response := must.Get(http.DefaultTransport.RoundTrip(r))(t)
	defer response.Body.Close()
	answer := string(must.Get(io.ReadAll(response.Body))(t))
	if to := response.Header.Get("Location"); to != "" {
		answer = to
	}
	return response.StatusCode, answer
}

// finished returns the page of an analysis once it is done.
func finished(t *testing.T, server *httptest.Server, path string) (text string) {
	t.Helper()
	waittest.Until(t, "the end of the analysis", func() bool {
		if _, text = get(t, server, path, ""); strings.Contains(text, "status failed") {
			t.Fatal(text)
		}
		return strings.Contains(text, `id="statistics"`)
	})
	return text
}

// Names of players and files are escaped.
func TestHostileNames(t *testing.T) {
	server := newServer(t)
	text := string(must.Get(os.ReadFile("../../../engine/analysis/testdata/match5.mat"))(t))
	text = strings.ReplaceAll(text, "Ann :", "<b onclick=\"x\">\u202eAnn&amp; :")
	status, path := upload(t, server, "a.mat", text)
	if status != http.StatusSeeOther || !strings.HasPrefix(path, "/analyse/matches/") {
		t.Fatalf("status %d: %s", status, path)
	}
	page := finished(t, server, path)
	if strings.Contains(page, "<b onclick") || strings.Contains(page, "\u202e") || !strings.Contains(page, "&lt;b onclick") {
		t.Errorf("the name is not shown as text")
	}
	if status, refusal := upload(t, server, "<i>\u202e.mat", "nothing of a match"); status != http.StatusBadRequest ||
		strings.Contains(refusal, "<i>") || strings.Contains(refusal, "\u202e") {
		t.Errorf("the name of a file: status %d: %s", status, refusal)
	}
}

// The page of a match has all its decisions with their links, and its report
// equals the command's.
func TestMatch(t *testing.T) {
	server := newServer(t)
	text := string(must.Get(os.ReadFile("../../../engine/analysis/testdata/money.mat"))(t))
	_, path := upload(t, server, "money.mat", text)
	page := finished(t, server, path)
	var report struct {
		Games []struct{ Decisions []json.RawMessage }
	}
	_, text = get(t, server, path+"/report.json", "")
	must.OK(t, json.Unmarshal([]byte(text), &report))
	decisions := 0
	for _, g := range report.Games {
		decisions += len(g.Decisions)
	}
	if got := len(regexp.MustCompile(`<td><a href="[^"]+" data-step="" data-at="\d+"`).FindAllString(page, -1)); decisions == 0 || got != decisions {
		t.Errorf("%d links to decisions, want %d", got, decisions)
	}
	ratings := regexp.MustCompile(`PR\), as XG counts decisions: <bdi>[^<]+</bdi> <strong>(\d+\.\d\d)</strong>, <bdi>[^<]+</bdi> <strong>(\d+\.\d\d)</strong></p>`).FindStringSubmatch(page)
	if ratings == nil || !regexp.MustCompile(`(?s)Performance rating \(PR\) of XG</th><td>\Q`+ratings[1]+`\E</td><td>\Q`+ratings[2]+`\E</td>`).MatchString(page) {
		t.Errorf("the ratings %q are not those of the statistics", ratings)
	}
	for _, want := range []string{"Performance rating (PR)", "Points of", "First decision: ", "Luck", `data-key="n"`, "/analyse?xgid=XGID"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	if status, fragment := get(t, server, path, "decision", "decision", "3"); status != http.StatusOK || !strings.Contains(fragment, "Decision 3 of") || strings.Contains(fragment, "<html") {
		t.Errorf("decision 3: status %d: %.300s", status, fragment)
	}
	_, left := get(t, server, path, "", "decision", "3", "left", "yes")
	for _, want := range []string{`<text x="66" y="452">`, "decision=4&amp;left=yes\"", "?decision=3\">Bear off to the right", "/analyse?left=yes&amp;xgid="} {
		if strings.Contains(page, want) && !strings.HasPrefix(want, "<text") || !strings.Contains(left, want) {
			t.Errorf("decision 3 on a board whose players bear off to the left: not %s", want)
		}
	}
	for _, bad := range []string{"0", "x", "100000"} {
		if status, _ := get(t, server, path, "", "decision", bad); status != http.StatusBadRequest {
			t.Errorf("decision %s: status %d", bad, status)
		}
	}
}

// The page of a match shows what the reader of the record skipped.
func TestNotices(t *testing.T) {
	server := newServer(t)
	_, path := upload(t, server, "words.mat", "3 point match\n\n Game 1\n Ann : 0          Bob : 0\n  1) 31: 8/5 6/5 <i>hello</i>     42: 8/4 6/4\n")
	page := finished(t, server, path)
	if want := "Read with a notice: remarks: &#34;&lt;i&gt;hello&lt;/i&gt;&#34; (line 5)"; !strings.Contains(page, want) {
		t.Errorf("the page does not have %q", want)
	}
}

// The size of records is limited, and a pasted position is analysed as a
// position.
func TestRecords(t *testing.T) {
	server := newServer(t)
	post := func(fields url.Values) (int, string) {
		r := must.Get(http.NewRequest(http.MethodPost, server.URL+"/analyse/matches", strings.NewReader(fields.Encode())))(t)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		response := must.Get(http.DefaultTransport.RoundTrip(r))(t)
		defer response.Body.Close()
		return response.StatusCode, response.Header.Get("Location") + string(must.Get(io.ReadAll(response.Body))(t))
	}
	for _, c := range []struct {
		fields url.Values
		status int
		want   string
	}{
		{url.Values{"record": {" " + opening + "\n"}, "plies": {"0"}}, http.StatusSeeOther, "/analyse?plies=0&xgid=XGID"},
		{url.Values{"record": {" "}, "plies": {"0"}}, http.StatusBadRequest, "there is nothing to analyse"},
		{url.Values{"record": {"(;FF[4]GM[6])"}, "plies": {"0"}}, http.StatusBadRequest, "no game with a move"},
		{url.Values{"record": {opening}, "plies": {"7"}}, http.StatusBadRequest, "want 0 to 3"},
		{url.Values{"record": {opening}}, http.StatusBadRequest, "plies is"},
		{url.Values{"record": {strings.Repeat("x", 8<<20)}, "plies": {"0"}}, http.StatusRequestEntityTooLarge, "bytes"},
	} {
		if status, text := post(c.fields); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%.60q: status %d, want %d and %q in %.600s", c.fields, status, c.status, c.want, text)
		}
	}
}
