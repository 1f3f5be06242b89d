package fibs

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"gammonlab/board"
	"gammonlab/desk/bot"
)

// rule is a pattern of lines with the function that handles them.
type rule struct {
	pattern *regexp.Regexp
	act     func(c *Client, ctx context.Context, now time.Time, m []string) []bot.Command
}

// Patterns of a user name and of a number.
const (
	user   = `([A-Za-z0-9_]+)`
	number = `(\d+)`
)

// rules lists the patterns of relevant lines, more specific patterns first. They are
// compiled on first use.
var rules = sync.OnceValue(func() []rule {
	return []rule{
		line(user+` wants to play a `+number+` point match with you\.`, (*Client).invited),
		line(user+` wants to play an unlimited match with you\.`, (*Client).invitedUnlimited),
		line(user+` wants to resume a saved match with you\.`, (*Client).invitedToResume),
		line(`\*\* Player `+user+` has joined you.*`, (*Client).begun),
		line(`(?:\*\* )?You are now playing .*with `+user+`\. Your running match was loaded\.`, (*Client).resumed),
		line(`(?:\*\* )?You are now playing .*with `+user, (*Client).begun),
		line(user+` has joined you\. Your running match was loaded\.`, (*Client).resumed),
		line(`Starting a new game with `+user, (*Client).newGame),
		line(`You roll `+number+` and `+number, (*Client).iRoll),
		line(user+` rolls `+number+` and `+number, (*Client).opponentRolls),
		line(`It's your turn\. Please roll or double`, (*Client).rollOrDouble),
		line(`It's your turn to roll or double`, (*Client).rollOrDouble),
		line(`It's your turn to move`, (*Client).askBoard),
		line(`Please move `+number+` pieces?`, (*Client).pleaseMove),
		line(`The only possible move is .*`, (*Client).askBoard),
		line(user+` doubles\. Type 'accept' or 'reject'`, (*Client).doubled),
		line(`You double\..*`, (*Client).iDouble),
		line(user+` accepts the double\. The cube shows `+number, (*Client).taken),
		line(`You accept the double\. The cube shows `+number, (*Client).taken),
		line(user+` wants to resign\. You will win `+number+` points?.*`, (*Client).resigns),
		line(`You win the game and get `+number+` points?.*`, win(board.PlayerX, 1)),
		line(user+` wins the game and gets `+number+` points?.*`, win(board.PlayerO, 2)),
		line(user+` gives up\. You win `+number+` points?`, win(board.PlayerX, 2)),
		line(`You give up\. `+user+` wins `+number+` points?`, win(board.PlayerO, 2)),
		line(`You accept and win `+number+` points?`, win(board.PlayerX, 1)),
		line(user+` accepts and wins `+number+` points?`, win(board.PlayerO, 2)),
		line(`Type 'join' if you want to play the next game.*`, (*Client).nextGame),
		line(`You win the `+number+` point match `+number+`-`+number, (*Client).matchWon),
		line(user+` wins the `+number+` point match `+number+`-`+number, (*Client).matchLost),
		line(user+` (?:drops connection|logs out)\..*`, (*Client).interrupted),
		line(`Connection with `+user+` timed out.*`, (*Client).interrupted),
		line(`\*\* Player `+user+` has left the game.*`, (*Client).interrupted),
		line(`\*\* You must give .*`, (*Client).fault),
		line(`\*\* You can't move.*`, (*Client).fault),
		line(`\*\* It's not your turn.*`, (*Client).fault),
		line(`\*\* There is no saved match with .*`, (*Client).nothingSaved),
	}
})

// line returns a rule for a whole line. The full stop at the end is optional.
func line(pattern string, act func(*Client, context.Context, time.Time, []string) []bot.Command) rule {
	return rule{regexp.MustCompile(`^` + pattern + `\s*\.?$`), act}
}

// sentence handles a line for people.
func (c *Client) sentence(ctx context.Context, now time.Time, text string) []bot.Command {
	for _, r := range rules() {
		if m := r.pattern.FindStringSubmatch(text); m != nil {
			return r.act(c, ctx, now, m)
		}
	}
	if strings.HasPrefix(text, "**") {
		c.table.Log("the server says: %s", text)
	}
	return nil
}

// isOpponent reports whether the name is the opponent's.
func (c *Client) isOpponent(name string) bool { return c.opponent != "" && name == c.opponent }

// atoi converts digits to a number, 0 if it is too large.
func atoi(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}
