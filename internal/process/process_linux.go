package process

import (
	"os/exec"
	"syscall"
)

// Bind ends a program when this process ends in any way, and gives it its
// own process group, so an interrupt from the terminal reaches only this
// process.
func Bind(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// Kill ends a program and the programs started by it.
func Kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may already have ended
}
