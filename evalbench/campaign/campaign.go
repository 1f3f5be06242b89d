package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gammonlab/board/record"
	"gammonlab/engine/named"
	"gammonlab/engine/rules"
	"gammonlab/evalbench"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/identity"
	"gammonlab/internal/setting"
	"gammonlab/nets/kernel"
)

// Settings are the settings of a campaign. Its games have the cube.
type Settings struct {
	Player  named.Player    `json:"player" required:"true" help:"<PLAYER> that plays against itself"`
	Games   int             `json:"games,omitempty" default:"1500" help:"number <N> of games, or of matches"`
	PerFile int             `json:"per_file" default:"100" help:"money games in a file, <N>; a match has its own file"`
	Length  rules.Length    `json:"match,omitempty" group:"Rules, cube and score"`
	Jacoby  rules.Jacoby    `json:"jacoby" group:"Rules, cube and score"`
	MET     named.MET       `json:"met,omitzero" needs:"match" group:"Rules, cube and score"`
	Bearoff named.Databases `json:"bearoff,omitzero"`
	Seed    uint64          `json:"seed" default:"1" help:"random seed <N>"`
}

// conditions returns the conditions of the games.
func (s *Settings) conditions() evalbench.Conditions {
	money := s.Length == 0
	return evalbench.Conditions{
		Rules:   evalbench.Rules{Cube: money, Jacoby: rules.Jacoby(money) && s.Jacoby, Length: s.Length, MET: s.MET},
		Bearoff: s.Bearoff, Seed: s.Seed,
	}
}

// Validate returns an error for the first invalid setting, by its name.
func (s *Settings) Validate() error {
	c := s.conditions()
	return errors.Join(
		setting.Check("games", s.Games >= 1, "is %d, want at least 1", s.Games),
		setting.Check("per_file", s.PerFile >= 1 && s.PerFile <= record.MaxGames, "is %d, want 1 to %d", s.PerFile, record.MaxGames),
		c.Rules.Validate())
}

// Open finds what the settings name.
func (s *Settings) Open(by *named.Opener) error { return named.Open(s, by) }

// Files of a campaign's folder.
const (
	settingsFile = "campaign.json"
	gamesPattern = "%06d.mat"
)

// Patterns match the names of the files of a campaign.
var Patterns = []string{settingsFile, "[0-9][0-9][0-9][0-9][0-9][0-9].mat"}

// Folder is a campaign: a folder with its settings and its games as .mat files.
type Folder struct {
	path     string
	settings Settings
	played   int           // games, or matches, in the files
	file     int           // number of the last file
	last     *record.Match // of the last file, nil if it is complete
	written  time.Time     // time at which the last file was written
	pending  bool          // the last file has games that are not written
}

// Exists reports whether a folder has a campaign.
func Exists(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, settingsFile))
	return err == nil
}

// files returns the paths of the campaign's files in a folder that match a pattern of
// [Patterns].
func files(folder string, patterns ...string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	var names []string
	for _, e := range entries {
		for _, pattern := range patterns {
			if ok, _ := filepath.Match(pattern, e.Name()); ok {
				names = append(names, filepath.Join(folder, e.Name()))
			}
		}
	}
	return names, err
}

// Remove removes the campaign in a folder, if there is one.
func Remove(folder string) error {
	names, err := files(folder, Patterns...)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, name := range names {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

// Open opens or creates the campaign in a folder. It returns an error if the folder has a
// campaign with other settings; only the number of games may differ.
func Open(folder string, s *Settings) (*Folder, error) {
	work := named.Identify(*s)
	work.Games = 0
	text, err := json.MarshalIndent(struct {
		Settings
		Kernel string `json:"kernel"`
	}{work, kernel.Class()}, "", "  ")
	if err != nil {
		return nil, err
	}
	text = append(text, '\n')
	name := filepath.Join(folder, settingsFile)
	there, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return nil, err
		}
		err = atomicfile.WriteFile(name, text)
	case err == nil:
		err = compare(there, text, folder)
	}
	if err != nil {
		return nil, err
	}
	f := &Folder{path: folder, settings: *s}
	return f, f.count()
}

// compare returns an error if the settings of the campaign in a folder differ from those of a command.
func compare(there, want []byte, folder string) error {
	err := identity.Compare(there, want, nil)
	var other *identity.Mismatch
	if errors.As(err, &other) {
		other.Where = "the campaign in " + folder
	}
	if err != nil {
		return fmt.Errorf("%s: a campaign %w", filepath.Join(folder, settingsFile), err)
	}
	return nil
}

// name returns the path of a file of games, numbered from 1.
func (f *Folder) name(number int) string {
	return filepath.Join(f.path, fmt.Sprintf(gamesPattern, number))
}

// count finds the games that were played.
func (f *Folder) count() error {
	for {
		m, err := record.Load(f.name(f.file + 1))
		if errors.Is(err, fs.ErrNotExist) {
			return f.missing()
		}
		if err == nil {
			err = m.Validate()
		}
		games := 1
		if f.settings.Length == 0 && m != nil {
			games = len(m.Games)
		}
		switch {
		case err != nil:
		case f.last != nil:
			err = fmt.Errorf("the file before it has %d games, want %d", len(f.last.Games), f.settings.PerFile)
		case games > f.settings.PerFile:
			err = fmt.Errorf("%d games, want at most %d", games, f.settings.PerFile)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.name(f.file+1), err)
		}
		f.file++
		f.played += games
		if f.settings.Length == 0 && games < f.settings.PerFile {
			f.last = m
		}
	}
}

// missing returns an error if a file follows the last one.
func (f *Folder) missing() error {
	later, err := files(f.path, Patterns[1])
	if len(later) > f.file {
		return fmt.Errorf("%s is missing", f.name(f.file+1))
	}
	return err
}

// Played returns the number of games, or of matches, in the files.
func (f *Folder) Played() int { return f.played }

// Match returns the games that are still to be played, which the folder observes. It returns
// nil if there are none. After the match, [Folder.Flush] must be called.
func (f *Folder) Match() *evalbench.Match {
	s := &f.settings
	if f.played >= s.Games {
		return nil
	}
	return &evalbench.Match{
		A: s.Player, B: s.Player, Games: s.Games - f.played, First: f.played, Unpaired: true,
		Conditions: s.conditions(), Records: true, Observers: []evalbench.Observer{evalbench.OnItem(f.add)},
	}
}

// often is the time between two writes of an unfinished file.
const often = time.Second

// add adds a game or a match to the files.
func (f *Folder) add(item *evalbench.Item) error {
	m := item.Games[0].Record
	for i := range m.Names { // XG takes equal names for the same player
		m.Names[i] = string(rune('A'+i)) + " " + m.Names[i]
	}
	if f.settings.Length > 0 || f.last == nil {
		f.file++
	}
	if f.settings.Length == 0 {
		m = f.session(m)
	}
	f.last = m
	f.played++
	f.pending = true
	if f.settings.Length > 0 || len(m.Games) == f.settings.PerFile {
		defer func() { f.last = nil }()
		return f.Flush()
	}
	if time.Since(f.written) < often {
		return nil
	}
	return f.Flush()
}

// session returns the session of the last file with a game added.
func (f *Folder) session(game *record.Match) *record.Match {
	all := *game
	all.Games = nil
	if f.last != nil {
		all.Games = f.last.Games
	}
	g := all.AddGame()
	g.Actions, g.Result = game.Games[0].Actions, game.Games[0].Result
	return &all
}

// Flush writes the games that are not in files yet.
func (f *Folder) Flush() error {
	if !f.pending {
		return nil
	}
	var text bytes.Buffer
	if err := record.WriteMat(&text, f.last); err != nil {
		return fmt.Errorf("%s: %w", f.name(f.file), err)
	}
	f.written, f.pending = time.Now(), false
	return atomicfile.WriteFile(f.name(f.file), text.Bytes())
}
