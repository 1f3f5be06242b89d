package cliutil

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/internal/plaintext"
)

// Note prints a line to standard error. The line begins with the whole name of the
// command, as errors do: "gammonlab serve: ...".
func Note(c *cli.Context, format string, args ...any) {
	fmt.Fprintf(c.App.ErrWriter, "%s: %s\n", c.Command.HelpName, plaintext.VisibleLine(fmt.Sprintf(format, args...)))
}

// Warn prints a problem that does not stop the command, as a [Note].
func Warn(c *cli.Context, format string, args ...any) { Note(c, "warning: "+format, args...) }

// WarnVariant warns that the net of the flag "model" evaluates positions of another
// variant than it was trained for. The source of the positions may be empty.
func WarnVariant(c *cli.Context, source string, trained, evaluated board.Variant) {
	if source != "" {
		source += ": "
	}
	Warn(c, "%smodel %s was trained for %v, not for %v", source, c.String("model"), trained, evaluated)
}
