package fibs

import (
	"fmt"
	"time"

	"gammonlab/desk/bot"
)

// login answers the prompt. A second prompt means that the server has rejected the name
// or the password.
func (c *Client) login(now time.Time) []bot.Command {
	if c.prompts++; c.prompts > 1 {
		c.table.Log("the server refuses the log-in of %s", c.o.Name)
		if c.refused++; c.refused >= maxRefused {
			c.err = fmt.Errorf("the server refused %d log-ins of %s", c.refused, c.o.Name)
		}
		return []bot.Command{{Close: true}}
	}
	return c.words(now, "login "+c.o.Client+" "+version+" "+c.o.Name+" "+c.o.Password)
}

// settingNames lists the settings in line 2, in their order after the name.
var settingNames = []string{
	"allowpip", "autoboard", "autodouble", "automove", "away", "bell", "crawford", "double", "experience", "greedy",
	"moreboards", "moves", "notify", "rating", "ratings", "ready", "redoubles", "report", "silent", "timezone",
}

// wanted lists the settings that a bot needs, on or off.
var wanted = []struct {
	name string
	on   bool
}{
	{"autoboard", true}, {"double", true}, {"crawford", true}, {"notify", true},
	{"automove", false}, {"greedy", false}, {"autodouble", false}, {"moves", false}, {"bell", false}, {"report", false},
}

// numbered handles a line for programs.
func (c *Client) numbered(now time.Time, number int, words []string) []bot.Command {
	switch {
	case number == 1:
		c.online, c.refused = true, 0
	case number == 2 && len(words) > len(settingNames):
		return c.readSettings(now, words[1:])
	case number == 5 && len(words) > 5 && words[0] == c.o.Name:
		c.table.Results.SetRating(words[5])
	case number == 7 && len(words) > 0 && words[0] == c.o.Invite && !c.Playing():
		c.invite = now
	}
	return nil
}

// readSettings reads the settings and changes those that differ from wanted.
func (c *Client) readSettings(now time.Time, values []string) []bot.Command {
	c.settings = map[string]bool{}
	for i, name := range settingNames {
		c.settings[name] = values[i] == "1"
	}
	c.table.Results.SetRating(values[13])
	texts := []string{"set boardstyle 3"}
	for _, w := range wanted {
		if c.settings[w.name] != w.on {
			texts = append(texts, "toggle "+w.name)
			c.settings[w.name] = w.on
		}
	}
	if values[16] != "none" {
		texts = append(texts, "set redoubles none")
	}
	commands := append(c.words(now, texts...), c.ready(now, true)...)
	if c.o.Invite != "" {
		c.invite = now
	}
	return commands
}

// ready tells the server whether the bot accepts invitations. It does so only between
// matches.
func (c *Client) ready(now time.Time, on bool) []bot.Command {
	if c.settings == nil || c.settings["ready"] == on || c.Playing() {
		return nil
	}
	c.settings["ready"] = on
	return c.words(now, "toggle ready")
}
