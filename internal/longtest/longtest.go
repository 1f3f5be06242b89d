// Package longtest keeps tests that take long out of make test. It is for tests only.
package longtest

import (
	"os"
	"testing"
)

// Variable is the environment variable that has the long tests run, as make test-long
// sets it.
const Variable = "GAMMONLAB_TEST_LONG"

// Wanted reports whether [Variable] is set, also for what is short.
func Wanted() bool { return os.Getenv(Variable) != "" }

// On reports whether the long tests are to run.
func On() bool { return Wanted() && !testing.Short() }

// Skip skips the test unless the long tests are to run. It says what tests the same in
// make test.
func Skip(t testing.TB, meanwhile string) {
	t.Helper()
	if !On() {
		t.Skipf("long: %s=1 or make test-long runs it; %s", Variable, meanwhile)
	}
}
