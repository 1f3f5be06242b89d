package report

import (
	"fmt"
	"strings"

	"gammonlab/engine/named"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/setting"
)

// Settings are the command and the settings that reproduce a result.
type Settings struct {
	List    [][2]string // names and values
	Command string
}

// SettingsOf returns the settings of work that a command did, given its struct: those that
// differ from zero, and the contents of what they name.
func SettingsOf[T any](command string, of *T) Settings {
	s, identity := Settings{Command: command}, named.Identify(*of)
	contents := setting.Fields(&identity)
	for i, f := range setting.Fields(of) {
		if !f.IsSet() {
			continue
		}
		name, value := f.Name.Flag(), f.String()
		s.List = append(s.List, [2]string{name, value})
		if is := contents[i].String(); is != value && is != "" {
			s.List = append(s.List, [2]string{name + ", contents", strings.TrimPrefix(is, value+" ")})
		}
	}
	return s
}

// TableSettings returns the settings of the table of a tournament. The command is empty
// if the table has players that are only in a results file.
func TableSettings(command string, t *tournament.Table, l *tournament.Ledger) Settings {
	of := l.Settings()
	s := SettingsOf(command, &of)
	for i := range t.Rows {
		if p := &t.Rows[i].Player; p.Digest != "" {
			s.List = append(s.List, [2]string{fmt.Sprintf("net of player %d, SHA-256", i+1), p.Digest})
		}
	}
	return s
}
