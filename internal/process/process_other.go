//go:build !linux

package process

import "os/exec"

// Bind does nothing here: a program ends when its input does.
func Bind(*exec.Cmd) {}

// Kill ends a program.
func Kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may already have ended
}
