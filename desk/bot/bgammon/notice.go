package bgammon

import (
	"fmt"
	"strings"
	"time"

	"gammonlab/desk/bot"
	"gammonlab/internal/plaintext"
)

// notice handles a notice of the server.
func (c *Client) notice(now time.Time, message string) []bot.Command {
	switch {
	case strings.HasPrefix(message, "Connection terminated"):
		c.terminated(message)
	case strings.Contains(message, "would like to play again") && c.over && !c.last():
		c.leave = time.Time{}
		return c.words(now, "rematch")
	case strings.HasPrefix(message, "Message not sent") || strings.Contains(message, "restricted") ||
		strings.Contains(strings.ToLower(message), "muted"):
		c.mute = true
	}
	return nil
}

// terminated handles the message with which the server ends the connection. If the name
// is in use, the bot tries again, because the server frees the name after it detects that
// the old connection is lost. Other rejections count.
func (c *Client) terminated(message string) {
	c.table.Log("%s", plaintext.OneLine(message))
	if c.me != "" || strings.Contains(message, "already in use") {
		return
	}
	if c.refused++; c.refused >= maxRefused {
		c.err = fmt.Errorf("the server refused %d log-ins of %s: %s", c.refused, c.o.Name, plaintext.OneLine(message))
	}
}
