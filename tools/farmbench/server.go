package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// server is a farm server in another process.
type server struct {
	url   string
	ready time.Duration // time from the start of the process until the server is ready
	cmd   *exec.Cmd
}

// startServer starts a server with the given store.
func (s *settings) startServer(ctx context.Context, store string) (*server, error) {
	srv := &server{cmd: exec.CommandContext(ctx, s.gammonlab, "server", "--store", store, "--listen", "127.0.0.1:0", "--http", "none", "--max-store", "8GiB")}
	out, err := srv.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	started := time.Now()
	if err := srv.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w: make build makes the program", err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the server did not start: %w", err)
	}
	srv.url, srv.ready = strings.TrimSpace(strings.TrimPrefix(line, "server")), time.Since(started)
	return srv, nil
}

func (s *server) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.cmd.Wait()
}

// clock is the unit of times in /proc on Linux.
const clock = 10 * time.Millisecond

// used returns the processor time of the server.
func (s *server) used() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	user, err := strconv.Atoi(fields[11])
	if err != nil {
		return 0, err
	}
	system, err := strconv.Atoi(fields[12])
	return time.Duration(user+system) * clock, err
}

// memory returns the peak memory of the server in MB.
func (s *server) memory() (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	kb, err := strconv.Atoi(strings.Fields(rest)[0])
	return float64(kb) / 1000, err
}
