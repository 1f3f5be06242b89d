package analyse

import (
	"io"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/evalbench/analyses/report/export"
	"gammonlab/internal/atomicfile"
)

// exportFlag returns the flag that names the file of a report.
func exportFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "export", Usage: "write a report to `FILE`: .html, .pdf, .tex, .txt, .svg or .png; may be repeated"}
}

// checkExport returns an error if the format of a file is unknown. It runs before the
// work begins.
func checkExport(c *cli.Context) error {
	for _, path := range c.StringSlice("export") {
		if err := export.Check(path); err != nil {
			return cliutil.Usagef("--export: %w", err)
		}
	}
	return nil
}

// exportFiles returns the file and its existing numbered pictures.
func exportFiles(_ *cli.Context, path string) []string {
	return append([]string{path}, export.Numbered(path)...)
}

// writeExport writes a report to the files that the flags name.
func writeExport(c *cli.Context, d *report.Document) error {
	if path := c.String("html"); path != "" { // the flag is older than --export, and accepts any file name
		if err := atomicfile.Write(path, func(w io.Writer) error { return report.HTML(w, d) }); err != nil {
			return err
		}
	}
	for _, path := range c.StringSlice("export") {
		if err := export.File(path, d); err != nil {
			return err
		}
	}
	return nil
}
