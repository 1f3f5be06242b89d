//go:build nogorgonia

package train

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/supervised"
)

// gorgoniaBackend fails: gorgonia and what it needs are 8 MB that only this backend uses.
func gorgoniaBackend() (supervised.Backend, error) {
	return nil, cliutil.Usagef("--backend gorgonia is not in this build; make build TAGS= makes a program that has it")
}
