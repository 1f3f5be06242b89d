package bot

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/internal/atomicfile"
)

// Saver saves the records of matches in a folder, one file for each match. After each
// action it replaces the whole file, so the file is readable at any time.
type Saver struct {
	dir, format string
	path        string // path of the current match's file without its extension; "" for none
}

// NewSaver returns a saver for an existing folder and one of the formats mat and sgf. A
// .mat file cannot contain a set board, which a record has that begins in the middle of a
// match: such a record is saved as an .sgf file.
func NewSaver(dir, format string) (*Saver, error) {
	if format != "mat" && format != "sgf" {
		return nil, fmt.Errorf("no format %q of records, want mat or sgf", format)
	}
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is no folder", dir)
	}
	if err != nil {
		return nil, err
	}
	atomicfile.RemoveDeadIn(dir)
	return &Saver{dir: dir, format: format}, nil
}

// Dir returns the folder.
func (s *Saver) Dir() string { return s.dir }

// open begins the file of a match. If the match is a resumed one and the folder has its
// record, open returns the recorded match and the saver continues that file.
func (s *Saver) open(opponent, me string, length int, now time.Time, v *View, fresh bool) *record.Match {
	name := fmt.Sprintf("%s-%d", plainName(opponent), length)
	if !fresh {
		if m := s.unfinished(name, [2]string{opponent, me}, length, v.Match.Score); m != nil {
			return m
		}
	}
	stem := filepath.Join(s.dir, now.Format("20060102-150405")+"-"+name)
	s.path = stem
	for n := 2; exists(s.path+".mat") || exists(s.path+".sgf"); n++ {
		s.path = fmt.Sprintf("%s-%d", stem, n)
	}
	return nil
}

// unfinished returns the newest record of a match between the players, nil if its score
// differs from the given one.
func (s *Saver) unfinished(name string, names [2]string, length int, score [2]int) *record.Match {
	paths, err := filepath.Glob(filepath.Join(s.dir, "*-*-"+name+"*"))
	if err != nil {
		return nil
	}
	for i := len(paths) - 1; i >= 0; i-- {
		m := readRecord(paths[i])
		if m == nil || m.Length != length || plainName(m.Names[0]) != plainName(names[0]) || plainName(m.Names[1]) != plainName(names[1]) {
			continue
		}
		if scoreOf(m) != score {
			return nil
		}
		s.path = strings.TrimSuffix(paths[i], filepath.Ext(paths[i]))
		return m
	}
	return nil
}

// readRecord returns the match in a file, nil if the file contains none.
func readRecord(path string) *record.Match {
	m, err := record.Load(path)
	if err != nil {
		return nil
	}
	return m
}

// scoreOf returns the score after the last game of a match.
func scoreOf(m *record.Match) (score [2]int) {
	if len(m.Games) == 0 {
		return score
	}
	g := m.Games[len(m.Games)-1]
	score = g.Score
	if w := g.Result.Winner; w != board.Nobody {
		score[w] += g.Result.Points
	}
	return score
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// save writes the current state of the match.
func (s *Saver) save(m *record.Match) error {
	if s.path == "" {
		return nil
	}
	format := s.format
	if hasBoards(m) {
		format = "sgf"
	}
	write, err := record.Writer(format)
	if err != nil {
		return err
	}
	if err := atomicfile.Write(s.path+"."+format, func(w io.Writer) error { return write(w, m) }); err != nil {
		return err
	}
	if format != s.format {
		err := os.Remove(s.path + "." + s.format)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return nil
}

// close ends the file of the current match.
func (s *Saver) close() { s.path = "" }

// hasBoards reports whether the record sets a board.
func hasBoards(m *record.Match) bool {
	for _, g := range m.Games {
		for _, a := range g.Actions {
			if a.Kind >= record.SetBoard {
				return true
			}
		}
	}
	return false
}

// plainName converts a name to a form that is valid in file names.
func plainName(name string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_':
			return r
		}
		return '_'
	}, name)
	return plain[:min(len(plain), 40)]
}
