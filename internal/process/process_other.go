//go:build !linux

package process

import "os/exec"

// bind does nothing here: a program ends when its input does.
func bind(*exec.Cmd) {}

// kill ends a program.
func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may already have ended
}
