package bottest

import (
	"context"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"gammonlab/desk/bot"
	"gammonlab/engine/advice"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
)

// NewPlayer returns a fast player with a cube.
func NewPlayer(t testing.TB) *bot.Player {
	e := enginetest.Shipped(t, "fast")
	return bot.NewPlayer(advice.OfStatic(e, advice.Options{}), advice.OfStatic(e.Clone(), advice.Options{}), time.Minute)
}

// NewTable returns a table with a player from [NewPlayer].
func NewTable(t testing.TB) *bot.Table {
	return &bot.Table{Decider: NewPlayer(t), Results: new(bot.Results), Log: t.Logf}
}

// NewSession returns a session with a server at an address, without a delay.
func NewSession(t testing.TB, address string, client bot.Client) *bot.Session {
	return &bot.Session{
		Dial: func(ctx context.Context) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", address)
		},
		Client: client, Grace: time.Second, EOL: "\n", Jitter: rand.New(seed.Stream(1, 2)), Log: t.Logf, Trace: trace(t),
	}
}

// PlayMatches plays the given number of matches between two bots, on a server at an
// address whose lines end in eol, until both bots are done. The tables save records. If
// during is not nil, PlayMatches calls it while the bots play.
func PlayMatches(t *testing.T, address, eol string, matches int, clients [2]func(*bot.Table) bot.Client, during func()) [2]*bot.Table {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Duration(matches)*5*time.Minute)
	defer cancel()
	var tables [2]*bot.Table
	var group sync.WaitGroup
	for i, client := range clients {
		tables[i] = NewTable(t)
		tables[i].Saver = must.Get(bot.NewSaver(t.TempDir(), "mat"))(t)
		session := NewSession(t, address, client(tables[i]))
		session.EOL = eol
		group.Go(func() {
			if err := session.Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	if during != nil {
		during()
	}
	group.Wait()
	if ctx.Err() != nil {
		t.Fatal("the bots hang")
	}
	return tables
}

// Texts returns the texts of commands.
func Texts(commands []bot.Command) []string {
	all := []string{}
	for _, c := range commands {
		all = append(all, c.Text)
	}
	return all
}

// trace returns a function that logs every line if GAMMONLAB_BOT_TRACE is set.
func trace(t testing.TB) func(direction, line string) {
	if os.Getenv("GAMMONLAB_BOT_TRACE") == "" {
		return nil
	}
	return func(direction, line string) { t.Logf("%s %s", direction, line) }
}

// Matches returns the number of matches of a test: 1, or the value of
// GAMMONLAB_BOT_MATCHES.
func Matches(t testing.TB) int {
	t.Helper()
	text := os.Getenv("GAMMONLAB_BOT_MATCHES")
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("GAMMONLAB_BOT_MATCHES is %q, want a number", text)
	}
	return n
}
