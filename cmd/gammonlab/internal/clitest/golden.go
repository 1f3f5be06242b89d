package clitest

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// Update is the flag -update of tests: rewrite the golden files.
var Update = flag.Bool("update", false, "rewrite the golden files")

// Golden runs a command that must succeed with the text as standard input, and compares what
// it prints with a file as [SameAsFile] does.
func (p Program) Golden(t testing.TB, name, in string, args ...string) {
	t.Helper()
	out, _ := p.Reads(t, in, args...)
	SameAsFile(t, name, out)
}

// SameAsFile compares got with the file testdata/NAME.golden. Numbers may differ by one in the
// last of few decimals, and in the seventh of many: kernels differ in the last bits.
func SameAsFile(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *Update {
		must.OK(t, os.WriteFile(path, []byte(got), 0o666))
		return
	}
	want := File(t, path)
	if got == want {
		return
	}
	gotNumbers, wantNumbers := decimals.FindAllString(got, -1), decimals.FindAllString(want, -1)
	same := decimals.ReplaceAllString(got, "#") == decimals.ReplaceAllString(want, "#")
	for i := 0; same && i < len(gotNumbers); i++ {
		same = closeNumbers(gotNumbers[i], wantNumbers[i])
	}
	if !same {
		t.Errorf("got\n%s\nwant (%s, rewrite it with -update)\n%s", got, path, want)
	}
}

// decimals matches a number with decimals and the blanks before it, which a
// sign can take the place of.
var decimals = regexp.MustCompile(` *[-+]?[0-9]+\.[0-9]+(e-[0-9]+)?`)

func closeNumbers(a, b string) bool {
	x, errX := strconv.ParseFloat(strings.TrimSpace(a), 64)
	y, errY := strconv.ParseFloat(strings.TrimSpace(b), 64)
	digits := min(len(a)-strings.Index(a, ".")-1, 6)
	return errX == nil && errY == nil && math.Abs(x-y) < 1.5*math.Pow10(-digits)
}
