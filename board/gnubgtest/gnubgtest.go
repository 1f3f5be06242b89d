// Package gnubgtest runs GNU Backgammon in tests where it is installed.
//
// Not for other modules.
package gnubgtest

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// Path returns the path of gnubg. It skips the test if gnubg is not installed.
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

// Run runs gnubg with the commands in the folder dir, "" for the test's folder, and
// returns gnubg's output. gnubg reads no settings of the user.
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
