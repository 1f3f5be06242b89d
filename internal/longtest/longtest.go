// Package longtest excludes long tests from make test. It is for tests only.
package longtest

import (
	"os"
	"testing"
)

// Variable is the environment variable that enables the long tests. make test-long sets it.
const Variable = "GAMMONLAB_TEST_LONG"

// Wanted reports whether [Variable] is set, also in short tests.
func Wanted() bool { return os.Getenv(Variable) != "" }

// On reports whether the long tests run.
func On() bool { return Wanted() && !testing.Short() }

// Skip skips the test unless the long tests run. meanwhile names the short test in make
// test that tests the same.
func Skip(t testing.TB, meanwhile string) {
	t.Helper()
	if !On() {
		t.Skipf("long: %s=1 or make test-long runs it; %s", Variable, meanwhile)
	}
}
