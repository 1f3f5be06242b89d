package external

import (
	"os/exec"
	"syscall"
)

// bindToUs has a program die when we do, however we die, and gives it a group of
// its own, so that an interrupt at the terminal is ours alone.
func bindToUs(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killGroup ends a program and those that it has started.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may be gone already
}
