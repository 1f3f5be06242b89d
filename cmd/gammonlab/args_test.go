package main

import "testing"

func TestFlagsFollowAPosition(t *testing.T) {
	before := program.OK(t, "eval", "--model", tiny, "--json", start)
	if after := program.OK(t, "eval", start, "--json", "--model", tiny); before != after || before == "" {
		t.Errorf("output %q, want %q", after, before)
	}
}
