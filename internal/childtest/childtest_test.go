package childtest_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gammonlab/internal/childtest"
)

func TestMain(m *testing.M) {
	childtest.Main(m, func(words []string) error {
		if len(words) == 2 && words[0] == "work" {
			if err := os.WriteFile(words[1], nil, 0o666); err != nil {
				return err
			}
			time.Sleep(time.Hour)
		}
		if words[0] == "die" {
			childtest.Die()
		}
		return errors.New(strings.Join(words, "+"))
	})
}

// A child is killed when it is ready and not before.
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "at work")
	ready := func() bool {
		_, err := os.Stat(path)
		return err == nil
	}
	if ready() {
		t.Fatal("the file is there before the child")
	}
	childtest.Kill(t, childtest.Command("work", path), ready)
	if !ready() {
		t.Error("killed before it was ready")
	}
}

// A child that ends on its own counts as not stopped, and the error contains the
// reason.
func TestEndsEarly(t *testing.T) {
	c := childtest.Command("one", "two")
	errOut := new(strings.Builder)
	c.Stderr = errOut
	if childtest.Stop(t, c, os.Kill, func() bool { return false }) || errOut.String() != "not killed: one+two\n" || c.ProcessState.ExitCode() != 1 {
		t.Errorf("%v: %q", c.ProcessState, errOut)
	}
	if out, err := childtest.Command("die").CombinedOutput(); err == nil || len(out) > 0 {
		t.Errorf("a child that killed itself ended with %v: %s", err, out)
	}
}
