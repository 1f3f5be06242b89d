package analyse_test

import (
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

// A deeper search of a position stays with it, until a rollout takes its place; a later search does not take
// that of the rollout.
func TestDeeper(t *testing.T) {
	server := newServer(t)
	for _, xgid := range []string{opening, doubling} {
		fields := url.Values{"xgid": {xgid}, "model": {"fast"}, "depth": {"1-ply"}, "do": {"search"}, "trials": {"4"}, "plies": {"0"}, "candidates": {"2"}}
		if xgid == opening {
			fields["play"], fields["made"] = []string{"8/5 6/5", "13/9"}, []string{"13/9"}
		}
		ask := func(do, depth, want string) {
			t.Helper()
			fields.Set("do", do)
			fields.Set("depth", depth)
			status, to := send(t, server, "/analyse/deeper", fields)
			if status != http.StatusSeeOther {
				t.Fatalf("%s: status %d", fields, status)
			}
			waittest.Until(t, want, func() bool {
				_, page := get(t, server, strings.Split(to, "?")[0], "deeper", "xgid", xgid, "model", "fast", "depth", depth, "made", "13/9")
				_, beside := get(t, server, "/analyse", "answer", "xgid", xgid, "model", "fast", "plies", "0")
				return strings.Contains(page, want) && strings.Contains(beside, want)
			})
		}
		ask("search", "1-ply", "<h3>1-ply, net fast</h3>")
		if _, page := get(t, server, "/analyse", "answer", "xgid", xgid, "model", "fast", "plies", "0"); !strings.Contains(page, "Look deeper: 2-ply") {
			t.Errorf("after 1 ply: %s", page)
		}
		ask("search", "roller 1", "<h3>roller 1, net fast</h3>")
		ask("search", "2-ply", "<h3>roller 1, net fast</h3>")
		for plies, next := range map[string]string{"0": "roller 2", "3": "roller 2"} {
			if _, page := get(t, server, "/analyse", "answer", "xgid", xgid, "model", "fast", "plies", plies); !strings.Contains(page, "Look deeper: "+next) {
				t.Errorf("at %s plies after roller 1: %s", plies, page)
			}
		}
		ask("rollout", "2-ply", "<h3>Rollout, 4 trials of each, 0-ply, net fast</h3>")
		ask("search", "2-ply", "<h3>Rollout, 4 trials of each, 0-ply, net fast</h3>")
		_, page := get(t, server, "/analyse/deeper", "", "xgid", xgid, "model", "fast", "depth", "1-ply", "made", "13/9")
		if found := regexp.MustCompile(`<strong>(.*)</strong>`).FindStringSubmatch(page); found == nil || strings.Contains(found[1], "costs") != (xgid == opening) {
			t.Errorf("%s: the verdict is %q", xgid, found)
		}
	}
	// Of plays that are close, rollers roll out some.
	const close = "XGID=-b----E-C---eE---c-e----B-:0:0:1:43:0:0:3:0:10"
	if status, to := send(t, server, "/analyse/deeper", url.Values{"xgid": {close}, "model": {"fast"}, "depth": {"roller 1"}, "do": {"search"}}); status != http.StatusSeeOther {
		t.Fatalf("status %d %s", status, to)
	}
	_, page := get(t, server, "/analyse", "answer", "xgid", close, "model", "fast")
	if !strings.Contains(page, `<th scope="col">trials</th>`) || !strings.Contains(page, "<td></td>") || strings.Contains(page, "P(best)") {
		t.Errorf("by rollers: %s", page)
	}
	for _, wrong := range []url.Values{
		{"xgid": {"none"}, "depth": {"1-ply"}}, {"xgid": {opening}, "depth": {"9-ply"}}, {"xgid": {opening}, "depth": {"1-ply"}, "model": {"none"}},
		{"xgid": {opening}, "depth": {"1-ply"}, "do": {"rollout"}, "trials": {"4"}, "plies": {"0"}, "candidates": {"2"}, "play": {"1/2"}},
	} {
		if status, _ := send(t, server, "/analyse/deeper", wrong); status < 400 || status >= 500 {
			t.Errorf("%v: status %d", wrong, status)
		}
	}
}

// What is found in depth of a decision of a match is its shown value, with its level. The files of the match
// are its record with comments, and its report.
func TestMatchInDepth(t *testing.T) {
	server := newServer(t)
	text := string(must.Get(os.ReadFile("../../../engine/analysis/testdata/match5.mat"))(t))
	_, path := send(t, server, "/analyse/matches", url.Values{"record": {text}, "model": {"fast"}, "plies": {"0"}})
	waittest.Until(t, "the analysis", func() bool {
		_, page := get(t, server, path, "")
		return strings.Contains(page, `id="statistics"`)
	})
	const number = "3"
	_, page := get(t, server, path, "decision", "decision", number)
	fields := url.Values{"do": {"search"}}
	for _, f := range regexp.MustCompile(`<input type="hidden" name="(\w+)" value="([^"]*)"/>`).FindAllStringSubmatch(page[strings.Index(page, `id="deeper"`):], -1) {
		fields.Add(f[1], f[2])
	}
	if status, to := send(t, server, "/analyse/deeper", fields); status != http.StatusSeeOther {
		t.Fatalf("%v: status %d %s", fields, status, to)
	}
	if _, page := get(t, server, path, "decision", "decision", number); !strings.Contains(page, "(1-ply)") || !strings.Contains(page, "<h3>1-ply, net fast</h3>") {
		t.Errorf("after a search: %s", page)
	}
	if _, page := get(t, server, path, ""); strings.Count(page, "(1-ply)</td>") != 1 {
		t.Errorf("the list does not have the cost at 1 ply: %s", page)
	}
	for ending, want := range map[string]string{".sgf": "is best; ", ".html": "<html", ".txt": "Game 1 at 0-0"} {
		if status, file := get(t, server, path+"/match"+ending, ""); status != http.StatusOK || !strings.Contains(file, want) {
			t.Errorf("%s: status %d: %.300s", ending, status, file)
		}
	}
}
