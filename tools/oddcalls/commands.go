package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// command is a command in the output of the command commands.
type command struct {
	Name, Arguments string
	Flags           []struct{ Form, Usage string }
	Commands        []command
}

// collect appends the commands that do something.
func (c *command) collect(to []command) []command {
	if len(c.Commands) == 0 || len(c.Flags) > 0 && c.Name != "gammonlab" {
		to = append(to, *c)
	}
	for _, sub := range c.Commands {
		to = sub.collect(to)
	}
	return to
}

// commands runs n commands with random flags and arguments.
func (s *search) commands(n int) error {
	out, err := exec.Command(s.program, "commands").Output()
	if err != nil {
		return err
	}
	var root command
	if err := json.Unmarshal(out, &root); err != nil {
		return err
	}
	all := root.collect(nil)
	for range n {
		s.call(s.words(pick(s, all)))
	}
	return nil
}

// words returns a command line.
func (s *search) words(c command) []string {
	words := strings.Fields(c.Name)[1:]
	has := func(name string) bool {
		return slices.ContainsFunc(c.Flags, func(f struct{ Form, Usage string }) bool { return strings.HasPrefix(f.Form, name) })
	}
	for _, f := range c.Flags {
		form := strings.Fields(f.Form)
		name := strings.Trim(form[0], ",")
		required := strings.Contains(f.Usage, "required")
		work := slices.Contains([]string{"--games", "--max-games", "--trials", "--positions", "--epochs", "--matches"}, name)
		switch {
		case s.IntN(100) < 12 || required && s.IntN(100) < 85:
			words = append(words, name)
			if len(form) > 1 {
				words[len(words)-1] += "=" + strings.ReplaceAll(s.value(form[1], f.Usage), "\x00", "")
			}
		case work && s.IntN(10) > 0: // otherwise the call takes long
			words = append(words, name+"="+s.number())
		}
	}
	for _, f := range []struct{ name, value string }{{"--bearoff", "none"}, {"--workers", "1"}, {"--listen", "127.0.0.1:0"}} {
		if has(f.name) && !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, f.name) }) {
			words = append(words, f.name+"="+f.value)
		}
	}
	for _, a := range strings.Fields(c.Arguments) {
		if s.IntN(10) > 0 && a != "|" {
			words = append(words, s.value(strings.Trim(a, "[].…"), "")+"")
		}
	}
	return words
}

// failure matches an error that is printed.
var failure = regexp.MustCompile(`(?i)^gammonlab [a-z -]*: .*\b(error|cannot|failed|invalid|unknown|want|no such|is empty)\b`)

// call runs the program with random input and judges its end.
func (s *search) call(words []string) {
	ctx, cancel := context.WithTimeout(context.Background(), s.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.program, words...)
	interrupted := false
	cmd.Cancel = func() error {
		interrupted = true
		return cmd.Process.Signal(os.Interrupt)
	}
	cmd.WaitDelay = time.Minute // for a machine that does other work
	cmd.Dir, cmd.Env = s.folder, s.env
	input := pick(s, oddTexts) + "\n" + pick(s, oddTexts) + "\n"
	cmd.Stdin = strings.NewReader(input)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	if cmd.ProcessState == nil { // a wrong call of the tool, such as a too long argument
		s.found("no start", fmt.Sprintf("%q", words), err.Error())
		return
	}
	code := cmd.ProcessState.ExitCode()
	line := fmt.Sprintf("%q < %q, exit code %d", words, input, code)
	text := errOut.String()
	last := lastLine(text)
	switch {
	case isTrace(text) || isTrace(out.String()):
		s.found("panic", line, text+out.String())
	case errors.Is(err, exec.ErrWaitDelay) || wasKilled(cmd.ProcessState):
		s.found("hang", line, text)
	case code == 0 && !interrupted && failure.MatchString(last):
		s.found("error with success", line, text)
	case code != 0 && !interrupted && strings.TrimSpace(text) == "":
		s.found("silent failure", line, out.String())
	case !slices.Contains([]int{0, 1, 2, 130}, code) && !interrupted: // it may be too early for the program's own end
		s.found("exit code", line, text)
	case len(text) > 20_000 || len(last) > 4000 && len(fmt.Sprint(words)) < 1000:
		s.found("long error", line, text)
	}
	s.calls[fmt.Sprint("exit code ", code)]++
}

// wasKilled reports whether the tool had to kill the process.
func wasKilled(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// lastLine returns the last line of a text.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}
