package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestFlagsMayFollowArguments(t *testing.T) {
	app := newApp(strings.NewReader(""), new(bytes.Buffer), new(bytes.Buffer))
	for _, test := range []struct{ line, want string }{
		{"gammonlab", "gammonlab"},
		{"gammonlab --help", "gammonlab --help"},
		{"gammonlab features show ID --set NAME", "gammonlab features show --set NAME ID"},
		{"gammonlab eval ID --json --model M ID2", "gammonlab eval --json --model M ID ID2"},
		{"gammonlab eval ID --plies=0", "gammonlab eval --plies=0 ID"},
		{"gammonlab moves - --dice 31", "gammonlab moves --dice 31 -"},
		{"gammonlab eval -- ID --json", "gammonlab eval -- ID --json"},
		{"gammonlab eval -b----E-C:0 --json", "gammonlab eval --json -- -b----E-C:0"},
		{"gammonlab eval ID --unknown", "gammonlab eval --unknown ID"},
		{"gammonlab nonsense ID --json", "gammonlab nonsense ID --json"},
		{"gammonlab eval ID --model", "gammonlab eval --model ID"},
	} {
		if got := strings.Join(flagsFirst(app, strings.Fields(test.line)), " "); got != test.want {
			t.Errorf("%q: got %q, want %q", test.line, got, test.want)
		}
	}
}

func TestFlagsFollowAPosition(t *testing.T) {
	const id = "4HPwATDgc/ABMA"
	before, _, _ := command(t, "", "eval", "--model", tiny, "--json", id)
	after, errOut, code := command(t, "", "eval", id, "--json", "--model", tiny)
	if code != exitOK || before != after {
		t.Errorf("exit code %d, output %q, want %q\n%s", code, after, before, errOut)
	}
	if before == "" {
		t.Error("no output")
	}
}
