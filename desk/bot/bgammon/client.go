package bgammon

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/desk/bot"
	"gammonlab/internal/plaintext"
)

// Times and limits of the protocol.
const (
	keepAlive  = 30 * time.Second // the server drops clients that are silent for 40 s
	alone      = 16 * time.Minute // the server ends a match 15 minutes after a player has left
	rematch    = 20 * time.Second // time for the opponent to ask for another match
	maxRefused = 5                // maximal number of consecutive log-ins that the server rejects
)

// Prefix is the beginning of a bot's name.
const Prefix = "BOT_"

// Options are the settings of a bot on the server.
type Options struct {
	Version  string // of the program
	Name     string // begins with Prefix
	Password string // "" for a guest
	Length   int    // of the matches that the bot creates, in points
	Matches  int    // number of matches after which the bot leaves, 0 for no limit
	Private  string // password of the matches, "" for public matches
	Join     string // name of a bot whose matches this bot joins, "" to create matches
	Standard bool   // a drop costs the cube, as in the rules, instead of the value of the position
	Hello    string // message to each opponent, "" for none

	// Settle is the time from the log-in to the first match: the server may resume an old
	// match in this time.
	Settle time.Duration
	// JoinPause is the time between two requests for the list of matches.
	JoinPause time.Duration
}

// DefaultSettle and DefaultJoinPause are for public servers.
const (
	DefaultSettle    = 2 * time.Second
	DefaultJoinPause = 5 * time.Second
)

// Client is the state machine of the protocol. It implements [bot.Client].
type Client struct {
	o     Options
	table *bot.Table

	me       string // the bot's name on the server, "" before the log-in
	refused  int
	reason   string // last message of a server that closes the connection
	retiring bool
	done     bool
	err      error
	mute     bool

	sent  time.Time // time of the last command
	act   time.Time // time to create or join a match, zero for none
	leave time.Time // time to leave the match, zero for none

	id      int // of the match
	old     int // ID of the last finished match, which may still be on the list
	inMatch bool
	playing bool   // a game of the match has begun
	over    bool   // the match is over
	leaving bool   // the bot has sent leave
	greeted string // the opponent who has received the greeting
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
	if c.o.Password != "" {
		login += " " + bot.OneWord(c.o.Password)
	}
	return c.words(now, login)
}

// say records the time of the last command and returns the commands.
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
		return c.words(now, "pong "+plaintext.OneLine(e.Message))
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
		if c.turn.phase.turn != turnOpening { // in the opening, e.Player has rolled last but need not begin
			c.table.Roll(c.playerOf(e.Player), bot.RollOf(e.Roll1, e.Roll2))
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

// pingIn returns the ping in a line whose other fields do not fit an event.
func pingIn(line string) (string, bool) {
	var e struct{ Type, Message string }
	if json.Unmarshal([]byte(line), &e) != nil || e.Type != "ping" {
		return "", false
	}
	return "pong " + plaintext.OneLine(e.Message), true
}

func (c *Client) playerOf(name string) board.Player {
	if name == c.me {
		return board.PlayerX
	}
	return board.PlayerO
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

// last reports whether the bot begins no more matches.
func (c *Client) last() bool {
	return c.retiring || c.o.Matches > 0 && c.table.Results.Matches() >= c.o.Matches
}
