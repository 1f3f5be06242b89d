//go:build !site

package pages

import (
	"gammonlab/cmd/gammonlab/internal/web/backend"
	"gammonlab/cmd/gammonlab/internal/web/desk"
	"gammonlab/cmd/gammonlab/internal/web/games"
	"gammonlab/cmd/gammonlab/internal/web/library"
	"gammonlab/cmd/gammonlab/internal/web/site"
)

// addDesk adds the pages of the player's desk.
func addDesk(s *site.Site, l *backend.Backend, lib *library.Library, store *games.Store) error {
	return desk.Register(s, l, lib, store)
}
