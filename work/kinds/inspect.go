package kinds

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"gammonlab/datasets"
	"gammonlab/datasets/report"
	"gammonlab/datasets/upkeep"
	"gammonlab/work"
)

// dataInfoWork has the settings of the command dataset info.
type dataInfoWork struct {
	Files   []string `json:"files" required:"true" path:"in" place:"FILE..." help:"database <FILE>s"`
	Plots   string   `json:"plots" path:"folder" files:"*.png *.svg" help:"draw distributions in <FOLDER>"`
	SkipBad bool     `json:"skip_bad" help:"skip and count invalid rows"`
}

// PathsOf returns the folders of the pictures.
func (*dataInfoWork) PathsOf(_, dir string, value func(name string) string) []string {
	return plotFolders(dir, strings.Split(value("files"), "\n"))
}

// plotFolders returns the folders of the pictures: dir for one database, a subfolder for each of
// several.
func plotFolders(dir string, files []string) []string {
	if len(files) < 2 {
		return []string{dir}
	}
	var all []string
	for i, path := range files {
		all = append(all, filepath.Join(dir, fmt.Sprintf("%d-%s", i+1, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))))
	}
	return all
}

func dataInfoKind() work.Kind[dataInfoWork, work.Result] {
	return work.Kind[dataInfoWork, work.Result]{
		Name: "dataset info", Title: "Statistics of databases", Unit: "rows", Label: "read",
		Usage: "print statistics of databases",
		Help: `Prints the number of positions of each class and labelling method, the distributions of
equities and standard errors, and the provenance. --plots draws the distributions in
FOLDER/equity.png and FOLDER/error.png; with several files, in one subfolder for each.

Example:
   gammonlab dataset info --plots plots positions.parquet`,
		Local: true, Serial: true, Lines: true, Results: []any{report.Info{}}, Run: runDataInfo,
	}
}

// furtherInfo is an info after another one. Its text begins with a blank line.
type furtherInfo struct{ *report.Info }

// Text returns the text.
func (i furtherInfo) Text() string { return "\n" + i.Info.Text() }

func runDataInfo(ctx context.Context, w *dataInfoWork, env *work.Env) (work.Result, error) {
	folders := plotFolders(w.Plots, w.Files)
	for i, path := range w.Files {
		info, err := w.info(ctx, path, env)
		if err == nil && w.Plots != "" {
			err = info.Plot(folders[i])
		}
		if err != nil {
			return nil, err
		}
		var result work.Result = info
		if i > 0 {
			result = furtherInfo{info}
		}
		if err := env.Print(result); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// info reads a file.
func (w *dataInfoWork) info(ctx context.Context, path string, env *work.Env) (*report.Info, error) {
	f, err := datasets.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if w.SkipBad {
		f.SkipBad()
	}
	summary, err := upkeep.Summarize(ctx, f, env.Add(f.Len()))
	if err != nil {
		return nil, err
	}
	return report.NewInfo(f, summary)
}

// dataVerifyWork has the settings of the command dataset verify.
type dataVerifyWork struct {
	Files []string `json:"files" required:"true" path:"in" place:"FILE..." help:"database <FILE>s"`
}

func dataVerifyKind() work.Kind[dataVerifyWork, work.Result] {
	return work.Kind[dataVerifyWork, work.Result]{
		Name: "dataset verify", Title: "Check of databases", Unit: "rows",
		Usage: "verify the integrity of databases and their rows",
		Help: `Checks checksums, columns, legality of positions, order of probabilities, that the rules of the
game allow each label, such as no gammon after a checker is off, and that no position occurs
twice. It needs about 16 bytes of memory per row. The exit code is 1 if a check fails.

Example:
   gammonlab dataset verify positions.parquet`,
		Local: true, Serial: true, Lines: true, Results: []any{datasets.Verified{}}, Run: runDataVerify,
	}
}

func runDataVerify(ctx context.Context, w *dataVerifyWork, env *work.Env) (work.Result, error) {
	wrong := 0
	for _, path := range w.Files {
		v, err := verifyDatabase(ctx, path, env)
		if errors.Is(err, context.Canceled) {
			return nil, err
		}
		if err != nil {
			v.Problem = err.Error()
		}
		if v.OK = v.Problem == ""; !v.OK {
			wrong++
		}
		if err := env.Print(v); err != nil {
			return nil, err
		}
	}
	if wrong > 0 {
		return nil, fmt.Errorf("%d of %d files are not sound", wrong, len(w.Files))
	}
	return nil, nil
}

// verifyDatabase verifies one file.
func verifyDatabase(ctx context.Context, path string, env *work.Env) (*datasets.Verified, error) {
	f, err := datasets.Open(path)
	if err != nil {
		return &datasets.Verified{File: path}, err
	}
	defer f.Close()
	found, err := datasets.Verify(ctx, f, env.Add(f.Len()))
	return found.Report(path), err
}
