// Package games keeps the games that are played on the server: matches and money
// sessions of a user against a net, each at a [table.Table]. A [Game] is what pages
// and calls act on; a [Store] has all of them and, with a folder, keeps them across
// restarts.
//
// Whoever acts on a game names the version that it was shown, the number of deeds so
// far. So an action from a page that is behind is refused.
package games

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"gammonlab/cmd/gammonlab/internal/table"
	"gammonlab/cmd/gammonlab/internal/web/lab"
	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/cmd/gammonlab/internal/web/stream"
	"gammonlab/engine/advice"
	"gammonlab/internal/journal"
)

// Game is a match or a money session. It serves any number of goroutines.
type Game struct {
	ID    string
	lab   *lab.Lab
	topic *stream.Topic

	lock     chan struct{} // held by who has put something into it
	settings Settings
	table    *table.Table
	journal  *journal.Journal // nil if it is not kept
	saved    int              // deeds that are in the journal
	finished []Sheet          // of the games before the newest
	shown    int              // lines of the sheet before the user's last action
	gone     bool             // put away by the store
}

// newGame returns a game at a table.
func newGame(l *lab.Lab, id string, s Settings, t *table.Table) *Game {
	return &Game{ID: id, lab: l, topic: stream.NewTopic(), lock: make(chan struct{}, 1), settings: s, table: t}
}

// enter waits for the others to leave the game. Call leave afterwards.
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

// View returns how the game stands.
func (g *Game) View(ctx context.Context) (*View, error) {
	if err := g.enter(ctx); err != nil {
		return nil, err
	}
	defer g.leave()
	return g.view()
}

// Follow streams the game: events "state" with its version.
func (g *Game) Follow(w http.ResponseWriter, r *http.Request) error {
	return g.lab.Streams.Serve(w, r, g.topic)
}

// version returns the number of deeds.
func (g *Game) version() int { return len(g.table.Deeds()) }

// ask has an adviser decide for the net while do runs.
func (g *Game) ask(ctx context.Context, do func(ctx context.Context) error) error {
	m, err := g.lab.Models.Find(g.settings.Model)
	if err != nil {
		return err
	}
	return g.lab.Ask(ctx, m, g.settings.look(), func(ctx context.Context, a *advice.Adviser) error {
		met := g.lab.Models.MET()
		a.SetRules(met, g.settings.Beavers > 0)
		defer a.SetRules(met, false) // as others who ask it next expect
		g.table.Adviser = a
		defer func() { g.table.Adviser = nil }()
		return do(ctx)
	})
}

// advance does what is not for the user to decide.
func (g *Game) advance(ctx context.Context) error {
	for {
		done, err := g.table.Next(ctx)
		if err != nil || done == nil {
			return errors.Join(err, g.save())
		}
	}
}

// save writes the deeds that are not yet in the journal, and says that there are.
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
