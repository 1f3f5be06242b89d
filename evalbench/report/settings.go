package report

import (
	"cmp"
	"fmt"
	"strings"

	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
)

// MatchSettings returns the settings of a match that a command played.
func MatchSettings(command string, m *evalbench.Match) Settings {
	s := Settings{Command: command, List: []Setting{
		{Name: "variant", Value: m.Variant.String()}, {Name: "form", Value: m.Rules.String()},
		{Name: "seed", Value: fmt.Sprint(m.Seed)},
		{Name: "player A", Value: m.NameA}, {Name: "player B", Value: m.NameB},
	}}
	if m.Judge != nil {
		s.List = append(s.List, Setting{Name: "judge", Value: fmt.Sprintf("%d-ply", m.Judge.Options().Plies)})
	}
	for _, text := range m.Identity {
		if name, value, _ := strings.Cut(text, " "); value != "" {
			s.List = append(s.List, Setting{Name: identityName(name), Value: value})
		}
	}
	return s
}

// ledgerSettings returns the common settings of all games of a ledger.
func ledgerSettings(command string, l *tournament.Ledger) Settings {
	of := l.Settings()
	return Settings{Command: command, List: []Setting{
		{Name: "variant", Value: of.Variant.String()}, {Name: "form", Value: of.Rules.String()},
		{Name: "seed", Value: fmt.Sprint(of.Seed)}, {Name: "databases", Value: cmp.Or(of.Databases, "none")},
	}}
}

// TestSettings returns the settings of a sequential test that a command played.
func TestSettings(command string, test *tournament.Test, l *tournament.Ledger) Settings {
	s := ledgerSettings(command, l)
	for i, p := range []*tournament.Player{&test.A, &test.B} {
		letter := string(rune('A' + i))
		s.List = append(s.List, Setting{Name: "player " + letter, Value: p.Name})
		if p.Digest != "" {
			s.List = append(s.List, Setting{Name: "net of " + letter + ", SHA-256", Value: p.Digest})
		}
	}
	return s
}

// TableSettings returns the settings of the table of a tournament. The command is empty
// if the table has players that are only in a results file.
func TableSettings(command string, t *tournament.Table, l *tournament.Ledger) Settings {
	s := ledgerSettings(command, l)
	for i := range t.Rows {
		if p := &t.Rows[i].Player; p.Digest != "" {
			s.List = append(s.List, Setting{Name: fmt.Sprintf("net of player %d, SHA-256", i+1), Value: p.Digest})
		}
	}
	return s
}

// identityName returns the name of a part of a match's identity.
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
