package waittest_test

import (
	"fmt"
	"testing"
	"time"

	"gammonlab/internal/waittest"
)

func TestUntil(t *testing.T) {
	calls := 0
	waittest.Until(t, "the third call", func() bool { calls++; return calls == 3 })
	if calls != 3 {
		t.Errorf("%d calls, want 3", calls)
	}
}

// failed is a test that records its fatal message and panics with itself, as the end of
// the test.
type failed struct {
	testing.TB
	message string
}

func (f *failed) Helper() {}

func (f *failed) Fatalf(format string, args ...any) {
	f.message = fmt.Sprintf(format, args...)
	panic(f)
}

func TestWithin(t *testing.T) {
	f := new(failed)
	defer func() {
		if want := "waited 1ms for the end"; recover() != f || f.message != want {
			t.Errorf("the message is %q, want %q", f.message, want)
		}
	}()
	waittest.Within(f, time.Millisecond, "the end", func() bool { return false })
}
