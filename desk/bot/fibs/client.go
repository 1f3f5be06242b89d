package fibs

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"gammonlab/desk/bot"
)

// Times and limits of the protocol.
const (
	keepAlive  = 5 * time.Minute  // between two commands that keep the connection alive
	tellPause  = 10 * time.Second // between two messages to players
	maxRefused = 5                // maximal number of consecutive log-ins that the server rejects
	nudgeAfter = 10 * time.Second // time after the resumption of a saved match
	version    = "1008"           // of the protocol for programs
)

// Options are the settings of a bot on the server.
type Options struct {
	Client    string // name of the program, at most 20 characters
	Name      string
	Password  string
	MaxLength int    // of the matches that the bot accepts, in points
	Unlimited bool   // the bot also accepts unlimited matches
	Matches   int    // number of matches after which the bot leaves, 0 for no limit
	Invite    string // name of the player to invite, "" for none
	Length    int    // of the matches to which the bot invites, in points
	Hello     string // message to each opponent, "" for none

	InvitePause time.Duration // between two invitations
}

// DefaultInvitePause is for public servers.
const DefaultInvitePause = time.Minute

// Client is the state machine of the protocol. It implements [bot.Client].
type Client struct {
	o     Options
	table *bot.Table

	prompts  int // log-in prompts of this connection
	online   bool
	refused  int
	retiring bool
	done     bool
	err      error
	settings map[string]bool // settings on the server, by name

	sent   time.Time // time of the last command
	told   time.Time // time of the last message
	invite time.Time // time of the next invitation, zero for none

	opponent string // of the current match, "" for none
	greeted  string
	saved    bool // there is a saved match with Options.Invite
	game     play
}

// New returns a client that plays at a table.
func New(o Options, table *bot.Table) *Client { return &Client{o: o, table: table} }

// Lines implements [bot.Client].
func (c *Client) Lines(r io.Reader) *bufio.Scanner { return lines(r) }

// Online implements [bot.Client].
func (c *Client) Online() bool { return c.online }

// Playing implements [bot.Client].
func (c *Client) Playing() bool { return c.opponent != "" }

// Done implements [bot.Client].
func (c *Client) Done() (bool, error) { return c.done || c.err != nil, c.err }

// Connected implements [bot.Client].
func (c *Client) Connected(now time.Time) []bot.Command {
	c.prompts, c.online, c.settings = 0, false, nil
	c.saved = c.saved || c.opponent != "" && c.opponent == c.o.Invite
	c.opponent, c.game, c.sent = "", play{}, now
	c.invite = time.Time{}
	return nil
}

// words records the time of the last command and returns the commands.
func (c *Client) words(now time.Time, texts ...string) []bot.Command {
	var commands []bot.Command
	for _, text := range texts {
		commands = append(commands, bot.Command{Text: text})
	}
	c.sent = now
	return commands
}

// answer returns a command that answers a board.
func (c *Client) answer(now time.Time, text string) []bot.Command {
	c.sent = now
	return []bot.Command{{Text: text, Answer: true}}
}

// Receive implements [bot.Client].
func (c *Client) Receive(ctx context.Context, now time.Time, raw string) []bot.Command {
	return c.receive(ctx, now, text(raw))
}

// receive handles a line, or a part of one.
func (c *Client) receive(ctx context.Context, now time.Time, line string) []bot.Command {
	line = strings.TrimSpace(line)
	if strings.HasSuffix(line, strings.TrimSpace(loginPrompt)) && !c.online {
		return c.login(now)
	}
	// A board may be joined to the line before it, and a message to the end of the
	// board.
	if at := strings.Index(line, boardPrefix); at > 0 && !c.isTalk(line) {
		return append(c.receive(ctx, now, line[:at]), c.receive(ctx, now, line[at:])...)
	}
	if strings.HasPrefix(line, boardPrefix) {
		s, rest, err := parseBoard(line)
		if err != nil {
			c.table.Log("a board makes no sense: %v", err)
			return nil
		}
		commands := c.board(ctx, now, s)
		if rest != "" {
			commands = append(commands, c.receive(ctx, now, rest)...)
		}
		return commands
	}
	word, rest, _ := strings.Cut(line, " ")
	if number, err := strconv.Atoi(word); err == nil {
		return c.numbered(now, number, strings.Fields(rest))
	}
	return c.sentence(ctx, now, line)
}

// isTalk reports whether a line is a message of a player.
func (c *Client) isTalk(line string) bool {
	word, _, _ := strings.Cut(line, " ")
	number, err := strconv.Atoi(word)
	return err == nil && number >= 1 && number <= 19
}

// Wake implements [bot.Client].
func (c *Client) Wake() time.Time {
	if !c.online {
		return time.Time{}
	}
	at := c.sent.Add(keepAlive)
	for _, other := range []time.Time{c.invite, c.game.nudge} {
		if !other.IsZero() && other.Before(at) {
			at = other
		}
	}
	return at
}

// Tick implements [bot.Client].
func (c *Client) Tick(ctx context.Context, now time.Time) []bot.Command {
	switch {
	case !c.online:
		return nil
	case !c.game.nudge.IsZero() && !now.Before(c.game.nudge):
		return c.nudge(ctx, now)
	case !c.invite.IsZero() && !now.Before(c.invite):
		return c.inviteNow(now)
	case now.Before(c.sent.Add(keepAlive)):
		return nil
	case c.Playing():
		return c.words(now, "board")
	}
	return c.words(now, "show saved")
}

// inviteNow invites the player in Options.Invite, first to a saved match if there is one.
func (c *Client) inviteNow(now time.Time) []bot.Command {
	c.invite = time.Time{}
	if c.Playing() || c.last() || c.o.Invite == "" {
		return nil
	}
	c.invite = now.Add(c.o.InvitePause)
	if c.saved {
		return c.words(now, "invite "+c.o.Invite)
	}
	return c.words(now, fmt.Sprintf("invite %s %d", c.o.Invite, c.o.Length))
}

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
	if !c.online {
		return nil
	}
	if c.Playing() {
		return c.words(now, "leave", "bye")
	}
	return append(c.ready(now, false), c.words(now, "bye")...)
}

// last reports whether the bot begins no more matches.
func (c *Client) last() bool {
	return c.retiring || c.o.Matches > 0 && c.table.Results.Matches() >= c.o.Matches
}
