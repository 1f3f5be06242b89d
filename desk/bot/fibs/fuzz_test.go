package fibs_test

import (
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"gammonlab/desk/bot"
	"gammonlab/desk/bot/fibs"
)

// said matches the commands that a bot may send.
var said = regexp.MustCompile(`^(login \S+ 1008 me word|(set|toggle|show|tell|join|leave|bye|board|roll|double|accept|reject|invite)( [^\r\n]*)?|` +
	`move( (bar|[1-9]|1\d|2[0-4])-(off|[1-9]|1\d|2[0-4])){1,4})$`)

// For any bytes of a server, the bot sends only valid commands, one in each
// line.
func FuzzServer(f *testing.F) {
	begin := "\xff\xfb\x01login: 1 me 1 here\r\n" + settings + "\r\nStarting a new game with someone.\r\n"
	f.Add(begin + toMove + "  Please move 2 pieces.\r\n")
	f.Add(begin + toRoll + "\r\nIt's your turn. Please roll or double\r\n" + toRoll)
	f.Add(begin + doubled + "\r\nsomeone wants to resign. You will win 3 points. Type 'accept' or 'reject'.\r\n" + toRoll)
	f.Add(begin + strings.ReplaceAll(toMove, ":2:", ":-9:") + "\r\n" + strings.ReplaceAll(toMove, ":1:", ":7:"))
	f.Add("login: login: ")
	f.Fuzz(func(t *testing.T, text string) {
		table := &bot.Table{Decider: script{double: len(text)%2 == 0}, Results: new(bot.Results), Log: func(string, ...any) {}}
		client := fibs.New(fibs.Options{Client: "gammonlab", Name: "me", Password: "word", MaxLength: 7}, table)
		now := time.Unix(1e9, 0)
		client.Connected(now)
		lines := client.Lines(io.MultiReader(strings.NewReader(text)))
		for lines.Scan() {
			commands := client.Receive(t.Context(), now, lines.Text())
			now = now.Add(time.Minute)
			for _, c := range append(commands, client.Tick(t.Context(), now)...) {
				if !c.Close && !said.MatchString(c.Text) {
					t.Fatalf("%q is answered by %q", lines.Text(), c.Text)
				}
			}
		}
	})
}

// Telnet's sequences may come in pieces.
func TestTelnet(t *testing.T) {
	client := fibs.New(fibs.Options{}, &bot.Table{})
	lines := client.Lines(io.MultiReader(strings.NewReader("a\xff"), strings.NewReader("\xfb"), strings.NewReader("\x01b  \r\nlogin: ")))
	var got []string
	for lines.Scan() {
		got = append(got, lines.Text())
	}
	if len(got) != 2 || got[0] != "ab" || got[1] != "login:" {
		t.Errorf("got %q", got)
	}
}
