package train

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/plaintext"
	"gammonlab/supervised"
)

// backendOf returns the backend of the settings.
func backendOf(cfg *supervised.Config) (supervised.Backend, error) {
	if cfg.Backend == supervised.Gorgonia {
		return gorgoniaBackend()
	}
	return nil, nil
}

// dataFiles returns the files of the flags, by default the given files.
func dataFiles(c *cli.Context, files supervised.Files) supervised.Files {
	if c.IsSet("data") {
		files.Training = c.String("data")
	}
	if c.IsSet("validation") {
		files.Validation = c.String("validation")
	}
	if c.IsSet("bench-values") {
		files.Values = c.StringSlice("bench-values")
	}
	if c.IsSet("bench-decisions") {
		files.Decisions = c.StringSlice("bench-decisions")
	}
	return files
}

// loadData reads the files, shows a progress bar, and reports the skipped rows.
func loadData(c *cli.Context, cfg *supervised.Config, files supervised.Files) (*supervised.Data, error) {
	bar := cliutil.NewBar(c, "read", "rows")
	data, err := supervised.Load(c.Context, cfg, files, func(done, total int64) {
		bar.Begin(0, total)
		bar.Set(done)
	})
	bar.Finish()
	if err != nil {
		return nil, err
	}
	for _, left := range []struct {
		n    int64
		what string
	}{
		{int64(data.Left.Over), "where the game is over"},
		{int64(data.Left.Unlabelled), "without a label"},
		{int64(data.Left.Shared), "that are also validation positions"},
		{data.Left.Bad, fmt.Sprintf("that are damaged, the first: %v", data.Left.FirstBad)},
	} {
		if left.n > 0 {
			cliutil.Note(c, "left out: %d %s %s", left.n, plaintext.Noun(left.n, "row", "rows"), left.what)
		}
	}
	return data, nil
}
