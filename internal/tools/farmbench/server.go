package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"gammonlab/internal/farm/jetstream"
)

// serveWord has this program be a server, which ends with its standard input.
const serveWord = "serve"

// storeSize bounds what a server keeps.
const storeSize = 8 << 30

func serve(store string) error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	s, err := jetstream.Serve(ctx, jetstream.ServerOptions{Store: store, Listen: "127.0.0.1:0", MaxStore: storeSize})
	if err != nil {
		return err
	}
	fmt.Println(s.URL())
	_, _ = io.Copy(io.Discard, os.Stdin) // ends with the parent
	return s.Close()
}

// server is a server in a process of its own.
type server struct {
	url   string
	ready time.Duration // from the start of the process
	cmd   *exec.Cmd
	stdin io.Closer
}

// startServer starts a server with that store.
func startServer(ctx context.Context, store string) (*server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	s := &server{cmd: exec.CommandContext(ctx, self, serveWord, store)}
	s.cmd.Stderr = os.Stderr
	if s.stdin, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	started := time.Now()
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the server did not start: %w", err)
	}
	s.url, s.ready = strings.TrimSpace(line), time.Since(started)
	return s, nil
}

func (s *server) stop() error {
	s.stdin.Close()
	return s.cmd.Wait()
}

// clock is the unit of times in /proc on Linux.
const clock = 10 * time.Millisecond

// used returns the processor time that the server has taken.
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

// memory returns the most memory that the server has had, in MB.
func (s *server) memory() (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	kb, err := strconv.Atoi(strings.Fields(rest)[0])
	return float64(kb) / 1000, err
}
