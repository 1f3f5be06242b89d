package bot

import (
	"bufio"
	"context"
	"io"
	"time"
)

// Command is a line for the server.
type Command struct {
	Text   string
	Answer bool   // to a board: not sent before the session's delay has passed
	Shown  string // what a log shows instead of a secret text
	Close  bool   // close the connection; Text is ignored
}

// Client is the state machine of a server's protocol.
type Client interface {
	// Lines splits what the server sends into lines and prompts.
	Lines(r io.Reader) *bufio.Scanner
	// Connected begins a conversation and returns what to say first.
	Connected(now time.Time) []Command
	// Receive takes a line and returns what to say.
	Receive(ctx context.Context, now time.Time, line string) []Command
	// Wake returns when Tick is to be called, the zero time for never.
	Wake() time.Time
	// Tick returns what is to be said because time has passed.
	Tick(ctx context.Context, now time.Time) []Command
	// Retire has the client play no match after the current one.
	Retire(now time.Time) []Command
	// Leave ends the conversation, whatever goes on.
	Leave(now time.Time) []Command
	// Online reports whether the server has let the bot in.
	Online() bool
	// Playing reports whether a match is going on.
	Playing() bool
	// Done reports whether there is nothing more to do, and why it was given up.
	Done() (bool, error)
}

// ScanLines returns a scanner over lines of up to a mebibyte.
func ScanLines(r io.Reader) *bufio.Scanner {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	return s
}
