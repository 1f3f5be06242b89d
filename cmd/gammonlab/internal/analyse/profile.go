package analyse

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/profile"
)

// checkMany checks the flags and returns the aliases.
func checkMany(c *cli.Context) (map[string]string, error) {
	for _, name := range ofOneRecord {
		if c.IsSet(name) {
			return nil, cliutil.Usagef("--%s is for the report of one record", name)
		}
	}
	for _, path := range c.Args().Slice() {
		if path == "-" {
			return nil, cliutil.Usagef("standard input is one record, want files or folders")
		}
	}
	switch {
	case c.Int("candidates") < 0:
		return nil, cliutil.Usagef("--candidates is %d, want at least 0", c.Int("candidates"))
	case c.IsSet("trend") && c.Int("trend") < 1:
		return nil, cliutil.Usagef("--trend is %d, want at least 1", c.Int("trend"))
	case c.IsSet("jacoby-rule") && c.String("jacoby-rule") != "on" && c.String("jacoby-rule") != "off":
		return nil, cliutil.Usagef("--jacoby-rule is %q, want on or off", c.String("jacoby-rule"))
	case c.IsSet("plot") && !isPicture(c.String("plot")):
		return nil, cliutil.Usagef("--plot is %q, want a file that ends in .png or .svg", c.String("plot"))
	}
	aliases := map[string]string{}
	for _, text := range c.StringSlice("alias") {
		other, name, ok := strings.Cut(text, "=")
		if !ok || other == "" || name == "" || other == name {
			return nil, cliutil.Usagef("--alias is %q, want OTHER=NAME, two names of a player", text)
		}
		if was, ok := aliases[other]; ok && was != name {
			return nil, cliutil.Usagef("--alias counts %q as %q and as %q", other, was, name)
		}
		aliases[other] = name
	}
	for other, name := range aliases {
		if further, ok := aliases[name]; ok {
			return nil, cliutil.Usagef("--alias counts %q as %q, and this as %q: name the last one for both", other, name, further)
		}
	}
	return aliases, nil
}

// isPicture reports whether a chart can be written to a file of the name.
func isPicture(path string) bool {
	extension := filepath.Ext(path)
	return extension == ".png" || extension == ".svg"
}

// addProfiles adds the profile of the named player or, if none is named, those of the
// players in most matches.
func (m *many) addProfiles() error {
	if err := m.result.Profile(m.c.String("name"), profile.Options{Block: m.c.Int("trend")}); err != nil {
		return cliutil.Usagef("--name: %w", err)
	}
	return m.plot()
}

// plot draws the trend of the only profile.
func (m *many) plot() error {
	path := m.c.String("plot")
	switch {
	case path == "":
		return nil
	case len(m.result.Profiles) != 1:
		return cliutil.Usagef("--plot draws one player: name one by --name, of: %s", m.result.PlayersText())
	case m.result.Profiles[0].Trend == nil:
		return fmt.Errorf("--plot: one match has no trend")
	}
	return m.result.Profiles[0].Chart().Write(path)
}

// print prints the profiles.
func (m *many) print() error { return cliutil.PrintResult(m.c, m.result) }
