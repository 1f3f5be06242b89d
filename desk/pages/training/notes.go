package training

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/strictjson"
)

// Note is what a user wrote about a run.
type Note struct {
	Tags []string `json:"tags"`
	Text string   `json:"note"`
}

// Limits of notes.
const (
	mostTags   = 20
	longestTag = 40    // letters
	mostLetter = 10000 // letters of a text
)

// newNote returns the note of the fields of a form. Tags are separated by blanks or commas; a #
// before a tag is not part of it.
func newNote(tags, text string) (Note, error) {
	n := Note{Tags: []string{}, Text: strings.TrimSpace(text)}
	for _, tag := range strings.FieldsFunc(tags, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' }) {
		if tag = strings.TrimLeft(tag, "#"); tag != "" && !slices.Contains(n.Tags, tag) {
			n.Tags = append(n.Tags, tag)
		}
	}
	return n, n.check()
}

// check returns an error for a note that is too long.
func (n *Note) check() error {
	if len(n.Tags) > mostTags {
		return problem.Bad(fmt.Errorf("%d tags, want at most %d", len(n.Tags), mostTags))
	}
	for _, tag := range n.Tags {
		if letters := len([]rune(tag)); letters > longestTag || letters == 0 || strings.ContainsAny(tag, " ,#\t\n") {
			return problem.Bad(fmt.Errorf("tag %.50q, want 1 to %d letters without blanks, commas and #", tag, longestTag))
		}
	}
	if letters := len([]rune(n.Text)); letters > mostLetter {
		return problem.Bad(fmt.Errorf("a note of %d letters, want at most %d", letters, mostLetter))
	}
	return nil
}

// notes are the notes about runs, by the IDs of the runs. A file keeps them. It is safe for
// concurrent use.
type notes struct {
	path string // "" for no file: then nothing can be written

	mu  sync.Mutex
	all map[string]Note
}

// notesFile is the name of the file.
const notesFile = "runs.notes.json"

// openNotes reads the notes in a folder, "" for none.
func openNotes(folder string) (*notes, error) {
	n := &notes{all: map[string]Note{}}
	if folder == "" {
		return n, nil
	}
	n.path = filepath.Join(folder, notesFile)
	text, err := os.ReadFile(n.path)
	if errors.Is(err, fs.ErrNotExist) {
		return n, nil
	}
	if err == nil {
		err = strictjson.UnmarshalFile(text, &n.all)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", n.path, err)
	}
	return n, nil
}

// of returns the note about a run.
func (n *notes) of(id string) Note {
	n.mu.Lock()
	defer n.mu.Unlock()
	note := n.all[id]
	note.Tags = append([]string{}, note.Tags...)
	return note
}

// set keeps the note about a run.
func (n *notes) set(id string, note Note) error {
	if n.path == "" {
		return problem.New(http.StatusConflict, "the server keeps no notes: start gammonlab serve with --save FOLDER")
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	before, was := n.all[id]
	if n.all[id] = note; len(note.Tags) == 0 && note.Text == "" {
		delete(n.all, id)
	}
	text, err := json.MarshalIndent(n.all, "", " ")
	if err == nil {
		err = os.MkdirAll(filepath.Dir(n.path), 0o777)
	}
	if err == nil {
		err = atomicfile.WriteFile(n.path, append(text, '\n'))
	}
	if err != nil {
		if delete(n.all, id); was {
			n.all[id] = before
		}
	}
	return err
}

// writeNote keeps the note of a form, and shows the list again.
func (s *server) writeNote(w http.ResponseWriter, r *http.Request) error {
	run, err := s.one(r)
	if err != nil {
		return err
	}
	note, err := newNote(r.FormValue("tags"), r.FormValue("note"))
	if err != nil {
		return err
	}
	if err := s.notes.set(run.ID, note); err != nil {
		return err
	}
	q, err := readQuery(r.URL.Query())
	if err != nil {
		return err
	}
	http.Redirect(w, r, q.address(), http.StatusSeeOther)
	return nil
}

// putNote keeps the note of a call.
func (s *server) putNote(w http.ResponseWriter, r *http.Request) error {
	run, err := s.one(r)
	if err != nil {
		return err
	}
	var note Note
	if err := site.ReadJSON(r, &note); err != nil {
		return err
	}
	if note.Tags == nil {
		note.Tags = []string{}
	}
	if err := note.check(); err != nil {
		return err
	}
	if err := s.notes.set(run.ID, note); err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, &note)
}
