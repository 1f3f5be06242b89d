// Package gnubgtest runs GNU Backgammon in tests where it is installed.
package gnubgtest

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// Path returns where gnubg is. Without one the test is skipped.
func Path(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"gnubg", "/usr/games/gnubg"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("GNUBG IS NOT INSTALLED: nothing is compared with it")
	return ""
}

// Run runs gnubg on commands in a folder, "" for that of the test, and returns what it
// prints. It knows no settings of the user.
func Run(t testing.TB, dir, commands string) string {
	t.Helper()
	cmd := exec.Command(Path(t), "-t", "-q")
	cmd.Env = []string{"HOME=" + t.TempDir(), "LANG=C.UTF-8"}
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(commands)
	var faults bytes.Buffer
	cmd.Stderr = &faults
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("gnubg: %v\n%s%s", err, out, faults.String())
	}
	return string(out)
}
