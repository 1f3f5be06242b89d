package bench

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/evalbench"
	"gammonlab/evalbench/report"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
)

func htmlFlag() cli.Flag {
	return &cli.StringFlag{Name: "html", Usage: "write a page with charts and figures to `FILE`"}
}

// writeHTML writes the page that the flag asks for, if it does.
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

// matchSettings are those of a match for its page.
func matchSettings(c *cli.Context, m *evalbench.Match) report.Settings {
	s := report.Settings{Command: cliutil.CommandLine(c), List: []report.Setting{
		{Name: "variant", Value: m.Variant.String()}, {Name: "form", Value: m.Form.String()},
		{Name: "seed", Value: fmt.Sprint(m.Seed)},
		{Name: "player A", Value: m.NameA}, {Name: "player B", Value: m.NameB},
	}}
	if m.Judge != nil {
		s.List = append(s.List, report.Setting{Name: "judge", Value: fmt.Sprintf("%d-ply", m.Judge.Options().Plies)})
	}
	for _, text := range m.Identity {
		if name, value, _ := strings.Cut(text, " "); value != "" {
			s.List = append(s.List, report.Setting{Name: identityName(name), Value: value})
		}
	}
	return s
}

// ledgerSettings are those that all games of a ledger have.
func ledgerSettings(c *cli.Context, l *tournament.Ledger) report.Settings {
	of := l.Settings()
	return report.Settings{Command: cliutil.CommandLine(c), List: []report.Setting{
		{Name: "variant", Value: of.Variant.String()}, {Name: "form", Value: of.Form.String()},
		{Name: "seed", Value: fmt.Sprint(of.Seed)}, {Name: "databases", Value: cmp.Or(of.Databases, "none")},
	}}
}

// testSettings are those of a sequential test for its page.
func testSettings(c *cli.Context, test *tournament.Test, l *tournament.Ledger) report.Settings {
	s := ledgerSettings(c, l)
	for i, p := range []*tournament.Player{&test.A, &test.B} {
		letter := string(rune('A' + i))
		s.List = append(s.List, report.Setting{Name: "player " + letter, Value: p.Name})
		if p.Digest != "" {
			s.List = append(s.List, report.Setting{Name: "net of " + letter + ", SHA-256", Value: p.Digest})
		}
	}
	return s
}

// tableSettings are those of a table for its page. Players that only the file of
// results knows cannot be had again by a command.
func tableSettings(c *cli.Context, t *tournament.Table, l *tournament.Ledger) report.Settings {
	s := ledgerSettings(c, l)
	for i := range t.Rows {
		if p := &t.Rows[i].Player; p.Digest != "" {
			s.List = append(s.List, report.Setting{Name: fmt.Sprintf("net of player %d, SHA-256", i+1), Value: p.Digest})
		}
	}
	if c.IsSet("results") {
		s.Command = ""
	}
	return s
}

// positionsRunSettings are those of questions to players for their page.
func positionsRunSettings(c *cli.Context, asked []askedPlayer, databases *engine.Databases) (report.Settings, error) {
	s := report.Settings{Command: cliutil.CommandLine(c)}
	add := func(name, value string) { s.List = append(s.List, report.Setting{Name: name, Value: value}) }
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
	add("seed", fmt.Sprint(c.Uint64("seed")))
	add("databases", cmp.Or(strings.Join(databases.Names(), ", "), "none"))
	for i, a := range asked {
		add(fmt.Sprintf("player %d", i+1), a.name)
		if a.digest != "" {
			add(fmt.Sprintf("net of player %d, SHA-256", i+1), a.digest)
		}
	}
	return s, nil
}

// identityName says what a part of a match's identity is.
func identityName(name string) string {
	switch name {
	case "a", "b":
		name = "net of " + strings.ToUpper(name)
	case "luck":
		name = "net for luck"
	case "luck-precision":
		return "variance reduction"
	case "judge-model":
		name = "net of the judge"
	default:
		return name
	}
	return name + ", SHA-256"
}
