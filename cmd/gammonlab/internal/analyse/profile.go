package analyse

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/evalbench/profile"
	"gammonlab/internal/plaintext"
	"gammonlab/nets"
)

// mostProfiles is the maximal number of players that get a profile if none is named and
// all of them play in the same number of matches.
const mostProfiles = 2

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
func (m *many) addProfiles(aliases map[string]string) error {
	m.result.Players = m.collector.Players()
	names := []string{m.c.String("name")}
	if name, ok := aliases[names[0]]; ok {
		names[0] = name
	}
	if !m.c.IsSet("name") {
		names = m.mostFrequent()
	}
	for _, name := range names {
		p, err := m.collector.Profile(name, profile.Options{Block: m.c.Int("trend")})
		if err != nil {
			return cliutil.Usagef("--name: %q plays in none of %d matches; these do: %s", name, m.result.Matches, m.players())
		}
		m.result.Profiles = append(m.result.Profiles, p)
	}
	return m.plot()
}

// mostFrequent returns the players in most matches, none if they are more than
// mostProfiles.
func (m *many) mostFrequent() []string {
	var names []string
	for _, p := range m.result.Players {
		if p.Matches == m.result.Players[0].Matches {
			names = append(names, p.Name)
		}
	}
	if len(names) > mostProfiles {
		return nil
	}
	return names
}

// players returns the players in most matches as text.
func (m *many) players() string {
	const most = 10
	var all []string
	for i, p := range m.result.Players {
		if i == most {
			all = append(all, "…")
			break
		}
		all = append(all, fmt.Sprintf("%s (%d)", plaintext.VisibleLine(p.Name), p.Matches))
	}
	return strings.Join(all, ", ")
}

// plot draws the trend of the only profile.
func (m *many) plot() error {
	path := m.c.String("plot")
	switch {
	case path == "":
		return nil
	case len(m.result.Profiles) != 1:
		return cliutil.Usagef("--plot draws one player: name one by --name, of: %s", m.players())
	case m.result.Profiles[0].Trend == nil:
		return fmt.Errorf("--plot: one match has no trend")
	}
	return m.result.Profiles[0].Chart().Write(path)
}

// print prints the profiles.
func (m *many) print() error {
	return cliutil.PrintEither(m.c, &m.result, m.text)
}

// text returns the result as text.
func (m *many) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, judged by %s at %d plies with the cube\n", plaintext.Counted(m.result.Matches, "match", "matches"), m.c.String("model"), m.result.Plies)
	for _, p := range m.result.Profiles {
		b.WriteString("\n" + p.Text(m.hint()))
	}
	if len(m.result.Profiles) == 0 && len(m.result.Players) > 0 {
		fmt.Fprintf(&b, "\nSeveral players play in equally many matches; name one by --name: %s\n", m.players())
	}
	return b.String()
}

// hint returns the command that shows a decision as it was judged; only the XGID is
// missing.
func (m *many) hint() string {
	text := fmt.Sprintf("gammonlab hint --cubeful --plies %d", m.result.Plies)
	if model := m.c.String("model"); model != nets.DefaultNet {
		text += " --model " + model
	}
	return text
}
