//go:build !site

package jobs

// Kinds lists the kinds of work that can be started.
func Kinds() []Kind { return kindsOf(append(catalogued(), rolloutKind(), recordsKind())) }
