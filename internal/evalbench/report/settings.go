package report

import (
	"cmp"
	"fmt"

	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/setting"
)

// MatchSettings returns the settings of a match that a command played, with the digests
// of its nets.
func MatchSettings(command string, m *evalbench.Match) Settings {
	s := Settings{Command: command}
	for _, f := range setting.Fields(m) {
		if f.IsSet() {
			s.List = append(s.List, Setting{Name: f.Name.Flag(), Value: f.String()})
		}
	}
	of := named.Identify(m.Assessment)
	for _, d := range []Setting{
		{"net of A", m.A.Digest}, {"net of B", m.B.Digest}, {"net for luck", of.Luck.Name}, {"net of the judge", of.JudgeModel.Name},
	} {
		if d.Value != "" {
			s.List = append(s.List, Setting{Name: d.Name + ", SHA-256", Value: d.Value})
		}
	}
	return s
}

// ledgerSettings returns the common settings of all games of a ledger.
func ledgerSettings(command string, l *tournament.Ledger) Settings {
	of := l.Settings()
	return Settings{Command: command, List: []Setting{
		{Name: "variant", Value: of.Variant.String()}, {Name: "form", Value: of.Rules.String()},
		{Name: "seed", Value: fmt.Sprint(of.Seed)}, {Name: "databases", Value: cmp.Or(named.Identify(of.Conditions).Bearoff.Name, "none")},
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
