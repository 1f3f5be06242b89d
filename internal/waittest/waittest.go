// Package waittest waits in tests for events in other goroutines and processes. It is
// for tests only.
package waittest

import (
	"testing"
	"time"
)

// Patience is how long a test waits, unless it needs another limit. A busy machine is
// faster.
const Patience = 5 * time.Minute

// Until calls ready until it returns true, and ends the test after [Patience]. The
// message contains what, the name of the event.
func Until(t testing.TB, what string, ready func() bool) {
	t.Helper()
	Within(t, Patience, what, ready)
}

// Within is [Until] with another limit than [Patience].
func Within(t testing.TB, limit time.Duration, what string, ready func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !ready(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v for %s", limit, what)
		}
	}
}
