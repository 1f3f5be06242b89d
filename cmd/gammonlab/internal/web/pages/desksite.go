//go:build site

package pages

import (
	"gammonlab/cmd/gammonlab/internal/web/backend"
	"gammonlab/cmd/gammonlab/internal/web/games"
	"gammonlab/cmd/gammonlab/internal/web/library"
	"gammonlab/cmd/gammonlab/internal/web/site"
)

// addDesk adds nothing: the desk needs packages of databases, which are larger than the rest
// of a static site.
func addDesk(*site.Site, *backend.Backend, *library.Library, *games.Store) error { return nil }
