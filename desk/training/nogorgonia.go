//go:build nogorgonia

package training

import (
	"gammonlab/internal/setting"
	"gammonlab/supervised"
)

// gorgoniaBackend returns an error: this program was built without gorgonia, which adds 8
// MB for this backend alone.
func gorgoniaBackend() (supervised.Backend, error) {
	return nil, setting.Errorf("%s gorgonia is not in this build; make build TAGS= makes a program that has it", setting.Name("backend"))
}
