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
)

// leaveOrphan starts a program that holds our output and that no signal to our
// group reaches, and writes its number to the file.
func leaveOrphan(file string) {
	orphan := exec.Command(os.Args[0], "engine", "silent", file)
	orphan.Stdout, orphan.Stderr = os.Stdout, os.Stderr
	orphan.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := orphan.Start(); err != nil {
		os.Exit(1)
	}
	os.WriteFile(file, []byte(strconv.Itoa(orphan.Process.Pid)), 0o666)
}

// An engine that has left a program with its output behind costs no more time
// than any other that does not answer.
func TestOrphanHoldsOutput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "orphan")
	for startup := time.Second; !left(t, file, startup); startup *= 2 {
		// A busy machine did not get as far as leaving the program.
	}
	id := must.Get(os.ReadFile(file))(t)
	kill(t, string(id))
}

// left asks an engine that leaves a program behind for a play, and reports whether it has
// written the number of that program to the file.
func left(t *testing.T, file string, startup time.Duration) bool {
	t.Helper()
	p := external.NewUBGI([]string{os.Args[0], "engine", "parent", file}, external.AnyDialect,
		external.Settings{Timeout: time.Minute, Startup: startup})
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
