package process

import (
	"os/exec"
	"syscall"
)

// bind ends a program when this process ends in any way, and gives it its
// own process group, so an interrupt from the terminal reaches only this
// process.
func bind(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// kill ends a program and the programs started by it.
func kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may already have ended
}
