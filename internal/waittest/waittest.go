// Package waittest waits in tests for events in other goroutines and processes. It is
// for tests only.
package waittest

import (
	"testing"
	"time"
)

// Patience is the time that a test waits, unless it needs another limit. Even a busy machine
// is faster.
const Patience = 5 * time.Minute

// Until calls ready until it returns true, and ends the test after [Patience]. what is the
// name of the event for the message.
func Until(t testing.TB, what string, ready func() bool) {
	t.Helper()
	Within(t, Patience, what, ready)
}

// Within is [Until] with the given limit instead of [Patience].
func Within(t testing.TB, limit time.Duration, what string, ready func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !ready(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v for %s", limit, what)
		}
	}
}
