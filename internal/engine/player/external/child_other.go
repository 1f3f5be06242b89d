//go:build !linux

package external

import "os/exec"

// bindToUs does nothing here: a program ends when its input does.
func bindToUs(*exec.Cmd) {}

// killGroup ends a program.
func killGroup(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may already have ended
}
