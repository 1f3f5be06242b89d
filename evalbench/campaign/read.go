package campaign

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/internal/plaintext"
)

// print identifies a game by its dice, positions and cube actions, whatever program
// wrote it.
type print [sha256.Size]byte

// printOf returns the print of a game of a record.
func printOf(m *record.Match, number int) (print, error) {
	hash := sha256.New()
	first := board.Nobody
	r := m.Replay(number)
	for r.Next() {
		a := &r.Action
		if a.Kind == record.Rolled || a.Kind == record.Move && a.Roll == (board.Roll{}) {
			continue // programs differ in them
		}
		if first == board.Nobody {
			first = a.Player
		}
		low, high := min(a.Roll[0], a.Roll[1]), max(a.Roll[0], a.Roll[1])
		hash.Write([]byte{byte(a.Kind), byte(a.Player ^ first), low, high})
		if a.Kind == record.Move {
			key := r.Play.Result.Key()
			hash.Write(key[:])
		}
	}
	return print(hash.Sum(nil)), r.Err()
}

// place is a game in a file.
type place struct {
	file string
	game int // from 1
}

func (p place) String() string { return fmt.Sprintf("%s, game %d", p.file, p.game) }

// prints returns the prints of all games of the campaign in a folder.
func prints(folder string) (map[print]place, error) {
	all := map[print]place{}
	for n := 1; ; n++ {
		name := filepath.Join(folder, fmt.Sprintf(gamesPattern, n))
		m, err := record.Load(name)
		if errors.Is(err, fs.ErrNotExist) && n > 1 {
			return all, nil
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s has no campaign: %s is missing", folder, filepath.Base(name))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for i := range m.Games {
			p, err := printOf(m, i)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			all[p] = place{name, i + 1}
		}
	}
}

// Read returns the error rates of the campaign in a folder by the analyses in files. It
// returns an error that names the file for one without analyses, and for a game that is not
// of the campaign or that an earlier file has. The table converts match-winning chances.
func Read(folder string, files []string, met named.MET) (*Result, error) {
	known, err := prints(folder)
	if err != nil {
		return nil, err
	}
	result := &Result{Games: len(known), rates: make([]evalbench.Ratio, len(analysis.Rates()))}
	found := map[print]place{}
	for _, name := range files {
		m, err := record.Load(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := belongs(m, name, folder, known, found); err != nil {
			return nil, err
		}
		report, missing, err := analysis.OfRecord(m, analysis.Options{MET: met})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := result.add(report, missing); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	result.Files, result.Analysed = len(files), len(found)
	return result.finish(), nil
}

// belongs adds the games of a file to those found, and returns an error for another game.
func belongs(m *record.Match, name, folder string, known, found map[print]place) error {
	for i := range m.Games {
		p, err := printOf(m, i)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if _, ok := known[p]; !ok {
			return fmt.Errorf("%s: game %d is not of the campaign in %s", name, i+1, folder)
		}
		if earlier, again := found[p]; again {
			return fmt.Errorf("%s: game %d is also in %v: give each game once", name, i+1, earlier)
		}
		found[p] = place{name, i + 1}
	}
	return nil
}

// add adds the decisions of a file; the cluster is a game.
func (r *Result) add(report *analysis.Report, missing int) error {
	decided := 0
	for i := range report.Games {
		g := &report.Games[i]
		tally := g.Statistics.Tally(board.PlayerO).Plus(g.Statistics.Tally(board.PlayerX))
		decided += tally.Decisions
		for k, rate := range analysis.Rates() {
			lost, n := rate.Parts(tally)
			r.rates[k].Add(rate.Scale()*lost, float64(n))
		}
		for _, d := range g.Decisions {
			if d.Recorded != nil && !slices.Contains(r.Programs, d.Recorded.Source) {
				r.Programs = append(r.Programs, d.Recorded.Source)
			}
		}
	}
	if r.Missing += missing; decided == 0 && missing > 0 {
		return fmt.Errorf("it has no analysis of its %s: analyse it and save it again",
			plaintext.Counted(missing, "decision", "decisions"))
	}
	return nil
}
