package record

import (
	"regexp"
	"sync"
)

// pattern returns a regular expression that is compiled on first use: most programs
// read no records, and none all formats.
func pattern(form string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(form) })
}
