package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A call is judged by its trace, its exit code, its output and its end.
func TestCall(t *testing.T) {
	for _, c := range []struct {
		name, script string
		findings     int
		endless      bool
	}{
		{"success", "echo done", 0, false},
		{"note", "echo gammonlab eval: creating a database, once >&2", 0, false},
		{"refused", "echo gammonlab eval: --model is empty >&2; exit 2", 0, false},
		{"panic with success", `printf 'panic: a mistake\n\ngoroutine 1 [running]:\n' >&2`, 1, false},
		{"panic told as an error", `echo 'gammonlab eval: panic: a mistake' >&2; exit 1`, 1, false},
		{"error with success", "echo 'gammonlab eval: no such file' >&2", 1, false},
		{"silent failure", "exit 1", 1, false},
		{"other exit code", "echo x >&2; exit 3", 1, false},
		{"ends when interrupted", "trap 'exit 130' INT; while :; do sleep 0.1; done", 0, true},
	} {
		folder := t.TempDir()
		program := filepath.Join(folder, "program")
		if err := os.WriteFile(program, []byte("#!/bin/sh\n"+c.script+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		s := &search{Rand: rand.New(rand.NewPCG(1, 0)), program: program, folder: folder, limit: time.Minute, calls: map[string]int{}}
		if c.endless {
			s.limit = 200 * time.Millisecond
		}
		s.call([]string{"eval"})
		if s.findings != c.findings {
			t.Errorf("%s: %d findings, want %d", c.name, s.findings, c.findings)
		}
	}
}
