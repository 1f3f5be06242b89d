package nets

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// DefaultNet is the name of the default net.
const DefaultNet = "default"

// ErrNotShipped is the cause of the error that [LoadShipped] returns for an unknown name.
var ErrNotShipped = errors.New("no such shipped net")

// Shipped lists the names of the nets that are part of the program, so it plays without a
// weight file, sorted: default; fast, which is quicker and weaker; large, which is stronger
// and slower; and td512, which was trained by self-play over raw inputs. td512 is never
// replaced: tests and measurements that need a constant net use it.
func Shipped() []string {
	entries, err := shippedNames()
	if err != nil {
		panic(err) // the program is not complete
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), shippedSuffix); ok {
			names = append(names, name)
		}
	}
	return names
}

// shippedSuffix is the end of the names of the files.
const shippedSuffix = ".safetensors"

// LoadShipped returns a shipped net. Each call decodes it again; the caller owns it.
func LoadShipped(name string) (*Model, error) {
	if !slices.Contains(Shipped(), name) {
		return nil, fmt.Errorf("%w: %q, want %s", ErrNotShipped, name, strings.Join(Shipped(), ", "))
	}
	file, err := readShipped(name + shippedSuffix)
	if err != nil {
		return nil, err
	}
	m, err := Decode(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}
