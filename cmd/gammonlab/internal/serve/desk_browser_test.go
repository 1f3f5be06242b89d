package serve

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gammonlab/desk/pages/games"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
	"gammonlab/internal/waittest"
)

// dropped returns a script that gives a file of the engine's tests to a field for files.
func dropped(t *testing.T, field, name string) string {
	text := string(must.Get(os.ReadFile("../../../../engine/analysis/testdata/" + name))(t))
	return "{ const data = new DataTransfer(); data.items.add(new File([`" + text + "`], '" + name + "')); data.items.add(new File(['PNG, no match!'], 'no.png')); document.querySelector('" + field + "').files = data.files; }"
}

// A player adds a match to the library, looks for positions in it, looks at the own profile,
// and answers exercises of the own errors on the board. All of it is there on the next server.
func TestDeskInBrowser(t *testing.T) {
	t.Parallel()
	save := t.TempDir()
	b, server := pagetest.Start(t), serveSite(t, newSiteOf(t, shown{save: save, nets: []string{"fast"}}))
	b.Visit(server.URL, "/library", 1280, false)
	b.Evaluate(nil, dropped(t, "#files", "lucky.mat"))
	b.Click("#do-add")
	b.Await("document.querySelector('main > .problem')?.textContent.includes('neither a position nor a record')") // the picture
	b.Visit(server.URL, "/study", 1280, false)
	b.Evaluate(nil, "document.querySelector('[name=player]').value = 'Bob'; document.querySelector('[name=worst]').value = '3'; document.querySelector('[name=over]').value = '0.02'; 1")
	b.Click("#do-add")
	b.Await("document.querySelector('#work .status')?.textContent == 'done'")
	if said := b.Text("#work p"); !strings.Contains(said, "1 of 1 matches analysed. 3 exercises added, 3 in all.") {
		t.Fatalf("the page says %q", said)
	}

	b.Visit(server.URL, "/library?cost=0.02&player=bob", 1280, false)
	if found := b.Look(".hits tbody tr", ".matches tbody tr").Counts; found[".hits tbody tr"] < 3 || found[".matches tbody tr"] != 1 {
		t.Errorf("found: %v", found)
	}
	look(t, b, server.URL, "/library?cost=0.02&player=bob")
	b.Visit(server.URL, "/library?where=nonsense", 1280, false)
	b.Await("document.querySelector('main > .problem')?.textContent.includes('where:') && document.querySelector('#where').value == 'nonsense'")
	look(t, b, server.URL, "/library/profile?name=Bob")
	b.Visit(server.URL, "/library/profile?name=Bob", 1280, false)
	b.Click(".worst a")
	b.Await("location.pathname.startsWith('/analyse/matches/') && document.querySelector('#decision .reason')")

	look(t, b, server.URL, "/study")
	b.Visit(server.URL, "/study", 390, true)
	for range 2 {
		answerExercise(b)
		b.Await("document.readyState == 'complete' && document.querySelector('#do-next')")
		b.Click("#do-next")
		b.Await("document.readyState == 'complete' && document.querySelector('#answer-form') && !document.querySelector('#do-next')")
	}
	if faults := b.Faults(); len(faults) > 0 {
		t.Errorf("faults: %s", faults)
	}
	if files := must.Get(filepath.Glob(save + "/matches/lucky-*.mat"))(t); len(files) != 1 {
		t.Errorf("the library has %q", files)
	}
	moved := t.TempDir() // the first server has the other folder open
	must.OK(t, os.CopyFS(moved, os.DirFS(save)))
	again := serveSite(t, newSiteOf(t, shown{save: moved, nets: []string{"fast"}}))
	status, text := get(t, again, "/study")
	if status != http.StatusOK || !strings.Contains(text, "All exercises: 3, new: 1") {
		t.Errorf("on the next server: status %d: %.2000s", status, text)
	}
	b.Visit(again.URL, "/library", 1280, false)
	b.Click(".matches a")
	b.Await("document.querySelector('#course')") // without another analysis
}

// A match that was played to its end is in the library once, is analysed by itself, and its errors are
// exercises. The page of the match leads to its analysis.
func TestFinishedMatch(t *testing.T) {
	save := t.TempDir()
	server := serveSite(t, newSiteOf(t, shown{save: save, nets: []string{"fast"}}))
	c := begin(t, server, `{"length": 1, "first": "you", "seed": 3}`)
	for v := c.view(); !v.Over; v = c.view() {
		a := games.Action{Version: v.Version, Action: map[string]string{"move": "move", "double": "roll", "accept": "accept"}[v.Decision]}
		switch {
		case v.Decision != "move":
		case len(v.Sheet) > 0 && len(v.Sheet[0].Lines) > 12: // enough errors
			a.Action, a.Kind = "resign", "single"
		default:
			a.Play = v.Plays[len(v.Plays)-1].Play
		}
		if status := c.act(&a); status != http.StatusOK {
			t.Fatalf("%+v: status %d", a, status)
		}
	}
	if files := must.Get(filepath.Glob(save + "/matches/*"))(t); len(files) != 1 {
		t.Fatalf("the library has %q", files)
	}
	if _, text := get(t, server, "/library"); strings.Count(text, "<bdi>gammonlab – you</bdi>") != 1 {
		t.Errorf("the library: %s", text)
	}
	waittest.Until(t, "exercises", func() bool {
		_, text := get(t, server, "/study")
		return regexp.MustCompile("All exercises: [1-5], new: [1-5]").MatchString(text)
	})
	if _, text := get(t, server, "/library/profile?name=you"); !strings.Contains(text, "1 match") {
		t.Errorf("the profile: %s", text)
	}
	form := url.Values{"record": {must.Get(readAll(server.URL + "/play" + c.page() + "/game.mat"))(t)}, "plies": {"2"}}
	response := must.Get(http.PostForm(server.URL+"/analyse/matches", form))(t)
	response.Body.Close()
	if _, text := get(t, server, "/library"); response.StatusCode != http.StatusOK || strings.Count(text, "<bdi>gammonlab – you</bdi>") != 1 {
		t.Errorf("analysed again, with status %d: %s", response.StatusCode, text)
	}
}

// readAll returns what an address has.
func readAll(address string) (string, error) {
	response, err := http.Get(address)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return string(text), err
}

// answerExercise answers an exercise: a cube decision by its first button, a play by the first legal
// steps of the board and a click on the dice.
func answerExercise(b *pagetest.Browser) {
	var isPlay bool
	b.Evaluate(&isPlay, "Boolean(document.querySelector('#answer'))")
	if !isPlay {
		b.Click("#answer-form button")
		return
	}
	for step := 0; step < 4; step++ {
		var place string
		b.Evaluate(&place, "document.querySelector('.bgb-can')?.dataset.place ?? ''")
		if place == "" {
			break
		}
		b.Tap("#board-" + place)
		b.Await("document.querySelector('#answer').value.split(' ').length >= " + string(rune('1'+step)) + " && document.querySelector('#answer').value != ''")
	}
	b.Await("document.querySelector('#told').textContent == 'Click the dice or Answer.'")
	b.Tap("#board-die1")
}
