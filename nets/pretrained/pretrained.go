// Package pretrained holds the nets that are shipped inside the program, so that
// it plays without a weight file at hand: default; large, which is stronger and
// slower; fast, which is quicker and weaker; and td512, which was trained by self-play
// over raw inputs. td512 is not replaced: tests and measurements that need the same
// net for ever take it.
package pretrained

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"gammonlab/nets"
)

// Default is the name of the net to take when none is asked for.
const Default = "default"

const extension = ".safetensors"

//go:embed *.safetensors
var files embed.FS

// ErrUnknown is what [Load] wraps into its error for a name that is not shipped.
var ErrUnknown = errors.New("no such shipped net")

// Names lists the shipped nets, sorted.
func Names() []string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		panic(err) // the files are part of the program
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), extension))
	}
	return names
}

// File returns the weight file of a shipped net, as it would lie on disk.
func File(name string) ([]byte, error) {
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("pretrained: %w: %q, want %s", ErrUnknown, name, strings.Join(Names(), ", "))
	}
	return files.ReadFile(name + extension)
}

// Load returns a shipped net. Each call reads it again; the caller owns it.
func Load(name string) (*nets.Model, error) {
	file, err := File(name)
	if err != nil {
		return nil, err
	}
	m, err := nets.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("pretrained: %s: %w", name, err)
	}
	return m, nil
}
