package tournament

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/internal/must"
)

// A truncated file ends with the same bytes as a complete one, and a warning reports the
// truncation.
func TestCutShort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	play := func() string {
		l, note, err := Open(path, settings)
		must.OK(t, err)
		defer l.Close()
		must.Get((&Test{A: good, B: bad, Criterion: undecidable(48), Conditions: settings.Conditions}).Run(t.Context(), l))(t)
		return note
	}
	play()
	whole := must.Get(os.ReadFile(path))(t)
	for _, n := range []int{0, len(whole) / 2, len(whole) - 1, len(whole)} {
		must.OK(t, os.WriteFile(path, whole[:n], 0o666))
		note := play()
		if says := strings.Contains(note, "was cut short"); says != (n > 0 && whole[n-1] != '\n') {
			t.Errorf("cut at %d: note %q", n, note)
		}
		if !bytes.Equal(must.Get(os.ReadFile(path))(t), whole) {
			t.Fatalf("cut at %d, the file becomes\n%s\nwant\n%s", n, must.Get(os.ReadFile(path))(t), whole)
		}
	}
}

// of returns the settings of the tests after a change.
func of(change func(*Settings)) Settings {
	s := settings
	change(&s)
	return s
}

// A file with other settings is refused, and the error names all differences.
func TestOtherSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	open(t, path).Close()
	for _, c := range []struct {
		settings Settings
		want     string
	}{
		{of(func(s *Settings) { s.Seed = 8 }), `(seed 7, want 8)`},
		{of(func(s *Settings) { s.Variant, s.Rules.Length = board.Nackgammon, 3 }), `(match "", want 3; variant "backgammon", want "nackgammon")`},
		{of(func(s *Settings) { s.Cube = true }), `(cubeful "", want true)`},
		{of(func(s *Settings) { s.Unpaired = true }), `(unpaired false, want true)`},
	} {
		if _, _, err := Open(path, c.settings); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%v, want the file and %q", err, c.want)
		}
	}
}

func TestFramesRefused(t *testing.T) {
	const a, b = `{"player":"a","digest":""}`, `{"player":"b","digest":""}`
	for _, c := range []struct {
		frames []string
		want   string
	}{
		{[]string{a, a}, `player "a" occurs twice`},
		{[]string{`{"player":"","digest":""}`}, "a player without a name"},
		{[]string{`{"player":"a","digest":"","elo":3}`}, "want the fields as in"},
		{[]string{a, `{"a":0,"b":1,"first":0,"points":[1,1]}`}, "players 0 and 1, want two of 1"},
		{[]string{a, b, `{"a":1,"b":0,"first":0,"points":[1,1]}`}, "in the order of their names"},
		{[]string{a, b, `{"a":0,"b":0,"first":0,"points":[1,1]}`}, "in the order of their names"},
		{[]string{a, b, `{"a":-1,"b":0,"first":0,"points":[1,1]}`}, "want two of 2"},
		{[]string{a, b, `{"a":0,"b":1,"first":0,"points":[]}`}, "0 games, want pairs"},
		{[]string{a, b, `{"a":0,"b":1,"first":0,"points":[1]}`}, "1 games, want pairs"},
		{[]string{a, b, `{"a":0,"b":1,"first":1,"points":[1,1]}`}, "from number 1 on, want from 0"},
		{[]string{a, b, `{"a":0,"b":1,"first":0,"points":[1,9999999]}`}, "a game of 9999999 points"},
		{[]string{a, b, `{"a":0,"b":1,"first":0,"points":[1,1.5]}`}, "json"},
		{[]string{a, b, `{"a":0,"b":1,"first":0,"points":[1,1],"record":"YQ=="}`}, "a record of 2 games"},
		{[]string{a, `{"dice":7,"a":0,"b":1}`}, "players 0 and 1, want two of 1"},
		{[]string{a, b, `{"a":0,"b":1,"first":0,"points":[1,1]}`, `{"dice":7,"a":0,"b":1}`}, "who have begun already"},
	} {
		l := NewLedger(settings)
		last := len(c.frames) - 1
		for i, frame := range c.frames {
			if err := l.decode([]byte(frame)); (err == nil) != (i < last) || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v, want one with %q", frame, err, c.want)
			}
		}
	}
}

func TestWriteFails(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "ledger"))
	must.OK(t, l.log.Close())
	err := (&Tournament{Players: named.Players{good, bad}, Conditions: settings.Conditions, Games: 100}).Run(t.Context(), l)
	if !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v, want that the file is closed", err)
	}
}
