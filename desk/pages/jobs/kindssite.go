//go:build site

package jobs

// Kinds lists the kinds of work that can be started: in a browser rollouts only.
func Kinds() []Kind { return []Kind{rolloutKind()} }
