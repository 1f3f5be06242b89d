package protocols

import (
	"net"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/protocol"
	"gammonlab/internal/version"
)

// External returns the command external.
func External() *cli.Command {
	return &cli.Command{
		Name:  "external",
		Usage: "run as an external player for GNU Backgammon",
		Description: `Listens for connections of GNU Backgammon's external-player protocol. It returns plays, cube
actions, replies to resignations, and evaluations. --jacoby counts for requests that do not state
the rule. It serves up to 16 clients at a time; other machines can connect only if --listen is an
address that they reach. See docs/protocols.md.

` + cliutil.LevelUsage + ` Evaluations
have no noise.

Example:
   gammonlab external --listen localhost:1234 --plies 2
   gammonlab external --level intermediate
and in gnubg
   set player 0 external localhost:1234
   new match 7`,
		Flags: append(deciderFlags(),
			&cli.StringFlag{Name: "listen", Value: "localhost:1234", Usage: "listen at `HOST:PORT`; port 0 for any free port"},
			&cli.DurationFlag{Name: "idle", Value: time.Hour, Usage: "close connections without input for `TIME`; 0 for never"}),
		Action: cliutil.NoArguments(external),
	}
}

// external runs the command.
func external(c *cli.Context) error {
	if _, _, err := net.SplitHostPort(c.String("listen")); err != nil {
		return cliutil.Usagef("--listen is %q, want HOST:PORT: %w", c.String("listen"), err)
	}
	if idle := c.Duration("idle"); idle < 0 {
		return cliutil.Usagef("--idle is %v, want 0 or more", idle)
	}
	t, variant, err := thinkerFromFlags(c)
	if err != nil {
		return err
	}
	server := protocol.Server{
		Open: func() *protocol.Socket {
			return &protocol.Socket{
				New: t.at, Plies: t.options.Plies, Variant: variant, Jacoby: bool(t.Jacoby), Version: version.Toolkit,
			}
		},
		Idle: c.Duration("idle"),
		Refused: func(client net.Addr) {
			cliutil.Warn(c, "refused %v: %d connections are open, the maximum", client, protocol.MaxConversations)
		},
		Failed: func(client net.Addr, err error) { cliutil.Warn(c, "the conversation with %v ended: %v", client, err) },
	}
	listener, err := net.Listen("tcp", c.String("listen"))
	if err != nil {
		return err
	}
	cliutil.Note(c, "waiting for gnubg at %v; Ctrl-C ends it", listener.Addr())
	return server.Serve(c.Context, listener)
}

// at returns a decider with a search depth.
func (t *thinker) at(plies int) (*protocol.Decider, error) {
	other := *t
	if other.options.Plies = plies; plies > 0 {
		other.options.Rollers, other.options.Time = 0, 0 // the client has named a depth
	}
	return other.decider()
}
