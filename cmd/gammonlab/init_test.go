package main

import (
	"bytes"
	"regexp"
	"strconv"
	"testing"

	"gammonlab/internal/must"
)

// initLine is a line that the Go runtime writes of a package of ours with
// GODEBUG=inittrace=1.
var initLine = regexp.MustCompile(`(?m)^init (gammonlab/\S+) @.* (\d+) bytes, \d+ allocs$`)

// A program that starts makes no tables and parses nothing that it may not need: it is
// started for every completion of a word. A package of ours allocates little, all of
// them together 130 kB.
func TestStartIsLight(t *testing.T) {
	command := program([]string{"--version"}, "GODEBUG=inittrace=1")
	var said bytes.Buffer
	command.Stderr = &said
	must.OK(t, command.Run())
	total := 0
	lines := initLine.FindAllSubmatch(said.Bytes(), -1)
	for _, line := range lines {
		if string(line[1]) == "gammonlab/cmd/gammonlab" {
			continue // the variables of these tests
		}
		n := must.Get(strconv.Atoi(string(line[2])))(t)
		total += n
		if n > 100_000 {
			t.Errorf("%s allocates %d bytes when the program starts", line[1], n)
		}
	}
	if len(lines) < 10 || total > 130_000 {
		t.Errorf("%d packages allocate %d bytes when the program starts, want at most 130 kB", len(lines), total)
	}
	t.Logf("%d packages, %d bytes", len(lines), total)
}
