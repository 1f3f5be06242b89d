package cliutil

import "testing"

func TestQuoted(t *testing.T) {
	for value, want := range map[string]string{
		"net:a/b.wd,plies=1": "net:a/b.wd,plies=1", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$x": "'$x'",
	} {
		if got := Quoted(value); got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}
