package main

import "testing"

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
