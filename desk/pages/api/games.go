package api

import (
	"net/http"

	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/site"
)

// gamesPath is the path of games.
const gamesPath = "/api/v1/games"

// RegisterGames adds the calls for games.
func RegisterGames(s *site.Site, store *games.Store) {
	find := func(r *http.Request) (*games.Game, error) { return store.Find(r.PathValue("id")) }
	s.Call("POST "+gamesPath, func(w http.ResponseWriter, r *http.Request) error {
		settings := games.Defaults()
		if err := site.ReadSettings(r, settings); err != nil {
			return err
		}
		g, err := store.New(r.Context(), settings)
		if err != nil {
			return err
		}
		w.Header().Set("Location", gamesPath+"/"+g.ID)
		return writeGame(w, r, g, http.StatusCreated)
	})
	s.Call("GET "+gamesPath+"/{id}", func(w http.ResponseWriter, r *http.Request) error {
		g, err := find(r)
		if err != nil {
			return err
		}
		return writeGame(w, r, g, http.StatusOK)
	})
	s.Call("POST "+gamesPath+"/{id}/actions", func(w http.ResponseWriter, r *http.Request) error {
		g, err := find(r)
		if err != nil {
			return err
		}
		var a games.Action
		if err := site.ReadJSON(r, &a); err != nil {
			return err
		}
		v, err := g.Act(r.Context(), &a)
		if err != nil {
			return err
		}
		return site.WriteJSON(w, http.StatusOK, v)
	})
	s.Call("GET "+gamesPath+"/{id}/events", func(w http.ResponseWriter, r *http.Request) error {
		g, err := find(r)
		if err != nil {
			return err
		}
		return g.Follow(w, r)
	})
}

// writeGame writes the state of a game.
func writeGame(w http.ResponseWriter, r *http.Request, g *games.Game, status int) error {
	v, err := g.View(r.Context())
	if err != nil {
		return err
	}
	return site.WriteJSON(w, status, v)
}
