package app

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/desk/bot"
	"gammonlab/desk/bot/bgammon"
	"gammonlab/desk/bot/bottest"
	"gammonlab/internal/must"
)

// The command plays a match on a server of our own, saves its record and prints the
// results.
func TestBotPlaysAndSaves(t *testing.T) {
	server := bottest.NewBgammon(t, "127.0.0.1:0")
	guest := bottest.NewSession(t, server.Address(), bgammon.New(
		bgammon.Options{Version: "0", Name: "BOT_guest", Join: "BOT_host", Matches: 1, JoinPause: 1e8}, bottest.NewTable(t)))
	done := make(chan error, 1)
	go func() { done <- guest.Run(t.Context()) }()
	dir := filepath.Join(t.TempDir(), "records")
	secret := filepath.Join(t.TempDir(), "secret")
	clitest.Write(t, secret, "right word\n")
	out, errOut, code := program.Run(t, "", "bot", "bgammon://"+server.Address(), "--name", "BOT_host", "--password-file", secret,
		"--match", "1", "--matches", "1", "--delay", "0s", "--model", tiny, "--bearoff", "none", "--plies", "0",
		"--judge", "0", "--save", dir, "--verbose", "--json")
	must.OK(t, <-done)
	var summary bot.Summary
	if err := json.Unmarshal([]byte(out), &summary); err != nil || code != 0 {
		t.Fatalf("code %d, %v:\n%s\n%s", code, err, out, errOut)
	}
	if len(summary.Lengths) != 1 || summary.Lengths[0].Won+summary.Lengths[0].Lost != 1 || summary.Quality == nil {
		t.Errorf("got %s, want a match to 1 that was analysed", out)
	}
	if strings.Contains(errOut, "right") {
		t.Error("the log has the password")
	}
	for _, fault := range server.Faults() {
		t.Error(fault)
	}
	files := must.Get(os.ReadDir(dir))(t)
	if len(files) != 1 {
		t.Fatalf("%d files in %s, want 1", len(files), dir)
	}
	m := must.Get(record.Load(filepath.Join(dir, files[0].Name())))(t)
	must.OK(t, m.Validate())
	if m.Length != 1 || len(m.Games) != 1 || m.Names != [2]string{"BOT_guest", "BOT_host"} {
		t.Errorf("record: length %d, %d games, %q", m.Length, len(m.Games), m.Names)
	}
}

// A server that sends back what it was sent, in a line and as the reason of a refusal, does not
// bring the password into the log.
func TestBotHidesPassword(t *testing.T) {
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer listener.Close()
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		login, _ := bufio.NewReader(conn).ReadString('\n')
		login = strings.TrimSpace(login)
		fmt.Fprintf(conn, "you said %s\n{\"Type\":\"notice\",\"Message\":%q}\n", login, "Connection terminated: "+login)
		io.Copy(io.Discard, conn) // until the bot leaves
	}()
	secret := filepath.Join(t.TempDir(), "secret")
	clitest.Write(t, secret, "sesame street\n")
	waiting := program.Start(t, "bot", "bgammon://"+listener.Addr().String(), "--name", "BOT_host", "--password-file", secret,
		"--model", tiny, "--bearoff", "none", "--plies", "0", "--verbose")
	waiting.Err.Find(t, "[0-9] Connection terminated")
	waiting.Stop()
	log := waiting.Err.String()
	clitest.Wants(t, log, "> loginjson", "< you said loginjson", "BOT_host (password)")
	if strings.Contains(log, "sesame") {
		t.Errorf("the log has the password:\n%s", log)
	}
}

// Invalid flags are refused before the connection to a server.
func TestBotRefuses(t *testing.T) {
	program.Mistakes(t, "bot", []clitest.Mistake{
		{[]string{}, 2, "0 servers given"},
		{[]string{"http://a"}, 2, "want bgammon://"},
		{[]string{"bgammon://BOT_a:word@a"}, 2, "--password-file"},
		{[]string{"bgammon://a", "--name", "me"}, 2, "want BOT_"},
		{[]string{"bgammon://a", "--name", "BOT_me", "--join", "human"}, 2, "the name of a bot"},
		{[]string{"bgammon://a", "--name", "BOT_me", "--match", "65"}, 2, "--match is 65"},
		{[]string{"bgammon://a", "--name", "BOT_me", "--think", "6s"}, 2, "--think is 6s"},
		{[]string{"bgammon://a", "--name", "BOT_me", "--match", "0"}, 2, "--match is 0, want 1 to 64"},
		{[]string{"bgammon://a", "--name", "BOT_me", "--delay", "0s", "--grace", "25h"}, 2, "--grace is 25h0m0s, want 0s to 24h0m0s"},
		{[]string{"bgammon://a", "--name", "BOT_me", "--level", "expert", "--noise", "0"}, 2, "want --level or --noise and --cubenoise, not both"},
		{[]string{"bgammon://a", "--name", "BOT_me", "--invite", "a"}, 2, "has no effect on a bgammon server"},
		{[]string{"fibs://a", "--name", "me_1"}, 2, "want up to 16 letters"},
		{[]string{"fibs://a", "--name", "me", "--model", tiny, "--bearoff", "none"}, 2, "FIBS wants a password"},
	})
}

// A signal ends a bot that waits for an opponent at once, without an error.
func TestBotStops(t *testing.T) {
	server := bottest.NewBgammon(t, "127.0.0.1:0")
	created, left := server.After("create", 1), server.After("disconnect", 1)
	waiting := program.Start(t, "bot", "bgammon://"+server.Address(), "--name", "BOT_host", "--model", tiny, "--bearoff", "none", "--plies", "0")
	<-created
	code := waiting.Stop()
	<-left // the server may receive the last line later
	if out := waiting.Out.String(); code != 0 || out != "no match was finished\n" || server.Count("disconnect") != 1 {
		t.Errorf("code %d, %q, %q", code, out, waiting.Err.String())
	}
}
