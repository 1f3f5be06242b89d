package bench

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/atomicfile"
)

func htmlFlag() cli.Flag {
	return &cli.StringFlag{Name: "html", Category: cliutil.OutputGroup, Usage: "write an HTML page with charts and figures to `FILE`"}
}

// writeHTML writes the page if the flag names a file.
func writeHTML(c *cli.Context, page func(w io.Writer) error) error {
	path := c.String("html")
	if path == "" {
		return nil
	}
	if err := atomicfile.Write(path, page); err != nil {
		return fmt.Errorf("--html: %w", err)
	}
	return nil
}
