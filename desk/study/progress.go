package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/strictjson"
)

// Progress has the user's results by the keys of the exercises. It is kept in a file
// beside the file of exercises.
type Progress struct {
	path  string
	Cards map[string]*Card
}

// progressFile is the form of the file.
type progressFile struct {
	Format  string           `json:"format"`
	Version int              `json:"version"`
	Cards   map[string]*Card `json:"cards"`
}

const (
	progressFormat  = "gammonlab-study"
	progressVersion = 1
)

// ProgressPath returns the path of the progress of a file of exercises.
func ProgressPath(exercises string) string { return exercises + ".progress.json" }

// LoadProgress reads the progress of a file of exercises; it is empty if there is no
// progress yet.
func LoadProgress(exercises string) (*Progress, error) {
	p := &Progress{path: ProgressPath(exercises), Cards: map[string]*Card{}}
	data, err := os.ReadFile(p.path)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return nil, err
	}
	var f progressFile
	if err := strictjson.UnmarshalFile(data, &f); err != nil {
		return nil, fmt.Errorf("%s: %w", p.path, err)
	}
	switch {
	case f.Format != progressFormat:
		return nil, fmt.Errorf("%s: format is %q, want %q", p.path, f.Format, progressFormat)
	case f.Version != progressVersion:
		return nil, fmt.Errorf("%s: version is %d, want %d", p.path, f.Version, progressVersion)
	}
	for key, card := range f.Cards {
		err := errors.New("it is null")
		if card != nil {
			err = card.check()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: cards: %q: %w", p.path, key, err)
		}
		p.Cards[key] = card
	}
	return p, nil
}

// Answer records an answer to an exercise and writes the file.
func (p *Progress) Answer(e *Exercise, today Day, a *Answer) error {
	card := p.Cards[e.Key()]
	if card == nil {
		card = &Card{}
		p.Cards[e.Key()] = card
	}
	card.answer(today, a.Grade(), a.Lost)
	data, err := json.MarshalIndent(progressFile{progressFormat, progressVersion, p.Cards}, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(p.path, append(data, '\n'))
}

// Outlook has the numbers of exercises by when they are due.
type Outlook struct {
	All, New, Due int // number of all exercises, of those never asked, and of those that are due
	Next          Day // the first day on which further exercises are due
	OnNext        int // number of exercises due on Next
}

// Outlook counts the exercises by when they are due.
func (p *Progress) Outlook(all []Exercise, today Day) Outlook {
	o := Outlook{All: len(all)}
	for i := range all {
		c := p.Cards[all[i].Key()]
		switch {
		case c == nil:
			o.New++
		case c.Due <= today:
			o.Due++
		case o.OnNext == 0 || c.Due < o.Next:
			o.Next, o.OnNext = c.Due, 1
		case c.Due == o.Next:
			o.OnNext++
		}
	}
	return o
}

// String returns a sentence.
func (o Outlook) String() string {
	text := fmt.Sprintf("All exercises: %d, new: %d, due: %d", o.All, o.New, o.Due)
	if o.OnNext > 0 {
		text += fmt.Sprintf(", coming again on %[2]s: %[1]d", o.OnNext, o.Next)
	}
	return text + "."
}
