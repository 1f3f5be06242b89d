package must_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// noted is a test that records its end and its errors.
type noted struct {
	testing.TB
	ended    []any
	reported string
}

func (n *noted) Helper()                           {}
func (n *noted) Fatal(args ...any)                 { n.ended = args }
func (n *noted) Errorf(format string, args ...any) { n.reported += fmt.Sprintf(format, args...) }

func TestNoError(t *testing.T) {
	failure := errors.New("no file")
	for _, err := range []error{nil, failure} {
		ok, get := new(noted), new(noted)
		must.OK(ok, err)
		if value := must.Get(7, err)(get); value != 7 {
			t.Errorf("got %d, want 7", value)
		}
		for name, n := range map[string]*noted{"OK": ok, "Get": get} {
			if (len(n.ended) > 0) != (err != nil) || err != nil && n.ended[0] != failure {
				t.Errorf("%s of error %v ended the test with %v", name, err, n.ended)
			}
		}
	}
}

func TestFail(t *testing.T) {
	failure := must.Err(7, errors.New("line 3: no points"))
	for _, c := range []struct {
		err   error
		about []any
		want  string // the reported error
	}{
		{failure, nil, ""},
		{nil, nil, `got error <nil>, want one with "line 3"`},
		{errors.New("no file"), []any{"a file of ", 5}, `a file of 5: got error no file, want one with "line 3"`},
	} {
		n := new(noted)
		if must.Fail(n, c.err, "line 3", c.about...); n.reported != c.want {
			t.Errorf("%v: reported %q, want %q", c.err, n.reported, c.want)
		}
	}
}

func TestAllocate(t *testing.T) {
	var kept []byte
	f := new(noted)
	must.Allocate(f, 1<<20, func() { kept = make([]byte, 1<<19) }, "half: ")
	if len(f.reported) > 0 {
		t.Errorf("%d bytes: %q", len(kept), f.reported)
	}
	if must.Allocate(f, 1<<20, func() { kept = make([]byte, 1<<21) }, "twice: "); !strings.Contains(f.reported, "twice: allocated 2") {
		t.Errorf("%d bytes: %q", len(kept), f.reported)
	}
}

func TestLies(t *testing.T) {
	seen := map[string]bool{}
	must.Lies([]byte("12345"), func(lie []byte) { seen[string(lie)] = true })
	if len(seen) != 4 || !seen["1\x7f\xff\xff\xff"] || !seen["\xff\xff\xff\x7f5"] {
		t.Errorf("got %v", seen)
	}
}
