package cliutil

import (
	"encoding/json"
	"io"

	"github.com/urfave/cli/v2"
)

// ResultFlag is the flag --json of a command, with the types of the JSON that the command
// prints. The schemas in docs/schemas are made from these types.
type ResultFlag struct {
	*cli.BoolFlag
	Forms []any // values of the types; the command prints one of them
	Lines bool  // the command prints any number of them, one per line
}

// JSONFlag returns the flag --json. The values have the types of the output, one for each
// kind of result of the command.
func JSONFlag(forms ...any) cli.Flag { return newResultFlag("print the result as JSON", forms) }

// JSONLinesFlag returns the flag --json of a command that prints one object per line.
func JSONLinesFlag(forms ...any) cli.Flag {
	lines := newResultFlag("print JSON, one object per line", forms)
	lines.Lines = true
	return lines
}

// JSONAnswersFlag is [JSONLinesFlag] for a command that answers questions about positions in
// the format of [FormatFlag].
func JSONAnswersFlag(forms ...any) cli.Flag {
	answers := newResultFlag("print JSON, one object per line and position; short for --format json", forms)
	answers.Lines = true
	return answers
}

func newResultFlag(usage string, forms []any) *ResultFlag {
	return &ResultFlag{BoolFlag: &cli.BoolFlag{Name: "json", Usage: usage}, Forms: forms}
}

// PrintResult prints a result as text, or as JSON if --json is set.
func PrintResult(c *cli.Context, result interface{ Text() string }) error {
	return PrintEither(c, result, result.Text)
}

// PrintAs prints a result as text or, with the format [FormatJSON], as JSON.
func PrintAs(c *cli.Context, format string, result interface{ Text() string }) error {
	return printEither(c, format, result, result.Text)
}

// PrintEither prints a result as JSON if --json is set, otherwise the text.
func PrintEither(c *cli.Context, result any, text func() string) error {
	return printEither(c, FormatOf(c), result, text)
}

func printEither(c *cli.Context, format string, result any, text func() string) error {
	if format == FormatJSON {
		return PrintJSON(c.App.Writer, result)
	}
	_, err := io.WriteString(c.App.Writer, text())
	return err
}

// PrintJSON prints a value as JSON.
func PrintJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// FormatOf returns the format that the flag --json asks for: JSON or text.
func FormatOf(c *cli.Context) string {
	if c.Bool("json") {
		return FormatJSON
	}
	return FormatText
}
