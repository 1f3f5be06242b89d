package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// child is a program that answers calls.
type child struct {
	*exec.Cmd
	in    io.WriteCloser
	lines chan string // of its output; closed at the end
	log   string      // file with what it prints to standard error
}

// start starts the program.
func (s *search) start(words ...string) (*child, error) {
	c := &child{Cmd: exec.Command(s.program, words...), lines: make(chan string, 1<<12), log: filepath.Join(s.folder, "log."+words[0])}
	c.Dir, c.Env = s.folder, s.env
	log, err := os.OpenFile(c.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	c.Stderr = log
	if c.in, err = c.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	go func() {
		defer close(c.lines)
		lines := bufio.NewReader(out)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			c.lines <- line
		}
	}()
	return c, c.Start()
}

// printed returns what the program printed to standard error.
func (c *child) printed() string {
	text, _ := os.ReadFile(c.log)
	return string(text)
}

// end ends the program, which must exit with 0 or by the interruption.
func (s *search) end(c *child) {
	c.in.Close()
	_ = c.Process.Signal(os.Interrupt)
	stop := time.AfterFunc(30*time.Second, func() { _ = c.Process.Kill() })
	defer stop.Stop()
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != 0 && code != 130 {
		s.found("end of a server", fmt.Sprintf("%q, exit code %d", c.Args, code), c.printed())
	}
}

// jobAddress matches the links to the kinds of jobs.
var jobAddress = regexp.MustCompile(`href="/jobs/([a-z-]+)"`)

// api starts n jobs and other calls with random bodies.
func (s *search) api(n int) error {
	c, err := s.start("serve", "--listen", "127.0.0.1:0", "--save", "saved", "--bearoff", "none", "--workers", "1")
	if err != nil {
		return err
	}
	defer func() { s.end(c) }()
	address := ""
	for began := time.Now(); address == ""; time.Sleep(50 * time.Millisecond) {
		address = regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(c.printed())
		if time.Since(began) > time.Minute {
			return fmt.Errorf("no address in %q", c.printed())
		}
	}
	client := &http.Client{Timeout: 3 * time.Minute}
	_, page, _, err := s.ask(client, "GET", address+"/jobs", nil)
	if err != nil {
		return err
	}
	kinds := jobAddress.FindAllStringSubmatch(page, -1)
	var described struct{ Paths map[string]map[string]any }
	_, text, _, err := s.ask(client, "GET", address+"/api-docs/openapi.json", nil)
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(text), &described); err != nil {
		return err
	}
	var paths []string
	for _, path := range sortedKeys(described.Paths) {
		methods := described.Paths[path]
		if methods["post"] != nil && !strings.Contains(path, "{") {
			paths = append(paths, path)
		}
	}
	seen := 0
	for range n {
		path := "/api/v1/jobs/" + pick(s, kinds)[1]
		settings := []struct{ Name, Help, Default string }{{Name: "position"}, {Name: "positions"}, {Name: "model"}, {Name: "dice"}, {Name: "plies"}, {Name: "match"}, {Name: "record"}, {Name: "text"}}
		if s.IntN(5) > 0 {
			_, text, _, err := s.ask(client, "GET", address+path+"/settings", nil)
			if err != nil {
				return err
			}
			settings = nil
			_ = json.Unmarshal([]byte(text), &settings)
		} else if len(paths) > 0 {
			path = pick(s, paths)
		}
		body := map[string]any{}
		for _, f := range settings {
			if strings.Contains(f.Name, "games") || f.Name == "checkers" || s.IntN(100) < 15 {
				body[f.Name] = s.json(f.Help)
			}
		}
		data, _ := json.Marshal(body)
		if s.IntN(20) == 0 {
			data = []byte(pick(s, oddTexts))
		}
		code, answer, at, err := s.ask(client, "POST", address+path, data)
		line := fmt.Sprintf("POST %s %s: status %d", path, data, code)
		if err == nil && at != "" {
			time.Sleep(100 * time.Millisecond)
			_, answer, _, err = s.ask(client, "DELETE", address+at, nil)
		}
		log := c.printed()
		switch {
		case err != nil:
			s.found("lost server", line, err.Error()+"\n"+log[seen:])
			return err
		case code == http.StatusInternalServerError || isTrace(log[seen:]) || strings.Contains(answer, "panic: "):
			s.found("panic", line, answer+"\n"+log[seen:])
		}
		seen = len(log)
		s.calls[fmt.Sprint("status ", code)]++
	}
	return nil
}

// ask makes a request; at is the address of the job that it started.
func (s *search) ask(client *http.Client, method, address string, body []byte) (code int, text, at string, err error) {
	request, err := http.NewRequest(method, address, bytes.NewReader(body))
	if err != nil {
		return 0, "", "", err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return 0, "", "", err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	return response.StatusCode, string(data), response.Header.Get("Location"), err
}

// mcp calls n tools of the server for assistants.
func (s *search) mcp(n int) error {
	c, err := s.start("mcp", "--folder", ".", "--timeout", "2s", "--workers", "1")
	if err != nil {
		return err
	}
	defer func() { s.end(c) }()
	id := 0
	ask := func(method string, params any) (string, error) {
		id++
		text, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
		if _, err := fmt.Fprintf(c.in, "%s\n", text); err != nil {
			return "", err
		}
		select {
		case line, ok := <-c.lines:
			if !ok {
				return "", io.EOF
			}
			return line, nil
		case <-time.After(time.Minute):
			return "", fmt.Errorf("no answer to %s", text)
		}
	}
	if _, err := ask("initialize", map[string]any{"protocolVersion": "2025-03-26", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "oddcalls", "version": "1"}}); err != nil {
		return err
	}
	fmt.Fprintln(c.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	list, err := ask("tools/list", map[string]any{})
	if err != nil {
		return err
	}
	var described struct {
		Result struct {
			Tools []struct {
				Name        string
				InputSchema struct {
					Properties map[string]struct{ Description string }
					Required   []string
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(list), &described); err != nil {
		return err
	}
	for range n {
		tool := pick(s, described.Result.Tools)
		arguments := map[string]any{}
		for _, name := range sortedKeys(tool.InputSchema.Properties) {
			switch {
			case name == "positions" && s.IntN(10) > 1:
				arguments[name] = []any{pick(s, oddTexts), "4HPwATDgc/ABMA"}
			case name == "record" && s.IntN(3) == 0:
				text, _ := os.ReadFile(filepath.Join(s.folder, pick(s, s.files)))
				arguments[name] = string(text[:min(len(text), 1<<16)])
			case name == "trials" && s.IntN(10) > 1:
				arguments[name] = 2
			case s.IntN(100) < 20:
				arguments[name] = s.json(tool.InputSchema.Properties[name].Description)
			}
		}
		answer, err := ask("tools/call", map[string]any{"name": tool.Name, "arguments": arguments})
		line := fmt.Sprintf("%s %q", tool.Name, fmt.Sprint(arguments))
		if err != nil {
			s.found("lost server", line, err.Error()+"\n"+c.printed())
			return err
		}
		if isTrace(answer) || strings.Contains(answer, "goroutine ") {
			s.found("panic", line, strings.ReplaceAll(answer, `\n`, "\n"))
		}
		s.calls[fmt.Sprint("call, error ", strings.Contains(answer, `"isError":true`))]++
	}
	return nil
}

// lines sends n lines to the programs that speak a protocol.
func (s *search) lines(n int) error {
	words := []string{"ubgi", "go", "position", "xgid", "setoption name", "isready", "newgame", "dice", "setscore", "setturn", "evaluate", "version", "set plies", "prompt", "help", "board:", "new match", "stop", "value"}
	for sent := 0; sent < n; {
		c, err := s.start("ubgi", "--model", "td512", "--plies", "0", "--bearoff", "none", "--workers", "1")
		if err != nil {
			return err
		}
		var said []string
		for range min(n-sent, 250) {
			line := pick(s, words) + " " + s.value("", "")
			switch s.IntN(6) {
			case 0:
				line = s.value("", "")
			case 1:
				line = "board:You:someone:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:" + pick(s, oddTexts)
			}
			line = strings.ReplaceAll(line, "quit", "")
			said = append(said, line)
			if _, err := fmt.Fprintln(c.in, line); err != nil {
				break
			}
			sent++
		}
		fmt.Fprintln(c.in, "quit")
		go func() {
			for range c.lines { // otherwise the program waits
			}
		}()
		stop := time.AfterFunc(time.Minute, func() { _ = c.Process.Kill() })
		_ = c.Wait()
		stop.Stop()
		if code := c.ProcessState.ExitCode(); code != 0 || isTrace(c.printed()) {
			s.found("end of ubgi", fmt.Sprintf("exit code %d after %q", code, said), c.printed())
		}
		s.calls["line"] += len(said)
	}
	return nil
}

// sortedKeys returns the keys of a map, in an order that does not change.
func sortedKeys[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }
