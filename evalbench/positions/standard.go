package positions

import (
	_ "embed" // the benchmark
	"fmt"
	"strings"
)

//go:embed standard.jsonl
var standard string

// Standard returns the benchmark in the program. Its header has the settings that made
// it.
func Standard() *Set {
	s, err := Read(strings.NewReader(standard), "standard.jsonl")
	if err != nil {
		panic(fmt.Sprintf("positions: the file that comes with the program: %v", err))
	}
	return s
}
