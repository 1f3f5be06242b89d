package games

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gammonlab/board/record"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/table"
	"gammonlab/internal/journal"
	"gammonlab/internal/strictjson"
)

// Limits of the number of games.
const (
	maxLoaded = 64   // games in memory: the least recently used one is unloaded
	maxKept   = 1024 // games in the folder
)

// fileSuffix is the suffix of the files of games.
const fileSuffix = ".game"

// fileKind is the format of the file of a game: the settings, then the deeds.
var fileKind = journal.Kind{Name: "game", Version: 1}

// Store contains the games. It is safe for concurrent use.
type Store struct {
	backend *backend.Backend
	folder  string // "" if games are not kept

	// Finished, if not nil, is called with a match, or a money session, when one of them or a game of a
	// session is finished.
	Finished func(id string, m *record.Match) error

	mu     sync.Mutex
	ids    []string  // IDs of all games, the one that was played last at the end
	loaded []*Game   // the most recently used one is last
	drafts []draft   // the most recently used one is last
	usual  *Settings // of the game that was begun last, or asked for; nil if none was since the start
}

// Open returns the games of the backend's folder for games and creates the folder if it is
// missing.
func Open(l *backend.Backend) (*Store, error) {
	s := &Store{backend: l}
	if l.Save == "" {
		return s, nil
	}
	s.folder = filepath.Join(l.Save, "games")
	if err := os.MkdirAll(s.folder, 0o777); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		return nil, err
	}
	changed := map[string]int64{}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), fileSuffix)
		if info, err := e.Info(); ok && err == nil && info.Mode().IsRegular() {
			changed[id] = info.ModTime().UnixNano()
			s.ids = append(s.ids, id)
		}
	}
	slices.SortStableFunc(s.ids, func(a, b string) int { return int(min(max(changed[a]-changed[b], -1), 1)) })
	return s, nil
}

// New starts a match or a session and its first game.
func (s *Store) New(ctx context.Context, settings *Settings) (*Game, error) {
	g, err := s.make(settings)
	if err != nil {
		return nil, err
	}
	if err := g.enter(ctx); err != nil {
		return nil, err
	}
	defer g.leave()
	if err := s.add(g); err != nil {
		return nil, err
	}
	return g, g.ask(ctx, g.advance)
}

// newID returns the ID of a new game.
func newID() string { return rand.Text()[:16] }

// add adds a new game and creates its file.
func (s *Store) add(g *Game) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.folder != "" {
		if len(s.ids) >= maxKept {
			return problem.Busy("the folder has %d games, the maximum: remove files from %s", maxKept, s.folder)
		}
		if err := g.keep(s.path(g.ID)); err != nil {
			return err
		}
	}
	s.drafts = slices.DeleteFunc(s.drafts, func(d draft) bool { return d.game == g })
	s.ids, s.usual = append(s.ids, g.ID), &g.settings
	s.use(g)
	return nil
}

func (s *Store) path(id string) string { return filepath.Join(s.folder, id+fileSuffix) }

// identity is the identity of the file of a game.
type identity struct {
	ID string `json:"id"`
}

// keep creates the file of a game.
func (g *Game) keep(path string) error {
	j, err := journal.Open(path, fileKind, identity{g.ID}, func([]byte) error { return errors.New("it is there already") })
	if err != nil {
		return err
	}
	g.journal = j
	frame, err := json.Marshal(g.settings)
	if err == nil {
		err = j.Append(frame)
	}
	if err == nil {
		err = g.save()
	}
	if err != nil {
		return errors.Join(err, j.Finish())
	}
	return nil
}

// use marks a game as the most recently used one and unloads the least recently used one
// if there are too many.
func (s *Store) use(g *Game) {
	s.loaded = append(slices.DeleteFunc(s.loaded, func(other *Game) bool { return other == g }), g)
	for i := 0; i < len(s.loaded)-1 && len(s.loaded) > maxLoaded; i++ {
		old := s.loaded[i]
		select {
		case old.lock <- struct{}{}:
			old.putAway()
			<-old.lock
		default:
			continue // the game is in use
		}
		s.loaded = slices.Delete(s.loaded, i, i+1)
		if s.folder == "" {
			s.ids = slices.DeleteFunc(s.ids, func(id string) bool { return id == old.ID })
		}
		i--
	}
}

// putAway unloads a game, which must not be in use.
func (g *Game) putAway() {
	g.gone = true
	g.topic.End(`{"reason":"the game was unloaded"}`)
	if g.journal != nil {
		g.journal.Close() // its content has been written
	}
}

// Close unloads all games.
func (s *Store) Close() {
	s.mu.Lock()
	all := s.loaded
	s.loaded = nil
	s.mu.Unlock()
	for _, g := range all { // a game that is in use may need the store
		g.lock <- struct{}{}
		g.putAway()
		<-g.lock
	}
}

// Find returns a game or a draft.
func (s *Store) Find(id string) (*Game, error) {
	if g := s.findDraft(func(d *draft) bool { return d.game.ID == id }); g != nil {
		return g, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.ids, id) {
		return nil, problem.New(http.StatusNotFound, "there is no game %q: it was removed, or nobody had played in it when the server stopped", id)
	}
	for _, g := range s.loaded {
		if g.ID == id {
			s.use(g)
			return g, nil
		}
	}
	g, err := s.load(id)
	if err != nil {
		return nil, err
	}
	s.use(g)
	return g, nil
}

// load reads a game from its file.
func (s *Store) load(id string) (*Game, error) {
	var g *Game
	frame := 0
	j, err := journal.Open(s.path(id), fileKind, identity{id}, func(text []byte) (err error) {
		if frame++; frame == 1 {
			g, err = s.restore(id, text)
			return err
		}
		var d table.Deed
		if err := strictjson.Unmarshal(text, &d); err != nil {
			return err
		}
		return g.table.Redo(d)
	})
	if err != nil {
		return nil, fmt.Errorf("game %s cannot be resumed: %w", id, err)
	}
	if g == nil || g.version() == 0 {
		return nil, errors.Join(fmt.Errorf("%s has no game", s.path(id)), j.Close())
	}
	g.journal, g.saved = j, g.version()
	n, err := g.lines()
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	g.shown = max(n-1, 0)
	return g, g.save()
}

// restore returns a game with settings, before its first deed.
func (s *Store) restore(id string, text []byte) (*Game, error) {
	var settings Settings
	if err := strictjson.Unmarshal(text, &settings); err != nil {
		return nil, err
	}
	t, err := settings.table()
	if err != nil {
		return nil, err
	}
	return s.newGame(id, settings, t), nil
}

// IDs returns the IDs of games, up to a number, those that were played last first.
func (s *Store) IDs(most int) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.Clone(s.ids)
	slices.Reverse(all)
	return all[:min(most, len(all))]
}
