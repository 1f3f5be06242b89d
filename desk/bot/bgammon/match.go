package bgammon

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/desk/bot"
	"gammonlab/internal/plaintext"
)

// seekMatch creates a match, or requests the list of matches to join one.
func (c *Client) seekMatch(now time.Time) []bot.Command {
	c.act = time.Time{}
	switch {
	case c.inMatch:
		return nil
	case c.last():
		return c.Leave(now)
	}
	c.table.Drop() // the server has not resumed it
	switch {
	case c.o.Join != "":
		c.act = now.Add(c.o.JoinPause)
		return c.words(now, "list")
	case c.o.Private != "":
		return c.words(now, fmt.Sprintf("create private %s %d 0", c.o.Private, c.o.Length))
	}
	return c.words(now, fmt.Sprintf("create public %d 0", c.o.Length))
}

// list joins the match of the bot in Options.Join, if that bot is its only player.
func (c *Client) list(now time.Time, text json.RawMessage) []bot.Command {
	if c.inMatch || c.act.IsZero() || c.last() || !isBot(c.o.Join) {
		return nil
	}
	var games []listing
	if err := json.Unmarshal(text, &games); err != nil {
		c.table.Log("a list makes no sense: %v", err)
		return nil
	}
	for _, g := range games {
		if g.ID == c.old || g.Players != 1 || !strings.HasPrefix(g.Name, c.o.Join+"'") || g.Password != (c.o.Private != "") {
			continue
		}
		text := "join " + c.o.Join
		if c.o.Private != "" {
			text += " " + c.o.Private
		}
		c.act = now.Add(c.o.JoinPause)
		return c.words(now, text)
	}
	return nil
}

// isBot reports whether the name belongs to a bot.
func isBot(name string) bool { return strings.HasPrefix(name, Prefix) }

// joined handles the arrival of the bot or the opponent in a match.
func (c *Client) joined(now time.Time, e *event) []bot.Command {
	c.inMatch, c.over, c.playing, c.leaving = true, false, false, false
	c.act, c.leave, c.turn, c.id = time.Time{}, time.Time{}, turn{}, e.GameID
	if e.Player == c.me || e.PlayerNumber != 2 {
		return nil
	}
	return c.greet(now, e.Player)
}

// greet sends the greeting to an opponent, once.
func (c *Client) greet(now time.Time, name string) []bot.Command {
	if c.o.Hello == "" || c.mute || name == "" || name == c.greeted {
		return nil
	}
	c.greeted = name
	return c.words(now, "say "+plaintext.OneLine(c.o.Hello))
}

// left handles the departure of a player.
func (c *Client) left(now time.Time, name string) []bot.Command {
	c.turn = turn{}
	switch {
	case name == c.me:
		c.inMatch, c.over, c.playing, c.leaving, c.leave = false, false, false, false, time.Time{}
		if c.last() {
			return c.Leave(now)
		}
		c.act = now
	case c.over:
		return c.depart(now)
	case c.inMatch:
		c.leave = now.Add(alone)
	}
	return nil
}

// depart leaves the match; it sends the command once.
func (c *Client) depart(now time.Time) []bot.Command {
	c.leave = time.Time{}
	if c.leaving {
		return nil
	}
	c.leaving = true
	return c.words(now, "leave")
}

// failed handles an error of creating, joining or leaving a match.
func (c *Client) failed(now time.Time, e *event) []bot.Command {
	c.table.Log("%s: %s", e.Type, plaintext.OneLine(e.Reason))
	if c.inMatch && e.Type != "failedleave" {
		return nil
	}
	c.inMatch, c.leaving, c.leave = false, false, time.Time{}
	c.act = now.Add(2 * c.o.JoinPause)
	return nil
}

// matchOver counts a match and waits, because the opponent may want a rematch.
func (c *Client) matchOver(now time.Time, e *event) []bot.Command {
	if c.over {
		return nil
	}
	c.over, c.old = true, c.id
	if !c.playing {
		return c.depart(now) // the match was over before the bot joined
	}
	c.playing = false
	score := [2]int{e.Player2.Points, e.Player1.Points}
	winner := board.PlayerO
	if score[board.PlayerX] >= score[board.PlayerO] {
		winner = board.PlayerX
	}
	c.table.Finish(winner, score)
	if c.last() || c.o.Join != "" {
		return c.depart(now)
	}
	c.leave = now.Add(rematch)
	return nil
}
