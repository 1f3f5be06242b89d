package main

import (
	"fmt"
	"regexp"
	"strings"
)

// quotedPattern matches a quoted text, which is one word of a shell.
var quotedPattern = regexp.MustCompile(`'[^']*'|"[^"]*"`)

// command is a command with its help, as "gammonlab commands" prints it.
type command struct {
	Name  string `json:"name"`
	Flags []struct {
		Form string `json:"form"`
	} `json:"flags"`
	Commands []command `json:"commands"`
}

// builtin are the commands of the command line library, which the list omits.
var builtin = map[string]bool{"help": true, "--help": true, "--version": true, "commands": true}

// checkExample describes the fault of a line of an example. It returns "" if the line
// is correct or does not call gammonlab. It ignores the text before the program's name,
// such as a prompt or variables, and the text after its arguments.
func (c *command) checkExample(line string) string {
	words := strings.Fields(quotedPattern.ReplaceAllString(line, "''"))
	if len(words) > 0 && words[0] == "$" {
		words = words[1:]
	}
	if len(words) < 2 || words[0] != "gammonlab" && !strings.HasSuffix(words[0], "/gammonlab") || builtin[words[1]] {
		return ""
	}
	at, words := c, words[1:]
	for len(words) > 0 && len(at.Commands) > 0 {
		if strings.HasPrefix(words[0], "-") {
			break
		}
		next := at.find(words[0])
		if next == nil {
			if strings.ToUpper(words[0]) == words[0] { // a placeholder
				return ""
			}
			return fmt.Sprintf("%s has no command %s", at.Name, words[0])
		}
		at, words = next, words[1:]
	}
	for _, w := range words {
		if strings.ContainsAny(w, "|>#;&") {
			break
		}
		name, _, _ := strings.Cut(strings.Trim(w, "[]"), "=")
		if strings.HasPrefix(name, "--") && name != "--help" && !at.has(name) {
			return fmt.Sprintf("%s has no flag %s", at.Name, name)
		}
	}
	return ""
}

// find returns the command with this name, nil if there is none.
func (c *command) find(name string) *command {
	for i := range c.Commands {
		if c.Commands[i].Name == name || strings.HasSuffix(c.Commands[i].Name, " "+name) {
			return &c.Commands[i]
		}
	}
	return nil
}

// has reports whether a command has a flag, with one hyphen or two.
func (c *command) has(flag string) bool {
	for _, f := range c.Flags {
		if f.Form == "--"+strings.TrimPrefix(flag, "--no-") { // a boolean flag, whose form has no value
			return true
		}
		for _, word := range strings.FieldsFunc(f.Form, func(r rune) bool { return strings.ContainsRune(" ,[]=", r) }) {
			if strings.TrimLeft(word, "-") == strings.TrimLeft(flag, "-") {
				return true
			}
		}
	}
	return false
}
