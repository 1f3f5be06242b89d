package fibs_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"gammonlab/engine/bot"
	"gammonlab/engine/bot/bottest"
	"gammonlab/engine/bot/fibs"
)

// playBots has two bots play matches on a server until both are done.
func playBots(t *testing.T, address string, length, matches int, during func()) [2]*bot.Table {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Duration(matches)*30*time.Second)
	defer cancel()
	var tables [2]*bot.Table
	var group sync.WaitGroup
	for i, o := range []fibs.Options{
		{Name: "guest", MaxLength: length},
		{Name: "host", Invite: "guest", Length: length, InvitePause: 50 * time.Millisecond},
	} {
		o.Client, o.Password, o.Matches, o.Hello = "gammonlab", "right_word", matches, "I am a program."
		tables[i] = bottest.NewTable(t)
		saver, err := bot.NewSaver(t.TempDir(), "mat")
		if err != nil {
			t.Fatal(err)
		}
		tables[i].Saver = saver
		session := bottest.NewSession(t, address, fibs.New(o, tables[i]))
		session.EOL = "\r\n"
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

// Bots that lose their connections go on with the saved match.
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
