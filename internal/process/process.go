// Package process starts other programs so that they end with this one.
package process

import (
	"errors"
	"strings"
)

// Split splits a command at blanks like a shell, but without any other
// features of a shell.
func Split(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	var quote rune // 0 outside
	escaped := false
	for _, c := range text {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, inWord = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, inWord = c, true
		case quote == 0 && (c == ' ' || c == '\t'):
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if quote != 0 || escaped {
		return nil, errors.New("the command has an unclosed quote")
	}
	if inWord {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("it has no command")
	}
	return words, nil
}
