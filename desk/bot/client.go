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
	Answer bool // answers a board: sent only after the session's delay
	Close  bool // close the connection; Text is ignored
}

// Client is the state machine of a server's protocol.
type Client interface {
	// Lines splits the server's output into lines and prompts.
	Lines(r io.Reader) *bufio.Scanner
	// Connected is called for a new connection. It returns the first commands.
	Connected(now time.Time) []Command
	// Receive handles a line and returns the commands to send.
	Receive(ctx context.Context, now time.Time, line string) []Command
	// Wake returns the time of the next call of Tick, the zero time for none.
	Wake() time.Time
	// Tick returns the commands that are due.
	Tick(ctx context.Context, now time.Time) []Command
	// Retire makes the client begin no further match.
	Retire(now time.Time) []Command
	// Leave ends the conversation at once, even in a match.
	Leave(now time.Time) []Command
	// Online reports whether the bot is logged in.
	Online() bool
	// Playing reports whether the bot is in a match.
	Playing() bool
	// Done reports whether the client has finished, and the error that made it stop.
	Done() (bool, error)
}

// ScanLines returns a scanner for lines of up to 1 MiB.
func ScanLines(r io.Reader) *bufio.Scanner {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	return s
}
