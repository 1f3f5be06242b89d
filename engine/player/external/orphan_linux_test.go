package external_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/engine/player/external"
	"gammonlab/internal/must"
	"gammonlab/internal/process"
)

// leaveOrphan starts a program that keeps this process's output open and
// ignores signals to its group, and writes its process ID to the file.
func leaveOrphan(file string) {
	orphan := exec.Command(os.Args[0], "engine", "silent", file)
	orphan.Stdout, orphan.Stderr = os.Stdout, os.Stderr
	orphan.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := orphan.Start(); err != nil {
		os.Exit(1)
	}
	os.WriteFile(file, []byte(strconv.Itoa(orphan.Process.Pid)), 0o666)
}

// A player does not wait longer for an engine that has left a program with its
// output behind than for any engine without an answer.
func TestOrphanHoldsOutput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "orphan")
	for startup := time.Second; !left(t, file, startup); startup *= 2 {
		// The machine was too busy to start the program in this time.
	}
	id := must.Get(os.ReadFile(file))(t)
	kill(t, string(id))
}

// left requests a play from an engine that leaves a program behind. It reports
// whether the engine has written the program's process ID to the file.
func left(t *testing.T, file string, startup time.Duration) bool {
	t.Helper()
	p := external.NewUBGI([]string{os.Args[0], "engine", "parent", file}, external.AnyDialect,
		process.Limits{Timeout: time.Minute, Startup: startup})
	pos, roll := board.Backgammon.Start(), board.Roll{3, 1}
	ended := make(chan error, 1)
	go func() {
		_, err := p.Choose(t.Context(), &pos, roll, board.Plays(pos, roll))
		p.Close()
		ended <- err
	}()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("an engine that says nothing has answered")
		}
	case <-time.After(startup + 3*time.Minute):
		t.Fatal("the player waits for a program that its engine has left behind")
	}
	_, err := os.Stat(file)
	return err == nil
}
