package play

import (
	"io"
	"os"
	"strings"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// The colours of a board on a terminal.
const (
	ownColour   = "\x1b[1;96m" // the user's X checkers
	otherColour = "\x1b[1;93m"
	frameColour = "\x1b[2m"
	noColour    = "\x1b[0m"
)

// hasColours reports whether an output shows colours: a terminal that is not plain, whose user wants some
// (no-color.org).
func hasColours(out io.Writer) bool {
	_, is := cliutil.TerminalOf(out)
	kind := os.Getenv("TERM")
	return is && kind != "" && kind != "dumb" && os.Getenv("NO_COLOR") == ""
}

// coloured returns a board as text with colours: of the checkers, the frame and the numbers of the points.
func coloured(diagram string) string {
	var b strings.Builder
	for line := range strings.Lines(diagram) {
		left, right := strings.IndexAny(line, "+|"), strings.LastIndexAny(line, "+|")
		if left < 0 || right <= left {
			b.WriteString(line)
			continue
		}
		b.WriteString(line[:left])
		if line[left] == '+' {
			b.WriteString(frameColour + line[left:right+1] + noColour)
		} else {
			b.WriteString(men(line[left : right+1]))
		}
		b.WriteString(line[right+1:])
	}
	return b.String()
}

// men colours the checkers and the frame of a row.
func men(row string) string {
	return strings.NewReplacer("X", ownColour+"X"+noColour, "O", otherColour+"O"+noColour, "|", frameColour+"|"+noColour).Replace(row)
}
