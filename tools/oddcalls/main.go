// Command oddcalls searches for faults of the program by random calls with odd values: of
// all commands, of the HTTP API and the assistants' tools, and of the protocols.
//
//	go build -o bin/gammonlab ./cmd/gammonlab
//	go run ./tools/oddcalls -program bin/gammonlab -calls 1000 -seed 7
//
// A finding is a trace of a panic, an error with exit code 0, a failure without an error, or
// a call that ends neither by itself nor by an interruption. The calls run in a temporary
// folder; they contact no other machine by themselves, but values may name hosts, so run it
// where there is no network. It exits with 1 if it found something.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "oddcalls:", err)
		os.Exit(1)
	}
}

// search is a run of the tool.
type search struct {
	*rand.Rand
	program string
	folder  string // of the calls
	env     []string
	limit   time.Duration
	files   []string // in the folder

	calls    map[string]int // by the result of a call
	findings int
}

func run() error {
	program := flag.String("program", "bin/gammonlab", "the `FILE` of the program")
	calls := flag.Int("calls", 300, "number `N` of calls of each kind")
	seed := flag.Uint64("seed", 1, "random seed `N`")
	limit := flag.Duration("limit", 10*time.Second, "interrupt a call after `TIME`")
	kinds := flag.String("kinds", "commands,api,mcp,lines", "`KINDS` of calls, joined by commas")
	from := flag.String("files", "", "copy the files of the `FOLDER`, which calls then name")
	flag.Parse()
	path, err := filepath.Abs(*program)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "oddcalls")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	s := &search{Rand: rand.New(rand.NewPCG(*seed, 0)), program: path, folder: folder, limit: *limit, calls: map[string]int{}}
	cache, _ := os.UserCacheDir() // of databases that every call would make otherwise
	s.env = append(os.Environ(), "HOME="+folder, "XDG_CACHE_HOME="+cache)
	if err := s.makeFiles(*from); err != nil {
		return err
	}
	for _, kind := range strings.Split(*kinds, ",") {
		do := map[string]func(n int) error{"commands": s.commands, "api": s.api, "mcp": s.mcp, "lines": s.lines}[kind]
		if do == nil {
			return fmt.Errorf("no kind %q of calls", kind)
		}
		if err := do(*calls); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
	}
	fmt.Printf("%d findings; calls by result: %v\n", s.findings, s.calls)
	if s.findings > 0 {
		return errors.New("faults found")
	}
	return nil
}

// found prints a finding.
func (s *search) found(what, call, text string) {
	s.findings++
	fmt.Printf("FOUND %s: %s\n%s\n\n", what, shortened(call), shortened(text))
}

// shortened returns the beginning and the end of a text.
func shortened(text string) string {
	const most = 1500
	if len(text) <= 2*most {
		return text
	}
	return text[:most] + "\n…\n" + text[len(text)-most:]
}

// isTrace reports whether a text has the trace of a panic.
func isTrace(text string) bool {
	return strings.Contains(text, "panic: ") || strings.Contains(text, "\ngoroutine ") || strings.Contains(text, "fatal error: ")
}

// pick returns one of the elements.
func pick[T any](s *search, of []T) T { return of[s.IntN(len(of))] }
