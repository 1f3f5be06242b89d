//go:build site

package desk

import "gammonlab/cmd/gammonlab/internal/web/library"

// drawRatings adds no chart: its package is larger than the rest of a static site.
func (p *profilePage) drawRatings([]library.Analysed) {}
