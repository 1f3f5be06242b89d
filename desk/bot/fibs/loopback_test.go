package fibs_test

import (
	"testing"
	"time"

	"gammonlab/desk/bot"
	"gammonlab/desk/bot/bottest"
	"gammonlab/desk/bot/fibs"
)

// playBots has two bots play matches on a server until both are done.
func playBots(t *testing.T, address string, length, matches int, during func()) [2]*bot.Table {
	t.Helper()
	var clients [2]func(*bot.Table) bot.Client
	for i, o := range []fibs.Options{
		{Name: "guest", MaxLength: length},
		{Name: "host", Invite: "guest", Length: length, InvitePause: 50 * time.Millisecond},
	} {
		o.Client, o.Password, o.Matches, o.Hello = "gammonlab", "right_word", matches, "I am a program."
		clients[i] = func(table *bot.Table) bot.Client { return fibs.New(o, table) }
	}
	return bottest.PlayMatches(t, address, "\r\n", matches, clients, during)
}

// Two bots play matches in both directions, with the bars at either end;
// GAMMONLAB_BOT_MATCHES says how many.
func TestBotsPlayMatches(t *testing.T) {
	t.Parallel()
	matches := bottest.Matches(t)
	for _, length := range []int{3, 4} {
		server := bottest.NewFIBS(t, "127.0.0.1:0")
		tables := playBots(t, server.Address(), length, matches, nil)
		for _, fault := range server.Faults() {
			t.Error(fault)
		}
		for i, table := range tables {
			if n := table.Results.Matches(); n != matches {
				t.Errorf("bot %d counts %d matches to %d, want %d", i, n, length, matches)
			}
			bottest.ValidRecords(t, table.Saver.Dir(), matches)
		}
		if n := server.Count("lost connection"); n != 0 {
			t.Errorf("%d connections were lost", n)
		}
		t.Logf("%d matches to %d: %d games, %d plays, %d doubles, %d takes", matches, length, server.Count("games"), server.Count("move"), server.Count("doubles"), server.Count("takes"))
	}
}

// Bots that lose their connections continue the saved match.
func TestLostConnections(t *testing.T) {
	t.Parallel()
	server := bottest.NewFIBS(t, "127.0.0.1:0")
	tables := playBots(t, server.Address(), 5, 1, func() {
		for _, name := range []string{"host", "guest"} {
			<-server.After("move", 9)
			server.HangUp(name)
		}
	})
	for _, fault := range server.Faults() {
		t.Error(fault)
	}
	if n := server.Count("resumed"); n != 2 {
		t.Errorf("resumed %d times, want 2", n)
	}
	for _, table := range tables {
		if n := table.Results.Matches(); n != 1 {
			t.Errorf("%d matches counted, want 1", n)
		}
		bottest.ValidRecords(t, table.Saver.Dir(), 1)
	}
}
