package play

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// user sits at a pseudo-terminal.
type user struct {
	t      *testing.T
	keys   *os.File
	seen   string
	behind int // index in seen after the last expected text
}

// newTerminal returns a pseudo-terminal with a user at the other end.
func newTerminal(t *testing.T) (*os.File, *user) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { keys.Close() })
	must.OK(t, unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0))
	must.OK(t, unix.IoctlSetWinsize(int(keys.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 50, Col: 300}))
	number := must.Get(unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN))(t)
	terminal := must.Get(os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0))(t)
	t.Cleanup(func() { terminal.Close() })
	return terminal, &user{t: t, keys: keys}
}

// types types keys.
func (u *user) types(keys string) { must.Get(io.WriteString(u.keys, keys))(u.t) }

// reads waits until a text appears after the last expected text.
func (u *user) reads(want string) {
	u.t.Helper()
	chunk := make([]byte, 4096)
	for !strings.Contains(u.seen[u.behind:], want) {
		n, err := u.keys.Read(chunk)
		if u.seen += string(chunk[:n]); err != nil {
			u.t.Fatalf("want %q, got %v after\n%s", want, err, u.seen[u.behind:])
		}
	}
	u.behind += strings.Index(u.seen[u.behind:], want) + len(want)
}

// prompted waits for the prompt of the next action; before it, the terminal
// does not pass single keys.
func (u *user) prompted() {
	u.t.Helper()
	u.reads("Your ")
	u.reads(": ")
}

const (
	arrowUp   = "\x1b[A"
	arrowLeft = "\x1b[D"
	backspace = "\x7f"
	ctrlC     = "\x03"
	ctrlD     = "\x04"
)

// At a terminal the user can edit lines and recall earlier ones by arrow up.
// All keys that leave a game ask for confirmation.
func TestPlayAtATerminal(t *testing.T) {
	terminal, u := newTerminal(t)
	path := filepath.Join(t.TempDir(), "games.sgf")
	done := make(chan int)
	var errOut strings.Builder
	go func() {
		done <- program().Run(t.Context(), []string{"gammonlab", "play", "--model", clitest.Tiny, "--bearoff", "none", "--first", "you",
			"--dice-file", "testdata/opening.dice"}, terminal, terminal, &errOut)
	}()
	u.prompted()
	u.types("sore" + arrowLeft + arrowLeft + arrowLeft + "cx" + backspace + "\r")
	u.reads("Score after 0")
	u.prompted()
	u.types(arrowUp + "\r")
	u.reads("Score after 0")
	u.prompted()
	u.types(ctrlC) // without an action there is no question
	if code := <-done; code != 0 || errOut.Len() > 0 {
		t.Fatalf("exit code %d, %s", code, errOut.String())
	}

	go func() {
		done <- program().Run(t.Context(), []string{"gammonlab", "play", "--model", clitest.Tiny, "--bearoff", "none", "--first", "you",
			"--cubeless", "--dice-file", "testdata/opening.dice"}, terminal, terminal, &errOut)
	}()
	u.prompted()
	u.types("8/5 6/5\r")
	for _, c := range []struct{ keys, question, answer string }{
		{ctrlC, "save FILE would keep it. Leave? (y/n) ", "n\r"},
		{"garbage" + ctrlC, "Leave? (y/n) ", "\r"},
		{"q\r", "Leave? (y/n) ", "no\r"},
		{"new\r", "will not count. Begin another? (y/n) ", "n\r"},
		{"save " + path + "\r", "The games are kept in " + path, ""},
		{"24/18(2) 13/7(2)\r", "Pips: ", ""},
		{ctrlD, "It is kept in " + path + ". Leave? (y/n) ", "y\r"},
	} {
		u.prompted()
		if c.keys == ctrlD { // the game continues, and its last play is in the file
			if got := len(must.Get(record.Load(path))(t).Games[0].Actions); got < 4 {
				t.Errorf("%d actions are kept, want at least 4", got)
			}
		}
		u.types(c.keys)
		u.reads(c.question)
		u.types(c.answer)
	}
	u.reads("To go on: gammonlab play --load " + path)
	if code := <-done; code != 0 || len(must.Get(record.Load(path))(t).Games) != 1 {
		t.Errorf("exit code %d, %s", code, errOut.String())
	}
}
