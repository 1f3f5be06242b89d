package must_test

import (
	"errors"
	"testing"

	"gammonlab/internal/must"
)

// ended is a test that notes with what it was ended.
type ended struct {
	testing.TB
	by []any
}

func (e *ended) Helper()           {}
func (e *ended) Fatal(args ...any) { e.by = args }

func TestMust(t *testing.T) {
	failure := errors.New("no file")
	for _, err := range []error{nil, failure} {
		ok, get := new(ended), new(ended)
		must.OK(ok, err)
		if value := must.Get(7, err)(get); value != 7 {
			t.Errorf("got %d, want 7", value)
		}
		for name, e := range map[string]*ended{"OK": ok, "Get": get} {
			if (len(e.by) > 0) != (err != nil) || err != nil && e.by[0] != failure {
				t.Errorf("%s of error %v ended the test with %v", name, err, e.by)
			}
		}
	}
}
