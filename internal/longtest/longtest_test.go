package longtest

import "testing"

// recorder is a test that records whether it was skipped.
type recorder struct {
	testing.TB
	skipped bool
}

func (r *recorder) Helper()              {}
func (r *recorder) Skipf(string, ...any) { r.skipped = true }

func TestSkip(t *testing.T) {
	for value, want := range map[string]bool{"": true, "1": testing.Short()} {
		t.Setenv(Variable, value)
		r := recorder{TB: t}
		if Skip(&r, "nothing"); r.skipped != want {
			t.Errorf("%s=%q: skipped is %v, want %v", Variable, value, r.skipped, want)
		}
	}
}
