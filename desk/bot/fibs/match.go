package fibs

import (
	"context"
	"fmt"
	"time"

	"gammonlab/board"
	"gammonlab/desk/bot"
)

// invited accepts a match that is short enough.
func (c *Client) invited(_ context.Context, now time.Time, m []string) []bot.Command {
	if length := atoi(m[2]); length < 1 || length > c.o.MaxLength {
		return c.refuse(now, m[1])
	}
	return c.join(now, m[1])
}

func (c *Client) invitedUnlimited(_ context.Context, now time.Time, m []string) []bot.Command {
	if !c.o.Unlimited {
		return c.refuse(now, m[1])
	}
	return c.join(now, m[1])
}

func (c *Client) invitedToResume(_ context.Context, now time.Time, m []string) []bot.Command {
	return c.join(now, m[1])
}

func (c *Client) join(now time.Time, name string) []bot.Command {
	if c.Playing() || c.last() {
		return nil
	}
	return c.words(now, "join "+name)
}

// refuse answers an invitation with a message about the matches that the bot accepts.
func (c *Client) refuse(now time.Time, name string) []bot.Command {
	return c.tell(now, name, fmt.Sprintf("I play matches to at most %d points.", c.o.MaxLength))
}

// tell sends a message to a player, at most one in each tellPause.
func (c *Client) tell(now time.Time, name, text string) []bot.Command {
	if now.Before(c.told.Add(tellPause)) {
		return nil
	}
	c.told = now
	return c.words(now, "tell "+name+" "+text)
}

// begun handles the start or the resumption of a match.
func (c *Client) begun(_ context.Context, now time.Time, m []string) []bot.Command {
	if c.Playing() && !c.isOpponent(m[1]) {
		return nil
	}
	c.opponent, c.game, c.invite = m[1], play{}, time.Time{}
	commands := c.words(now, "board")
	if c.o.Hello != "" && c.greeted != c.opponent {
		c.greeted = c.opponent
		commands = append(commands, c.tell(now, c.opponent, c.o.Hello)...)
	}
	return commands
}

// resumed handles the resumption of a saved match. The server may not repeat its last
// question, so nudge is set.
func (c *Client) resumed(ctx context.Context, now time.Time, m []string) []bot.Command {
	commands := c.begun(ctx, now, m)
	if c.isOpponent(m[1]) {
		c.game.nudge = now.Add(nudgeAfter)
	}
	return commands
}

func (c *Client) newGame(_ context.Context, _ time.Time, m []string) []bot.Command {
	if c.opponent == "" {
		c.opponent = m[1]
	}
	c.game = play{length: c.game.length}
	return nil
}

// win returns a function that handles the end of a game. The points are in the given
// group of the pattern.
func win(p board.Player, group int) func(*Client, context.Context, time.Time, []string) []bot.Command {
	return func(c *Client, _ context.Context, _ time.Time, m []string) []bot.Command {
		if !c.Playing() {
			return nil
		}
		points := atoi(m[group])
		c.table.Win(p, max(points, 1))
		c.game = play{over: true, length: c.game.length}
		return nil
	}
}

// nextGame continues the match.
func (c *Client) nextGame(_ context.Context, now time.Time, _ []string) []bot.Command {
	if !c.Playing() {
		return nil
	}
	if c.retiring && c.game.length == 0 {
		return c.Leave(now) // the bot can leave an unlimited match only between two games
	}
	return c.words(now, "join")
}

func (c *Client) matchWon(_ context.Context, now time.Time, m []string) []bot.Command {
	return c.matchOver(now, board.PlayerX, [2]int{atoi(m[3]), atoi(m[2])}, atoi(m[1]))
}

func (c *Client) matchLost(_ context.Context, now time.Time, m []string) []bot.Command {
	if !c.isOpponent(m[1]) {
		return nil
	}
	return c.matchOver(now, board.PlayerO, [2]int{atoi(m[3]), atoi(m[4])}, atoi(m[2]))
}

// matchOver counts the match. The server states the winner's points first.
func (c *Client) matchOver(now time.Time, winner board.Player, score [2]int, length int) []bot.Command {
	if !c.Playing() {
		return nil
	}
	if score[winner] < length {
		score[0], score[1] = score[1], score[0]
	}
	c.table.Finish(winner, score)
	c.opponent, c.game, c.saved = "", play{}, false
	return c.free(now)
}

// free selects the next action after a match.
func (c *Client) free(now time.Time) []bot.Command {
	if c.last() {
		return c.Leave(now)
	}
	if c.o.Invite != "" {
		c.invite = now
	}
	return c.ready(now, true)
}

// interrupted handles an interrupted match, which the server has saved.
func (c *Client) interrupted(_ context.Context, now time.Time, m []string) []bot.Command {
	if !c.isOpponent(m[1]) {
		return nil
	}
	c.table.Log("the match against %s is interrupted", c.opponent)
	c.saved = c.opponent == c.o.Invite
	c.opponent, c.game = "", play{}
	return c.free(now)
}

func (c *Client) nothingSaved(_ context.Context, now time.Time, _ []string) []bot.Command {
	if c.saved {
		c.saved, c.invite = false, now
	}
	return nil
}
