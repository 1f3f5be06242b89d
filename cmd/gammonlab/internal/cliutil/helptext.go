package cliutil

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// Columns of help texts.
const (
	helpColumns = 100 // width of a line
	flagColumns = 30  // width of the longest flag with its description on the same line
	indent      = "   "
	joined      = "\x00" // a blank at which a line must not be broken
)

func init() { cli.HelpPrinter = printHelp }

// printHelp prints a help text of the library with descriptions of flags in lines of at
// most 100 columns.
func printHelp(w io.Writer, template string, data any) {
	var text bytes.Buffer
	cli.HelpPrinterCustom(&text, template, data, map[string]any{"groups": Groups})
	io.WriteString(w, wrapFlags(ownWords.Replace(text.String())))
}

// ownWords replaces the library's descriptions by descriptions in the style of the
// program.
var ownWords = strings.NewReplacer(
	"Shows a list of commands or help for one command", "print the commands, or the help of one command",
	"show help", "print this help",
)

// flagLine matches a flag and its description in a list of flags.
var flagLine = regexp.MustCompile(`^   (-.*?\S)  +(\S.*)$`)

// wrapFlags breaks the descriptions of flags into lines.
func wrapFlags(text string) string {
	lines := strings.Split(text, "\n")
	width := 0
	eachFlagLine(lines, func(_ int, form, _ string) {
		if n := utf8.RuneCountInString(form); n <= flagColumns {
			width = max(width, n)
		}
	})
	eachFlagLine(lines, func(i int, form, description string) { lines[i] = wrapFlag(form, description, width) })
	return strings.Join(lines, "\n")
}

// eachFlagLine calls do with each flag of a help text and the number of its line.
func eachFlagLine(lines []string, do func(i int, form, description string)) {
	inFlags := false
	for i, line := range lines {
		if line != "" && line[0] != ' ' {
			inFlags = strings.HasSuffix(line, "OPTIONS:")
		}
		if part := flagLine.FindStringSubmatch(line); inFlags && part != nil {
			do(i, part[1], part[2])
		}
	}
}

// wrapFlag returns the lines of a flag: its form, padded to the width, and its
// description. If the form is wider, the description begins on the next line.
func wrapFlag(form, description string, width int) string {
	margin := strings.Repeat(" ", len(indent)+width+2)
	line := indent + form + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(form))) + "  "
	var lines []string
	if utf8.RuneCountInString(form) > width {
		lines, line = append(lines, indent+form), margin
	}
	used := 0 // words in the line
	for _, word := range strings.Fields(strings.ReplaceAll(description, "(default: ", "(default:"+joined)) {
		word = strings.ReplaceAll(word, joined, " ")
		if used > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > helpColumns {
			lines, line, used = append(lines, line), margin, 0
		}
		if used++; used > 1 {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, line), "\n")
}
