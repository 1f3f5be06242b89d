// Package lab builds and runs the programs of the examples in tests.
package lab

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Lab is a program, in a folder of its own.
type Lab struct {
	*testing.T
	Program, Dir string
}

// Build builds the program of the test's package.
func Build(t *testing.T) *Lab {
	t.Helper()
	l := &Lab{t, filepath.Join(t.TempDir(), "gammonlab"), t.TempDir()}
	if out, err := exec.Command("go", "build", "-ldflags=-w", "-o", l.Program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return l
}

// Command returns a command of the program.
func (l *Lab) Command(ctx context.Context, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, l.Program, args...)
	c.Dir, c.Env = l.Dir, append(os.Environ(), "GAMMONLAB_CACHE="+filepath.Join(l.Dir, "cache"))
	return c
}

// Run runs the command of a line, which must succeed and print the texts.
func (l *Lab) Run(line string, wants ...string) string {
	l.Helper()
	var errOut bytes.Buffer
	c := l.Command(l.Context(), strings.Fields(line)...)
	c.Stderr = &errOut
	out, err := c.Output()
	if err != nil {
		l.Fatalf("%s: %v\n%s%s", line, err, out, errOut.String())
	}
	for _, want := range wants {
		if !strings.Contains(string(out), want) {
			l.Errorf("%s: want %q in\n%s", line, want, out)
		}
	}
	return string(out)
}

// Start starts the command of a line, which ends with the test, and returns what the group of
// the pattern matches in what it says.
func (l *Lab) Start(line, pattern string) string {
	l.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	read, write := io.Pipe()
	c := l.Command(ctx, strings.Fields(line)...)
	c.Stdout, c.Stderr = write, write
	if err := c.Start(); err != nil {
		l.Fatal(err)
	}
	l.Cleanup(func() {
		cancel()
		_ = c.Wait() // it was killed
	})
	found := make(chan string, 1)
	go func() {
		var said []byte
		buffer, form := make([]byte, 4096), regexp.MustCompile(pattern)
		for {
			n, err := read.Read(buffer)
			if err != nil {
				return
			}
			said = append(said, buffer[:n]...)
			if m := form.FindSubmatch(said); m != nil && len(found) == 0 {
				found <- string(m[1])
			}
		}
	}()
	select {
	case text := <-found:
		return text
	case <-time.After(time.Minute):
		l.Fatalf("%s does not say %s", line, pattern)
		return ""
	}
}

// With returns the program for a test in the test.
func (l *Lab) With(t *testing.T) *Lab { return &Lab{t, l.Program, l.Dir} }

// Read returns the content of a file.
func (l *Lab) Read(name string) string {
	l.Helper()
	data, err := os.ReadFile(filepath.Join(l.Dir, name))
	if err != nil {
		l.Fatal(err)
	}
	return string(data)
}

// Write writes a file.
func (l *Lab) Write(name, text string) {
	l.Helper()
	if err := os.WriteFile(filepath.Join(l.Dir, name), []byte(text), 0o666); err != nil {
		l.Fatal(err)
	}
}

// Ask returns the body of an answer, which must have the status.
func (l *Lab) Ask(status int, response *http.Response, err error) string {
	l.Helper()
	if err != nil {
		l.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != status {
		l.Errorf("status %d, %v: %s", response.StatusCode, err, body)
	}
	return string(body)
}
