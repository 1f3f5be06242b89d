// Package games contains the games on the server: matches and money sessions of a user
// against a net, each at a [table.Table]. Pages and calls act on a [Game]; a [Store]
// contains all games and, with a folder, keeps them across restarts.
//
// An action names the version of the game that the client has read, the number of deeds
// so far. An action with an old version is refused.
//
// Not for other modules.
package games

import (
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"net/http"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/stream"
	"gammonlab/desk/table"
	"gammonlab/engine/advice"
	"gammonlab/engine/player"
	"gammonlab/internal/journal"
	"gammonlab/internal/seed"
	"gammonlab/rating/levels"
)

// Game is a match or a money session. It is safe for concurrent use.
type Game struct {
	ID      string
	store   *Store
	backend *backend.Backend
	topic   *stream.Topic

	lock     chan struct{} // contains a value while the game is locked
	settings Settings
	table    *table.Table
	journal  *journal.Journal // nil if the game is not stored
	saved    int              // number of deeds in the journal
	finished []Sheet          // sheets of the games before the newest
	shown    int              // number of lines of the sheet before the user's last action
	gone     bool             // the store has unloaded the game
	draft    bool             // the user has done nothing yet, and the game is not kept

	summary    *Summary // of the finished match; nil if not computed
	summarised int      // version that it is of
}

// newGame returns a game at a table.
func (s *Store) newGame(id string, settings Settings, t *table.Table) *Game {
	t.HintPlays = hintPlays
	return &Game{ID: id, store: s, backend: s.backend, topic: stream.NewTopic(), lock: make(chan struct{}, 1), settings: settings, table: t}
}

// enter locks the game. Call leave afterwards.
func (g *Game) enter(ctx context.Context) error {
	select {
	case g.lock <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if g.gone {
		g.leave()
		return problem.New(http.StatusServiceUnavailable, "the game was unloaded from memory; try again")
	}
	return nil
}

func (g *Game) leave() { <-g.lock }

// View returns the state of the game.
func (g *Game) View(ctx context.Context) (*View, error) {
	if err := g.enter(ctx); err != nil {
		return nil, err
	}
	defer g.leave()
	return g.view()
}

// Follow streams the game as events "state" with its version.
func (g *Game) Follow(w http.ResponseWriter, r *http.Request) error {
	return g.backend.Streams.Serve(w, r, g.topic)
}

// version returns the number of deeds.
func (g *Game) version() int { return len(g.table.Deeds()) }

// ask runs do with an adviser that decides for the net.
func (g *Game) ask(ctx context.Context, do func(ctx context.Context) error) error {
	return g.askAt(ctx, g.settings.Plies, do)
}

// askAt is ask with an adviser that looks so deep.
func (g *Game) askAt(ctx context.Context, plies int, do func(ctx context.Context) error) error {
	m, err := g.backend.Models.Find(g.settings.Model)
	if err != nil {
		return err
	}
	asked := m.Asked(plies)
	asked.NoCube = bool(g.settings.NoCube)
	return g.backend.Ask(ctx, m, asked, func(ctx context.Context, a *advice.Adviser) error {
		met := g.backend.Models.MET()
		a.SetRules(met, g.settings.Beavers > 0)
		defer a.SetRules(met, false) // restore the rules that other users of the adviser expect
		g.table.Adviser = a
		if level := g.settings.Level.Level(); level != nil {
			g.table.Rival = g.rival(level, a)
		}
		defer func() { g.table.Adviser, g.table.Rival = nil, nil }()
		return do(ctx)
	})
}

// rival returns the player of the level in the present game. Noise repeats with the game, so an
// undone decision does not change it.
func (g *Game) rival(l *levels.Level, a *advice.Adviser) player.RulesPlayer {
	n := player.NoisyAdviser(a, l.Errors())
	h := fnv.New64a()
	h.Write([]byte(g.ID))
	n.NewGame(seed.Derive(h.Sum64(), uint64(g.table.Finished)))
	return n
}

// advance performs all actions that are not decisions of the user.
func (g *Game) advance(ctx context.Context) error {
	for {
		done, err := g.table.Next(ctx)
		if err != nil || done == nil {
			return errors.Join(err, g.save())
		}
	}
}

// save writes new deeds to the journal and publishes the new version.
func (g *Game) save() error {
	defer g.topic.PublishJSON(stream.State, struct {
		Version int `json:"version"`
	}{g.version()})
	if g.journal == nil {
		return nil
	}
	for _, d := range g.table.Deeds()[g.saved:] {
		frame, err := json.Marshal(d)
		if err == nil {
			err = g.journal.Append(frame)
		}
		if err != nil {
			return err
		}
		g.saved++
	}
	return g.journal.Sync()
}
