package bench

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/positions"
	"gammonlab/evalbench/report"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
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

// positionsRunSettings returns the settings of the measurement for its page.
func positionsRunSettings(c *cli.Context, exam *positions.Exam) (report.Settings, error) {
	own := *exam
	own.Worst = 0 // the page always shows some
	s := report.SettingsOf(cliutil.CommandLine(c), &own)
	add := func(name, value string) { s.List = append(s.List, [2]string{name, value}) }
	if !c.Args().Present() {
		add("benchmark", "the one that comes with the program")
	}
	for _, file := range c.Args().Slice() {
		sum, err := digest.File(file)
		if err != nil {
			return s, err
		}
		add("benchmark", file)
		add("its SHA-256", sum)
	}
	return s, nil
}
