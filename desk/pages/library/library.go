// Package library keeps the records of matches, and their analyses. Its own folder receives
// what users paste, and other folders are only read. Requests name a record by an ID, which
// depends on its path.
//
// Not for other modules.
package library

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"gammonlab/board/record"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/folders"
	"gammonlab/desk/pages/paste"
	"gammonlab/desk/pages/problem"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
	"gammonlab/internal/plaintext"
)

// mostKept is the maximal number of records in the own folder.
const mostKept = 2000

// Library has the records of matches. It is safe for concurrent use.
type Library struct {
	*folders.Folders
	own     string // folder of the records that users paste
	backend *backend.Backend

	mu    sync.Mutex
	known map[string][]*Entry // by ID of the file
}

// Entry is a record in the library. A file with several matches has an entry for each.
type Entry struct {
	folders.File        // with an ID of its own for the second match of a file and later ones
	record       string // path of the file, with the number of the match if there are several
	Own          bool   // the record is in the own folder, so that users may remove it
	Match        *record.Match
	Problem      string // reason why there is no match
	contents     string // what was played, in any format; "" if there is no match
}

// Open returns the library of a backend. Without a folder that is kept, records last until
// the server stops.
func Open(l *backend.Backend) (*Library, error) {
	own := OwnFolder(l)
	if err := os.MkdirAll(own, 0o777); err != nil {
		return nil, err
	}
	all, err := folders.Open(append([]string{own}, l.Matches...))
	return &Library{Folders: all, own: own, backend: l, known: map[string][]*Entry{}}, err
}

// OwnFolder returns the folder of the records that users paste.
func OwnFolder(l *backend.Backend) string { return filepath.Join(l.Folder(), "matches") }

// CacheFolder returns the folder of the kept analyses.
func CacheFolder(l *backend.Backend) string { return filepath.Join(l.Folder(), "analyses") }

// Records returns the files in folders that may be records: all but hidden ones.
func Records(in *folders.Folders) ([]folders.File, error) {
	return in.Files(func(name string) bool { return !strings.HasPrefix(name, ".") })
}

// Entries returns the records, the newest first. A match that several files have is there once.
func (l *Library) Entries() ([]*Entry, error) {
	all, err := l.all()
	known := map[string]bool{}
	for _, own := range []bool{true, false} { // users can remove their own
		for i, e := range all {
			if e == nil || e.Own != own || e.contents == "" {
				continue
			}
			if known[e.contents] {
				all[i] = nil
			}
			known[e.contents] = true
		}
	}
	return slices.DeleteFunc(all, func(e *Entry) bool { return e == nil }), err
}

// all returns the records of all files, the newest first.
func (l *Library) all() ([]*Entry, error) {
	files, err := Records(l.Folders)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []*Entry
	for i := range files {
		all = append(all, l.read(&files[i])...)
	}
	slices.SortStableFunc(all, func(a, b *Entry) int { return b.Info.ModTime().Compare(a.Info.ModTime()) })
	return all, nil
}

// read returns the records of a file, nil if the file has none. It reads a file again only
// after a change.
func (l *Library) read(f *folders.File) []*Entry {
	known := l.known[f.ID]
	if len(known) == 0 || known[0].Info.ModTime() != f.Info.ModTime() || known[0].Info.Size() != f.Info.Size() {
		known = l.entries(f)
		l.known[f.ID] = known
	}
	if known[0].Match == nil && known[0].Problem == "" {
		return nil
	}
	return known
}

// entries reads a file and returns its entries; the entry of a file that is no record has
// neither a match nor a problem.
func (l *Library) entries(f *folders.File) []*Entry {
	own := filepath.Dir(f.Path()) == l.own
	matches, text := load(f)
	if len(matches) == 0 {
		return []*Entry{{File: *f, Own: own, Problem: text, record: f.Path()}}
	}
	var all []*Entry
	for i, m := range matches {
		e := &Entry{File: *f, Own: own, Match: m, record: record.NameOf(f.Path(), i, len(matches)), contents: contents(m)}
		if i > 0 {
			e.ID += fmt.Sprintf(".%d", i+1)
		}
		all = append(all, e)
	}
	return all
}

// load reads the records of a file. It returns neither a match nor a problem for a file that
// is no record.
func load(f *folders.File) ([]*record.Match, string) {
	file, err := f.Open()
	if err != nil {
		return nil, err.Error()
	}
	defer file.Close()
	head := make([]byte, record.HeadSize)
	n, _ := file.ReadAt(head, 0) // reading the record returns the error
	if !record.HoldsMatch(head[:n]) {
		return nil, ""
	}
	matches, err := record.ReadAll(f.Name, file)
	if err != nil {
		return nil, err.Error()
	}
	return matches, ""
}

// Find returns the record with an ID.
func (l *Library) Find(id string) (*Entry, error) {
	all, err := l.all()
	if err != nil {
		return nil, err
	}
	for _, e := range all {
		if e.ID == id {
			return e, nil
		}
	}
	return nil, problem.NotFound("match", id)
}

// unsafe matches what names of files of the library do not contain.
var unsafe = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// Add keeps a record and returns its entry. name is the name of a file or a description, and
// text its content. If the record was cut off, only its readable part is kept. A record that
// is there already is not added again.
func (l *Library) Add(name string, text []byte, p *paste.Pasted) (*Entry, error) {
	extension := strings.ToLower(filepath.Ext(name))
	base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	if extension == "" { // pasted
		base = strings.Join(p.Match.Names[:], "-")
	}
	base = cmp.Or(strings.Trim(unsafe.ReplaceAllString(base, "-"), "-"), "match")
	if unsafe.MatchString(strings.TrimPrefix(extension, ".")) || len(extension) > 8 {
		extension = ""
	}
	if e := l.same(p); e != nil {
		return e, nil
	}
	if p.Problem != "" {
		var b bytes.Buffer
		p.Match.Info.Comment = strings.TrimSpace(p.Match.Info.Comment + "\n" + Incomplete + p.Problem)
		if err := record.WriteSGF(&b, p.Match); err != nil {
			return nil, fmt.Errorf("%s", p.Problem)
		}
		text, extension = b.Bytes(), ".sgf"
	}
	return l.write(fmt.Sprintf("%.60s-%s%s", base, digest.Bytes(text)[:12], extension), text)
}

// Keep keeps a match that was played on the pages. The ID is that of the game: if its match goes on and ends
// another time, the record is replaced.
func (l *Library) Keep(id string, m *record.Match) (*Entry, error) {
	own := *m
	own.Info.Date = time.Now().Format(time.DateOnly)
	var b bytes.Buffer
	if err := record.WriteSGF(&b, &own); err != nil {
		return nil, err
	}
	return l.write("played-"+id+".sgf", b.Bytes())
}

// write writes a file of the own folder, unless the folder is full, and returns its entry.
func (l *Library) write(file string, text []byte) (*Entry, error) {
	path := filepath.Join(l.own, file)
	if _, err := os.Stat(path); err != nil {
		if files, _ := os.ReadDir(l.own); len(files) >= mostKept {
			return nil, problem.New(http.StatusInsufficientStorage, "the library has %d matches, the maximum: remove some", mostKept)
		}
	}
	if err := atomicfile.WriteFile(path, text); err != nil {
		return nil, problem.New(http.StatusInsufficientStorage, "the match cannot be kept: %v", err)
	}
	return l.Find(folders.ID(l.Roots()[0], file))
}

// Incomplete begins the comment on a record of which only a part could be read.
const Incomplete = "Only a part of the record could be read: "

// Remove removes a record from the own folder.
func (l *Library) Remove(id string) error {
	e, err := l.Find(id)
	switch {
	case err != nil:
		return err
	case !e.Own:
		return problem.New(http.StatusForbidden, "%s is in a folder that the pages do not change", e.Name)
	}
	return os.Remove(e.Path())
}

// Title returns the names of the players.
func (e *Entry) Title() string {
	if e.Match == nil {
		return plaintext.VisibleLine(e.Name)
	}
	var names [2]string
	for i, name := range e.Match.Names {
		if names[i] = plaintext.VisibleLine(name); names[i] == "" {
			names[i] = "?"
		}
	}
	return names[0] + " – " + names[1]
}

// Notices returns what the reader of the record skipped, a line for each subject.
func (e *Entry) Notices() []string {
	if e.Match == nil {
		return nil
	}
	return NoticesOf(e.Match.Notices)
}

// NoticesOf returns notices as lines.
func NoticesOf(notices []record.Notice) []string {
	var lines []string
	for _, n := range notices {
		lines = append(lines, plaintext.VisibleLine(n.String()))
	}
	return lines
}

// Length returns the length of the match in words.
func (e *Entry) Length() string {
	switch {
	case e.Match == nil:
		return ""
	case e.Match.Length == 0:
		return "money"
	}
	return fmt.Sprint(e.Match.Length)
}

// Score returns the points of both players after the last finished game.
func (e *Entry) Score() string {
	if e.Match == nil || len(e.Match.Games) == 0 {
		return ""
	}
	g := &e.Match.Games[len(e.Match.Games)-1]
	score := g.Score
	if w := g.Result.Winner; w >= 0 {
		score[w] += g.Result.Points
	}
	return fmt.Sprintf("%d–%d", score[0], score[1])
}

// Date returns the date of the record or, without one, of the file.
func (e *Entry) Date() string {
	if e.Match != nil && e.Match.Info.Date != "" {
		return plaintext.VisibleLine(e.Match.Info.Date)
	}
	return e.Info.ModTime().Format(time.DateOnly)
}
