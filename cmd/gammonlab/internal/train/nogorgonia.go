//go:build nogorgonia

package train

import (
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/supervised"
)

// gorgoniaBackend returns an error: this program was built without gorgonia, which adds 8
// MB for this backend alone.
func gorgoniaBackend() (supervised.Backend, error) {
	return nil, cliutil.Usagef("--backend gorgonia is not in this build; make build TAGS= makes a program that has it")
}
