package kinds_test

import (
	"testing"

	"gammonlab/work"
	_ "gammonlab/work/kinds"
)

// The kinds of work of the program keep the rules of those that other modules register.
func TestCheck(t *testing.T) {
	if n := len(work.All()); n < 40 {
		t.Errorf("%d kinds of work, want those of the program", n)
	}
	if err := work.Check(); err != nil {
		t.Error(err)
	}
}
