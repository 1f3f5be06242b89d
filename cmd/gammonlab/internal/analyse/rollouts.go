package analyse

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/engine/rollout"
	"gammonlab/internal/cachefolder"
	"gammonlab/internal/setting"
)

// errorPreset is the default precision of rollouts of errors.
const errorPreset rollout.Preset = "standard"

// errorRolloutFlags returns the flags of the rollouts of errors and close decisions.
func errorRolloutFlags() []cli.Flag {
	return cliutil.Group("Rollouts of errors",
		&cli.BoolFlag{Name: "rollout-errors", Usage: "roll out errors and close decisions, and judge them by the results"},
		&cli.StringFlag{Name: "rollout", Usage: "settings of these rollouts, `NAME=VALUE,…` with the names of the flags of rollout, such as preset=quick,trials=360,plies=1 (default: preset=" + string(errorPreset) + ")"},
		cliutil.EquityFlag("rollout-close", float64(analysis.DefaultClose), "a decision is close if the best two choices differ by `EQUITY` at most"),
	)
}

// addRollouts adds the rollouts of the flags to the options of an analysis. It returns the
// folder that keeps the trials, "" for none.
func addRollouts(c *cli.Context, o *analysis.Options, bar *cliutil.Bar) (folder string, err error) {
	if !c.Bool("rollout-errors") {
		for _, name := range []string{"rollout", "rollout-close", "cache"} {
			if c.IsSet(name) && !(name == "cache" && c.String(name) == cliutil.NoCache) {
				return "", cliutil.Usagef("--%s needs --rollout-errors", name)
			}
		}
		return "", nil
	}
	r := &analysis.Rollouts{Settings: errorPreset.Of(), Close: engine.Equity(cliutil.Equity(c, "rollout-close"))}
	if !(r.Close >= 0) {
		return "", cliutil.Usagef("--rollout-close is %s, want at least 0", c.String("rollout-close"))
	}
	if text := c.String("rollout"); text != "" {
		if r.Settings, err = readRollout(text); err != nil {
			return "", cliutil.Usagef("--rollout: %w", err)
		}
	}
	if r.Folder, err = rolloutFolder(c); err != nil {
		return "", err
	}
	begun := false
	r.Progress = func(done, total int64) {
		if !begun {
			bar.Finish()
			bar.Next("rollouts", "decisions")
			begun = true
		}
		bar.Report(done, total)
	}
	o.Rollouts = r
	return r.Folder, nil
}

// readRollout reads settings of rollouts from a text, by the names of flags or of settings.
func readRollout(text string) (rollout.Settings, error) {
	var s rollout.Settings
	words := strings.Split(text, ",")
	preset := "preset=" + string(errorPreset)
	for i, word := range words {
		name, value, _ := strings.Cut(word, "=")
		words[i] = string(setting.OfFlag(name)) + "=" + value
		if name == "preset" {
			preset = ""
		}
	}
	if preset != "" {
		words = append(words, preset)
	}
	return s, setting.ReadOptions(&s, words)
}

// rolloutFolder returns the folder that keeps the trials, which it creates, "" for none.
func rolloutFolder(c *cli.Context) (string, error) {
	folder := c.String("cache")
	switch folder {
	case cliutil.NoCache:
		return "", nil
	case "":
		program, err := cachefolder.Path()
		if err != nil {
			return "", fmt.Errorf("no folder for rollouts: %w (--cache names one)", err)
		}
		folder = program
	}
	folder = filepath.Join(folder, "rollouts")
	return folder, os.MkdirAll(folder, 0o777)
}
