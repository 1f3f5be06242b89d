//go:build site

package desk

// drawRatings adds no chart: its package is larger than the rest of a static site.
func (p *profilePage) drawRatings([]judged) {}
