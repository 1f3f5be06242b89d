package app

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// initLine matches a line of the Go runtime about a package of this module,
// with GODEBUG=inittrace=1.
var initLine = regexp.MustCompile(`(?m)^init (gammonlab/\S+) @.* (\d+) bytes, \d+ allocs$`)

// At its start the program builds no tables and parses no files that a command
// may not need, because the shell starts it for every completion. Each package
// allocates little, all packages together at most 135 kB.
func TestStartIsLight(t *testing.T) {
	command := clitest.Command([]string{"--version"}, "GODEBUG=inittrace=1")
	var said bytes.Buffer
	command.Stderr = &said
	must.OK(t, command.Run())
	total := 0
	lines := initLine.FindAllSubmatch(said.Bytes(), -1)
	for _, line := range lines {
		if name := string(line[1]); name == "gammonlab/cmd/gammonlab/app" || strings.HasSuffix(name, "test") {
			continue // the variables of tests and their helpers
		}
		n := must.Get(strconv.Atoi(string(line[2])))(t)
		total += n
		if n > 100_000 {
			t.Errorf("%s allocates %d bytes when the program starts", line[1], n)
		}
	}
	if len(lines) < 10 || total > 135_000 {
		t.Errorf("%d packages allocate %d bytes when the program starts, want at most 135 kB", len(lines), total)
	}
	t.Logf("%d packages, %d bytes", len(lines), total)
}
