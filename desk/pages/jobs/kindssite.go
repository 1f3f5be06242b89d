//go:build site

package jobs

import "gammonlab/work"

// Kinds lists the kinds of work that can be started: in a browser rollouts only.
func Kinds() []Kind { return kindsOf([]*work.Entry{rolloutKind()}) }
