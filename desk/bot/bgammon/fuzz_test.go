package bgammon_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gammonlab/desk/bot"
	"gammonlab/desk/bot/bgammon"
)

// For any text of a server, the bot sends no step that is not available on the
// last board, and does not join a match.
func FuzzServer(f *testing.F) {
	f.Add(opening + "\n" + opening)
	f.Add(strings.Replace(opening, `"Moves":[]`, `"Moves":[[24,22]]`, 1) + "\n" + opening)
	f.Add(strings.Replace(opening, `[24,22]`, `[26,20],[3],[1,99],[-1,5]`, 1))
	f.Add(`{"Type":"list","Games":[{"ID":1,"Players":1,"Name":"human's match"},{"ID":2,"Players":1,"Name":"BOT_a's match"}]}`)
	f.Add(opening + "\n" + `{"Type":"failedmove","From":8,"To":3}` + "\n" + opening)
	f.Fuzz(func(t *testing.T, text string) {
		table := &bot.Table{Decider: script{double: len(text)%2 == 0}, Results: new(bot.Results), Log: func(string, ...any) {}}
		client := bgammon.New(bgammon.Options{Name: "BOT_a", Length: 3, Join: "human"}, table)
		now := time.Unix(1e9, 0)
		client.Connected(now)
		client.Receive(t.Context(), now, `{"Type":"welcome","PlayerName":"BOT_a"}`)
		for line := range strings.Lines(text) {
			check(t, line, client.Receive(t.Context(), now, strings.TrimSuffix(line, "\n")))
			now = now.Add(10 * time.Second)
			check(t, "", client.Tick(t.Context(), now))
		}
	})
}

// check checks the commands in answer to a line.
func check(t *testing.T, line string, commands []bot.Command) {
	t.Helper()
	var e struct{ Available [][]int }
	if err := json.Unmarshal([]byte(line), &e); err != nil {
		e.Available = nil
	}
	for _, c := range commands {
		if strings.HasPrefix(c.Text, "join") || strings.ContainsAny(c.Text, "\r\n") {
			t.Fatalf("%q is answered by %q", line, c.Text)
		}
		if step, ok := strings.CutPrefix(c.Text, "move "); ok && !isAvailable(e.Available, step) {
			t.Fatalf("%q is answered by %q", line, c.Text)
		}
	}
}

// isAvailable reports whether a step in words is on a list.
func isAvailable(list [][]int, text string) bool {
	for _, s := range list {
		if len(s) == 2 && fmt.Sprintf("%s/%s", word(s[0]), word(s[1])) == text {
			return true
		}
	}
	return false
}

func word(space int) string {
	switch space {
	case 0, 25:
		return "off"
	case 26, 27:
		return "bar"
	}
	return fmt.Sprint(space)
}
