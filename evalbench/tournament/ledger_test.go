package tournament

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/evalbench/stats"
	"gammonlab/nets/kernel"
)

func TestCutShort(t *testing.T) {
	dir := t.TempDir()
	path, cut := filepath.Join(dir, "whole"), filepath.Join(dir, "cut")
	play := func(path string) string {
		l, note, err := Open(path, settings)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if _, err := (&Test{A: good, B: bad, Hypotheses: stats.Hypotheses{E0: -9, E1: 9, Alpha: 1e-300, Beta: 1e-300}, MaxPairs: 24}).Run(t.Context(), l); err != nil {
			t.Fatal(err)
		}
		return note
	}
	play(path)
	whole := read(t, path)
	step := 7
	if testing.Short() {
		step = 101
	}
	for n := 0; n < len(whole); n += step {
		if err := os.WriteFile(cut, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		note := play(cut)
		if says := strings.Contains(note, "was cut short"); says != (n > 0 && whole[n-1] != '\n') {
			t.Errorf("cut at %d: note %q", n, note)
		}
		if !bytes.Equal(read(t, cut), whole) {
			t.Fatalf("cut at %d, the file becomes\n%s\nwant\n%s", n, read(t, cut), whole)
		}
	}
}

func TestDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	l := open(t, path)
	if err := (&Tournament{Players: []Player{good, bad}, Games: 60}).Run(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	whole := read(t, path)
	lines := bytes.SplitAfter(whole, []byte("\n"))
	at := 0
	for i, line := range lines[:len(lines)-1] {
		data := bytes.Clone(whole)
		data[at+len(line)/2] ^= 1
		at += len(line)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		_, _, err := Open(path, settings)
		want := "line " + string(rune('1'+i)) + ": damaged"
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("line %d damaged: error %v, want one with %q", i+1, err, want)
		}
		if !bytes.Equal(read(t, path), data) {
			t.Errorf("line %d damaged: the file was changed", i+1)
		}
	}
}

func TestLinesRefused(t *testing.T) {
	line := func(text string) string {
		content := strings.TrimSuffix(text, "}")
		b, err := encode(rawLine(content + "}"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	head := line(`{"format":"gammonlab pairs 1","variant":"backgammon","form":"cubeless","seed":7,"databases":"","kernel":"` + kernel.Class() + `"}`)
	a, b := line(`{"player":"a","digest":""}`), line(`{"player":"b","digest":""}`)
	for _, c := range []struct{ text, want string }{
		{"hello\n", "not results of this program"},
		{"hello", "not results of this program"},
		{"\n", "not results of this program"},
		{strings.Replace(head, "backgammon", "chess", 1), "line 1: damaged"},
		{line(`{"format":"gammonlab pairs 1","variant":"chess","form":"cubeless","seed":7,"databases":""}`), `line 1: board: `},
		{line(`{"format":"gammonlab pairs 1","variant":"nackgammon","form":"cubeless","seed":7,"databases":""}`), `variant is "nackgammon", want "backgammon"`},
		{line(`{"format":"gammonlab pairs 1","variant":"backgammon","form":"with the cube","seed":7,"databases":""}`), `form is "with the cube", want "cubeless"`},
		{line(`{"format":"gammonlab pairs 1","variant":"backgammon","form":"cubeless","seed":8,"databases":""}`), `seed is "8", want "7"`},
		{line(`{"format":"gammonlab pairs 1","variant":"backgammon","form":"cubeless","seed":7,"databases":"x"}`), `databases is "x", want ""`},
		{line(`{"format":"gammonlab pairs 1","seed":7}`), "want the fields as in"},
		{head + "\n", "line 2: damaged: too short"},
		{head + head, "line 2: "},
		{head + a + a, `line 3: player "a" is there twice`},
		{head + line(`{"player":"","digest":""}`), "a player without a name"},
		{head + line(`{"player":"a","digest":"","elo":3}`), "want the fields as in"},
		{head + a + line(`{"a":0,"b":1,"first":0,"points":[1,1]}`), "players 0 and 1, want two of 1"},
		{head + a + b + line(`{"a":1,"b":0,"first":0,"points":[1,1]}`), "in the order of their names"},
		{head + a + b + line(`{"a":0,"b":0,"first":0,"points":[1,1]}`), "in the order of their names"},
		{head + a + b + line(`{"a":-1,"b":0,"first":0,"points":[1,1]}`), "want two of 2"},
		{head + a + b + line(`{"a":0,"b":1,"first":0,"points":[]}`), "0 games, want pairs"},
		{head + a + b + line(`{"a":0,"b":1,"first":0,"points":[1]}`), "1 games, want pairs"},
		{head + a + b + line(`{"a":0,"b":1,"first":1,"points":[1,1]}`), "from number 1 on, want from 0"},
		{head + a + b + line(`{"a":0,"b":1,"first":0,"points":[1,9999999]}`), "a game of 9999999 points"},
		{head + a + b + line(`{"a":0,"b":1,"first":0,"points":[1,1.5]}`), "line 4: json"},
	} {
		path := filepath.Join(t.TempDir(), "ledger")
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Open(path, settings); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.text, err, c.want)
		}
	}
}

// rawLine is JSON that encode takes as it is.

type rawLine string

func (r rawLine) MarshalJSON() ([]byte, error) { return []byte(r), nil }

func TestWriteFails(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "ledger"))
	if err := l.file.Close(); err != nil {
		t.Fatal(err)
	}
	err := (&Tournament{Players: []Player{good, bad}, Games: 100}).Run(t.Context(), l)
	if !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v, want that the file is closed", err)
	}
}
