package record

import (
	"regexp"
	"sync"
)

// pattern returns a function that compiles a regular expression on first use:
// most programs read no records, and none reads all formats.
func pattern(form string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(form) })
}
