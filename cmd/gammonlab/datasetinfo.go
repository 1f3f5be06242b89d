package main

import (
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/digest"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/progress"
)

func datasetInfoCommand() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "say what is in databases of positions",
		ArgsUsage: "FILE...",
		Description: `Prints how many positions of each class a database has and how they were
labelled, the standard errors of the labels' equities, the equities, and where
all that comes from. --plot draws the distributions of equities and of errors
into DIR/equity.png and DIR/error.png, as far as there are any; of several files,
each gets a folder in DIR.

Example:
   gammonlab dataset info --plot plots positions.parquet`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "plot", Usage: "draw distributions into the folder `DIR`"},
			skipBadFlag(), jsonFlag(),
		},
		Action: datasetInfo,
	}
}

// datasetInfo runs the command.
func datasetInfo(c *cli.Context) error {
	files, err := fileArguments(c)
	if err != nil {
		return err
	}
	plots := plotFolders(c, c.String("plot"))
	for i, path := range files {
		info, err := newDatasetInfo(c, path)
		if err != nil {
			return err
		}
		if c.String("plot") != "" {
			if err := plotDataset(info, plots[i]); err != nil {
				return err
			}
		}
		if c.Bool("json") {
			err = printJSON(c.App.Writer, info)
		} else {
			if i > 0 {
				fmt.Fprintln(c.App.Writer)
			}
			err = info.print(c.App.Writer)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// fileInfo is what dataset info prints of a file.
type fileInfo struct {
	File       string            `json:"file"`
	SHA256     string            `json:"sha256"`
	Bytes      int64             `json:"bytes"`
	Variant    string            `json:"variant"`
	Rows       int64             `json:"rows"`
	Labelled   int64             `json:"labelled"`
	Bad        int64             `json:"bad"`
	Groups     []groupInfo       `json:"groups"`  // by class and method
	Methods    []methodInfo      `json:"methods"` // of the labels
	Classes    []classInfo       `json:"classes"`
	Sources    []datasets.Count  `json:"sources"`
	Labellers  []datasets.Count  `json:"labellers"`
	Provenance map[string]string `json:"provenance"`

	badRow  error
	summary *datasets.Summary
}

// groupInfo counts the rows of a class that were labelled by a method.
type groupInfo struct {
	Class  string `json:"class"`
	Method string `json:"method"`
	Rows   int64  `json:"rows"`
}

// methodInfo is what is known of the labels of a method. Errors are in points of
// equity.
type methodInfo struct {
	Method string   `json:"method"`
	Rows   int64    `json:"rows"`
	Trials int64    `json:"trials"`
	Known  int64    `json:"errors_known"`
	Mean   *float64 `json:"mean_error"`
	Median *float64 `json:"median_error"`
	Q90    *float64 `json:"error_90"`
	Q99    *float64 `json:"error_99"`
	errors datasets.Distribution
}

// classInfo is what is known of the equities of a class.
type classInfo struct {
	Class     string   `json:"class"`
	Rows      int64    `json:"rows"`
	Labelled  int64    `json:"labelled"`
	Mean      *float64 `json:"mean_equity"`
	Deviation *float64 `json:"equity_deviation"`

	equity datasets.Histogram
	errors datasets.Distribution
}

// newDatasetInfo reads a file.
func newDatasetInfo(c *cli.Context, path string) (*fileInfo, error) {
	f, err := datasets.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if c.Bool("skip-bad") {
		f.SkipBad()
	}
	stat, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	bar := progress.New(c.App.ErrWriter, "read", "rows", f.Len())
	summary, err := datasets.Summarize(c.Context, f, func(rows int) { bar.Add(int64(rows)) })
	bar.Finish()
	if err != nil {
		return nil, err
	}
	meta := f.Meta()
	info := &fileInfo{
		File: path, Bytes: stat.Size(), Variant: meta.Variant.String(), Rows: summary.Rows, Provenance: meta.Provenance,
		Groups: []groupInfo{}, Methods: []methodInfo{}, Classes: []classInfo{},
		Sources: summary.Sources.Counts(), Labellers: summary.Labellers.Counts(), summary: summary,
	}
	if info.SHA256, err = digest.File(path); err != nil {
		return nil, err
	}
	info.Bad, info.badRow = f.Skipped()
	info.addMethods()
	info.addClasses()
	return info, nil
}

// addMethods puts together what is known of each method.
func (i *fileInfo) addMethods() {
	for _, method := range datasets.Methods() {
		m := methodInfo{Method: method.String()}
		for _, g := range i.summary.Groups {
			if g.Method == method {
				m.Rows += g.Rows
				m.Trials += g.Trials
				m.errors.Merge(&g.Errors)
			}
		}
		if m.Rows == 0 || method == datasets.Unlabelled {
			continue
		}
		i.Labelled += m.Rows
		m.Known = m.errors.N
		m.Mean, m.Median = plaintext.Known(m.errors.Mean()), plaintext.Known(m.errors.Quantile(0.5))
		m.Q90, m.Q99 = plaintext.Known(m.errors.Quantile(0.9)), plaintext.Known(m.errors.Quantile(0.99))
		i.Methods = append(i.Methods, m)
	}
}

// addClasses puts together what is known of each class.
func (i *fileInfo) addClasses() {
	for _, class := range engine.Classes() {
		k := classInfo{Class: class.String()}
		for _, g := range i.summary.Groups {
			if g.Class != class {
				continue
			}
			i.Groups = append(i.Groups, groupInfo{k.Class, g.Method.String(), g.Rows})
			k.Rows += g.Rows
			k.equity.Merge(&g.Equity)
			k.errors.Merge(&g.Errors)
		}
		if k.Rows > 0 {
			k.Labelled = k.equity.N
			k.Mean, k.Deviation = plaintext.Known(k.equity.Mean()), plaintext.Known(k.equity.Deviation())
			i.Classes = append(i.Classes, k)
		}
	}
}
