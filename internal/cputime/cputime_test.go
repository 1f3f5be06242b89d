package cputime_test

import (
	"os/exec"
	"runtime"
	"testing"
	"time"

	"gammonlab/internal/cputime"
	"gammonlab/internal/must"
)

// TestProcess checks that the time of a working process grows, and by no more
// than all processors have.
func TestProcess(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processor time is known on some systems only")
	}
	begin, before := time.Now(), cputime.Process()
	for x := 1.0; cputime.Process()-before < 20*time.Millisecond; {
		for range 10_000 {
			x = x/3 + 1
		}
		if time.Since(begin) > time.Minute {
			t.Fatalf("a minute of work took %v of %v (%v)", cputime.Process()-before, time.Since(begin), x)
		}
	}
	used, passed := cputime.Process()-before, time.Since(begin)
	if most := time.Duration(runtime.NumCPU())*passed + 100*time.Millisecond; used > most {
		t.Errorf("%v of processor time in %v, want at most %v", used, passed, most)
	}
}

// TestChildren checks the time of a child process that works.
func TestChildren(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processor time is known on some systems only")
	}
	before := cputime.Children()
	must.OK(t, exec.Command("sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done").Run())
	if used := cputime.Children() - before; used < time.Millisecond || used > time.Minute {
		t.Errorf("counting to 100000 took a shell %v", used)
	}
}
