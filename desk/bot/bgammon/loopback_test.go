package bgammon_test

import (
	"testing"
	"time"

	"gammonlab/desk/bot"
	"gammonlab/desk/bot/bgammon"
	"gammonlab/desk/bot/bottest"
)

// playBots has two bots play matches on a server until both are done.
func playBots(t *testing.T, address string, length, matches int, during func()) [2]*bot.Table {
	t.Helper()
	var clients [2]func(*bot.Table) bot.Client
	for i, o := range []bgammon.Options{
		{Name: "BOT_host", Length: length},
		{Name: "BOT_guest", Length: length, Join: "BOT_host"},
	} {
		o.Version, o.Matches, o.Settle, o.Hello, o.JoinPause = "0.0.0", matches, 20*time.Millisecond, "I am a program", 20*time.Millisecond
		clients[i] = func(table *bot.Table) bot.Client { return bgammon.New(o, table) }
	}
	return bottest.PlayMatches(t, address, "\n", matches, clients, during)
}

// Two bots play a match to 7 to its end; GAMMONLAB_BOT_MATCHES says how many.
func TestBotsPlayMatches(t *testing.T) {
	t.Parallel()
	matches := bottest.Matches(t)
	server := bottest.NewBgammon(t, "127.0.0.1:0")
	tables := playBots(t, server.Address(), 7, matches, nil)
	for _, fault := range server.Faults() {
		t.Error(fault)
	}
	if n := server.Count("matches"); n != matches || server.Count("lost connection") != 0 {
		t.Errorf("%d matches and %d lost connections, want %d and 0", n, server.Count("lost connection"), matches)
	}
	for i, table := range tables {
		if n := table.Results.Matches(); n != matches {
			t.Errorf("bot %d counts %d matches, want %d", i, n, matches)
		}
		bottest.ValidRecords(t, table.Saver.Dir(), matches)
	}
	t.Logf("%d matches, %d games, %d moves, %d doubles, %d takes, %d drops", matches, server.Count("games"),
		server.Count("move"), server.Count("doubles"), server.Count("takes"), server.Count("drops"))
}

// Bots that lose their connections continue their match, and the record is
// complete.
func TestLostConnections(t *testing.T) {
	t.Parallel()
	server := bottest.NewBgammon(t, "127.0.0.1:0")
	tables := playBots(t, server.Address(), 5, 1, func() {
		for _, name := range []string{"BOT_host", "BOT_guest", "BOT_host"} {
			<-server.After("move", 21)
			server.HangUp(name)
		}
	})
	for _, fault := range server.Faults() {
		t.Error(fault)
	}
	if n := server.Count("lost connection"); n != 3 {
		t.Errorf("%d connections were lost, want 3", n)
	}
	for _, table := range tables {
		if n := table.Results.Matches(); n != 1 {
			t.Errorf("%d matches counted, want 1", n)
		}
		bottest.ValidRecords(t, table.Saver.Dir(), 1)
	}
}

// A server that is killed and started again has forgotten the match: the bots begin
// another one.
func TestKilledServer(t *testing.T) {
	t.Parallel()
	server := bottest.NewBgammon(t, "127.0.0.1:0")
	var second *bottest.Bgammon
	tables := playBots(t, server.Address(), 3, 1, func() {
		<-server.After("move", 30)
		server.Close()
		second = bottest.NewBgammon(t, server.Address())
	})
	for _, fault := range append(server.Faults(), second.Faults()...) {
		t.Error(fault)
	}
	for _, table := range tables {
		if n := table.Results.Matches(); n != 1 {
			t.Errorf("%d matches counted, want 1", n)
		}
		bottest.ValidRecords(t, table.Saver.Dir(), 2) // of the match that was lost, too
	}
}
