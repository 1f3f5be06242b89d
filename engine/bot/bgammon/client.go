package bgammon

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/engine/bot"
)

// Times of the protocol.
const (
	keepAlive  = 30 * time.Second // the server drops clients that are silent for 40 s
	alone      = 16 * time.Minute // the server ends a match after 15 minutes without a player
	rematch    = 20 * time.Second // for the opponent to ask for another match
	maxRefused = 5                // log-ins in a row that were refused for good
)

// Prefix begins the names of bots.
const Prefix = "BOT_"

// Options are what a bot does on the server.
type Options struct {
	Version  string // of the program
	Name     string // begins with Prefix
	Password string // "" for a guest
	Length   int    // of the matches that the bot creates
	Matches  int    // after which the bot leaves, 0 for no end
	Private  string // the password of the matches, "" for public ones
	Join     string // the name of a bot whose matches are to be joined, "" to create some
	Standard bool   // a drop costs the cube, as the rules say, and not what the position costs
	Hello    string // what is said to each opponent, "" for nothing

	// Settle is the time from the log-in until the first match: the server may go on
	// with an old one.
	Settle time.Duration
	// JoinPause is the time between two looks at the list of matches.
	JoinPause time.Duration
}

// DefaultSettle and DefaultJoinPause suit public servers.
const (
	DefaultSettle    = 2 * time.Second
	DefaultJoinPause = 5 * time.Second
)

// Client is the state machine. It implements [bot.Client].
type Client struct {
	o     Options
	table *bot.Table

	me       string // the name that the server gave, "" before the log-in
	refused  int
	reason   string // the last words of a server that closes the connection
	retiring bool
	done     bool
	err      error
	mute     bool

	sent  time.Time // when the last command was
	act   time.Time // when to create or join a match, zero if that is not wanted
	leave time.Time // when to leave the match, zero if that is not wanted

	id      int // of the match
	old     int // of the last one that is over, which may still be on the list
	inMatch bool
	playing bool   // a game of the match was going on
	over    bool   // the match is
	leaving bool   // the server was told so
	greeted string // who was told what the bot is
	turn    turn
}

// New returns a client that plays at a table.
func New(o Options, table *bot.Table) *Client { return &Client{o: o, table: table} }

// Lines implements [bot.Client].
func (c *Client) Lines(r io.Reader) *bufio.Scanner { return bot.ScanLines(r) }

// Online implements [bot.Client].
func (c *Client) Online() bool { return c.me != "" }

// Playing implements [bot.Client].
func (c *Client) Playing() bool { return c.playing }

// Done implements [bot.Client].
func (c *Client) Done() (bool, error) { return c.done || c.err != nil, c.err }

// Connected implements [bot.Client].
func (c *Client) Connected(now time.Time) []bot.Command {
	c.me, c.reason, c.turn = "", "", turn{}
	c.act, c.leave, c.old = time.Time{}, time.Time{}, 0
	login := "loginjson gammonlab-v" + c.o.Version + "/en " + c.o.Name
	shown := login
	if c.o.Password != "" {
		login += " " + strings.Join(strings.Fields(c.o.Password), "_")
		shown += " (password)"
	}
	return c.say(now, bot.Command{Text: login, Shown: shown})
}

// say notes that commands are sent.
func (c *Client) say(now time.Time, commands ...bot.Command) []bot.Command {
	if len(commands) > 0 {
		c.sent = now
	}
	return commands
}

func (c *Client) words(now time.Time, texts ...string) []bot.Command {
	var commands []bot.Command
	for _, text := range texts {
		commands = append(commands, bot.Command{Text: text})
	}
	return c.say(now, commands...)
}

// Receive implements [bot.Client].
func (c *Client) Receive(ctx context.Context, now time.Time, line string) []bot.Command {
	if !strings.HasPrefix(line, "{") {
		return nil
	}
	var e event
	if err := json.Unmarshal([]byte(line), &e); err != nil {
		if ping, ok := pingIn(line); ok {
			return c.words(now, ping)
		}
		c.table.Log("a line makes no sense: %v", err)
		return nil
	}
	switch e.Type {
	case "ping":
		return c.words(now, "pong "+oneLine(e.Message))
	case "welcome":
		c.me, c.refused = e.PlayerName, 0
		c.act = now.Add(c.o.Settle)
		c.inMatch, c.over, c.playing, c.leaving = false, false, false, false
	case "notice":
		return c.notice(now, e.Message)
	case "list":
		return c.list(now, e.Games)
	case "joined":
		return c.joined(now, &e)
	case "left":
		return c.left(now, e.Player)
	case "rolled":
		if c.turn.phase.turn != turnOpening { // there it names who has rolled last, not who begins
			c.table.Roll(c.playerOf(e.Player), rollOf(&e))
		}
	case "board":
		return c.board(ctx, now, line, &e)
	case "win":
		c.table.Win(c.playerOf(e.Player), max(e.Points, 1))
	case "failedcreate", "failedjoin", "failedleave":
		return c.failed(now, &e)
	case "failedmove", "failedok", "failedroll":
		return c.turnFailed(now, &e)
	}
	return nil
}

// pingIn finds a ping in a line whose other fields are not those of an event.
func pingIn(line string) (string, bool) {
	var e struct{ Type, Message string }
	if json.Unmarshal([]byte(line), &e) != nil || e.Type != "ping" {
		return "", false
	}
	return "pong " + oneLine(e.Message), true
}

// oneLine returns what the server said as one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func (c *Client) playerOf(name string) board.Player {
	if name == c.me {
		return board.PlayerX
	}
	return board.PlayerO
}

func rollOf(e *event) board.Roll {
	if e.Roll1 < 1 || e.Roll1 > 6 || e.Roll2 < 1 || e.Roll2 > 6 {
		return board.Roll{}
	}
	return board.Roll{uint8(e.Roll1), uint8(e.Roll2)}
}

// Wake implements [bot.Client].
func (c *Client) Wake() time.Time {
	at := c.sent.Add(keepAlive)
	for _, other := range []time.Time{c.act, c.leave} {
		if !other.IsZero() && other.Before(at) {
			at = other
		}
	}
	return at
}

// Tick implements [bot.Client].
func (c *Client) Tick(_ context.Context, now time.Time) []bot.Command {
	switch {
	case due(c.act, now) && c.me != "":
		return c.seekMatch(now)
	case due(c.leave, now):
		return c.depart(now)
	case !now.Before(c.sent.Add(keepAlive)):
		return c.words(now, "pong alive")
	}
	return nil
}

func due(at, now time.Time) bool { return !at.IsZero() && !now.Before(at) }

// Retire implements [bot.Client].
func (c *Client) Retire(now time.Time) []bot.Command {
	c.retiring = true
	if c.Playing() {
		c.table.Log("the bot finishes its match and leaves")
		return nil
	}
	return c.Leave(now)
}

// Leave implements [bot.Client].
func (c *Client) Leave(now time.Time) []bot.Command {
	c.done = true
	if c.me == "" {
		return nil
	}
	if c.inMatch {
		return c.words(now, "leave", "disconnect")
	}
	return c.words(now, "disconnect")
}

// last reports whether the bot plays no more matches.
func (c *Client) last() bool {
	return c.retiring || c.o.Matches > 0 && c.table.Results.Matches() >= c.o.Matches
}
