package games

import (
	"context"
	"slices"

	"gammonlab/desk/pages/problem"
	"gammonlab/desk/table"
)

// maxDrafts is the maximal number of drafts: the oldest one goes.
const maxDrafts = 16

// usualLength is the length of a match before the user has chosen one.
const usualLength = 5

// draft is a game that nobody has played in yet, with the settings that were asked for.
type draft struct {
	asked Settings
	game  *Game
}

// Draft returns a game with the settings that is not kept before the user's first deed, so that a page can
// show a board on which one can play at once. The same settings give the same draft as long as it is one:
// who loads the page again sees the same dice.
func (s *Store) Draft(ctx context.Context, settings *Settings) (*Game, error) {
	asked := *settings
	asked.withoutUse()
	if g := s.findDraft(func(d *draft) bool { return d.asked == asked }); g != nil {
		return g, nil
	}
	g, err := s.make(&asked)
	if err != nil {
		return nil, err
	}
	g.draft = true
	if err := g.enter(ctx); err != nil {
		return nil, err
	}
	defer g.leave()
	if err := g.ask(ctx, g.advance); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drafts, s.usual = append(s.drafts, draft{asked, g}), &asked
	if len(s.drafts) > maxDrafts {
		s.drafts = slices.Delete(s.drafts, 0, 1)
	}
	return g, nil
}

// findDraft returns the newest draft with a property, nil if there is none, and makes it the newest of all.
func (s *Store) findDraft(is func(d *draft) bool) *Game {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.drafts) - 1; i >= 0; i-- {
		if d := s.drafts[i]; is(&d) {
			s.drafts, s.usual = append(slices.Delete(s.drafts, i, i+1), d), &d.asked
			return d.game
		}
	}
	return nil
}

// make returns a new game, before the net's first turn.
func (s *Store) make(settings *Settings) (*Game, error) {
	own := *settings
	if err := own.complete(s.backend); err != nil {
		return nil, err
	}
	t, err := own.table()
	if err != nil {
		return nil, problem.Bad(err)
	}
	return s.newGame(newID(), own, t), t.Do(table.Deed{Kind: table.Begin})
}

// Usual returns the settings for another game: those of the newest draft or game, with other dice.
func (s *Store) Usual() *Settings {
	last := Defaults()
	last.Length = usualLength
	s.mu.Lock()
	usual := s.usual
	s.mu.Unlock()
	if ids := s.IDs(1); usual == nil && len(ids) > 0 {
		if g, err := s.Find(ids[0]); err == nil {
			usual = &g.settings
		}
	}
	if usual != nil {
		*last = *usual
	}
	last.withoutUse()
	if _, err := s.backend.Models.Find(last.Model); err != nil {
		last.Model = ""
	}
	last.Variant, last.Seed = "", 0
	return last
}

// withoutUse sets the rules of money sessions to those by default where they have no effect.
func (s *Settings) withoutUse() {
	if d := Defaults(); s.Length > 0 || s.NoCube {
		s.Jacoby, s.Beavers, s.AutoDoubles = d.Jacoby, d.Beavers, d.AutoDoubles
	}
}

// Current returns the game that was played last, if it goes on, and otherwise a draft with the usual settings.
func (s *Store) Current(ctx context.Context) (*Game, error) {
	for _, id := range s.IDs(1) {
		g, err := s.Find(id)
		if err != nil {
			break
		}
		if v, err := g.View(ctx); err == nil && !v.Over {
			return g, nil
		}
	}
	return s.Draft(ctx, s.Usual())
}

// played makes a game the one that was played last. It keeps a draft, which then is one no more.
func (s *Store) played(g *Game) error {
	if g.draft {
		err := s.add(g)
		g.draft = err != nil
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.ids, g.ID); i >= 0 {
		s.ids = append(slices.Delete(s.ids, i, i+1), g.ID)
	}
	return nil
}
