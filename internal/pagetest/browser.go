package pagetest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"
)

// Variable is the environment variable that names a Chromium, if none of the names
// that it goes by is in the path.
const Variable = "GAMMONLAB_CHROMIUM"

// Browser is a running Chromium. It serves one goroutine.
type Browser struct {
	t       *testing.T
	pipe    io.Writer
	answers chan message
	session string
	number  int
	server  string   // whose pages are open; "" for files
	faults  []string // what the page complained about
}

// message is a command's answer, or an event.
type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// patience is how long an answer may take on a machine with other work.
const patience = 3 * time.Minute

// Start starts a browser that ends with the test. Without one the test is skipped,
// but fails if the variable promises it.
func Start(t *testing.T) *Browser {
	t.Helper()
	path := find(t)
	toBrowser, pipe, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, fromBrowser, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(path, "--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
		"--disable-quic", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--user-data-dir="+t.TempDir())
	command.ExtraFiles = []*os.File{toBrowser, fromBrowser} // 3 and 4, as the flag has it
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	toBrowser.Close()
	fromBrowser.Close()
	b := &Browser{t: t, pipe: pipe, answers: make(chan message, 16)}
	var reader sync.WaitGroup
	reader.Go(func() { b.read(out) })
	t.Cleanup(func() {
		b.command("Browser.close", nil)
		pipe.Close()
		go func() {
			for range b.answers { // what comes after the end
			}
		}()
		stuck := time.AfterFunc(patience, func() { command.Process.Kill() })
		command.Wait() // the exit code of a browser that is told to end says nothing
		stuck.Stop()
		reader.Wait()
		out.Close()
	})
	b.attach()
	return b
}

// find returns the path of a Chromium.
func find(t *testing.T) string {
	t.Helper()
	if path := os.Getenv(Variable); path != "" {
		if _, err := exec.LookPath(path); err != nil {
			t.Fatalf("%s: %v", Variable, err)
		}
		return path
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skipf("NOT RUN: no Chromium is installed, and no page was opened; %s can say where one is", Variable)
	return ""
}

// read takes what the browser says, messages that end with a 0.
func (b *Browser) read(out io.Reader) {
	defer close(b.answers)
	r := bufio.NewReader(out)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(text[:len(text)-1], &m) == nil {
			b.answers <- m
		}
	}
}

// attach opens a page and listens to what goes wrong in it.
func (b *Browser) attach() {
	b.t.Helper()
	var target struct{ TargetID string }
	b.call(&target, "Target.createTarget", map[string]any{"url": "about:blank"})
	var attached struct{ SessionID string }
	b.call(&attached, "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true})
	b.session = attached.SessionID
	for _, part := range []string{"Runtime", "Log", "Network"} {
		b.call(nil, part+".enable", nil)
	}
}

// command sends a command and returns its number.
func (b *Browser) command(method string, params any) (int, error) {
	b.number++
	order := map[string]any{"id": b.number, "method": method}
	if params != nil {
		order["params"] = params
	}
	if b.session != "" && method != "Browser.close" {
		order["sessionId"] = b.session
	}
	text, err := json.Marshal(order)
	if err != nil {
		return 0, err
	}
	_, err = b.pipe.Write(append(text, 0))
	return b.number, err
}

// call has the browser do something and puts its answer into answer, unless nil.
func (b *Browser) call(answer any, method string, params any) {
	b.t.Helper()
	number, err := b.command(method, params)
	if err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	m := b.wait(method, func(m *message) bool { return m.ID == number })
	if m.Error != nil {
		b.t.Fatalf("%s: %s", method, m.Error)
	}
	if answer == nil {
		return
	}
	if err := json.Unmarshal(m.Result, answer); err != nil {
		b.t.Fatalf("%s: %v in %s", method, err, m.Result)
	}
}

// wait returns the next message that is wanted, and notes faults that come before.
func (b *Browser) wait(what string, wanted func(*message) bool) message {
	b.t.Helper()
	late := time.After(patience)
	for {
		select {
		case m, ok := <-b.answers:
			if !ok {
				b.t.Fatalf("%s: the browser has ended", what)
			}
			b.note(&m)
			if wanted(&m) {
				return m
			}
		case <-late:
			b.t.Fatalf("%s: the browser says nothing", what)
		}
	}
}

// note notes an event that tells of a fault, or of something that is not on the
// page itself.
func (b *Browser) note(m *message) {
	switch m.Method {
	case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded":
		b.faults = append(b.faults, fmt.Sprintf("%s: %.300s", m.Method, m.Params))
	case "Network.requestWillBeSent":
		var sent struct{ Request struct{ URL string } }
		if json.Unmarshal(m.Params, &sent) == nil && !b.isPage(sent.Request.URL) {
			b.faults = append(b.faults, "it asks for "+sent.Request.URL)
		}
	}
}
