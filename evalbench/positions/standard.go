package positions

import (
	_ "embed" // the benchmark
	"fmt"
	"strings"
)

//go:embed standard.jsonl
var standard string

// Standard returns the benchmark embedded in the program. Its header has the settings of
// its build.
func Standard() *Set {
	s, err := Read(strings.NewReader(standard), "standard.jsonl")
	if err != nil {
		panic(fmt.Sprintf("positions: the file that comes with the program: %v", err))
	}
	return s
}
