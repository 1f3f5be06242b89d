package cliutil

import (
	"strings"
	"testing"
)

func TestWrapFlags(t *testing.T) {
	long := strings.Repeat("λ-word ", 13)
	text := "DESCRIPTION:\n   --a  is a flag " + long + "\n\nOPTIONS:\n" +
		"   --a               first flag " + long + "(default: 1)\n" +
		"   --bb N            second flag\n" +
		"   --a-long-form FILE[=WEIGHT] [ --a-long-form FILE[=WEIGHT] ]  third flag\n"
	want := "DESCRIPTION:\n   --a  is a flag " + long + "\n\nOPTIONS:\n" +
		"   --a     first flag " + strings.TrimSpace(strings.Repeat("λ-word ", 11)) + "\n" +
		"           λ-word λ-word (default: 1)\n" +
		"   --bb N  second flag\n" +
		"   --a-long-form FILE[=WEIGHT] [ --a-long-form FILE[=WEIGHT] ]\n" +
		"           third flag\n"
	if got := wrapFlags(text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
