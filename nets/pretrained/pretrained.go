// Package pretrained contains the nets that are shipped inside the program, so
// it plays without a weight file: default; large, which is stronger and slower;
// fast, which is quicker and weaker; and td512, which was trained by self-play
// over raw inputs. td512 is never replaced: tests and measurements that need a
// constant net use it.
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

// Default is the name of the default net.
const Default = "default"

const extension = ".safetensors"

//go:embed *.safetensors
var files embed.FS

// ErrUnknown is the cause of the error that [Load] returns for an unknown name.
var ErrUnknown = errors.New("no such shipped net")

// Names lists the names of the shipped nets, sorted.
func Names() []string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		panic(err) // the files are embedded in the program
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), extension))
	}
	return names
}

// File returns the weight file of a shipped net.
func File(name string) ([]byte, error) {
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("%w: %q, want %s", ErrUnknown, name, strings.Join(Names(), ", "))
	}
	return files.ReadFile(name + extension)
}

// Load returns a shipped net. Each call decodes it again; the caller owns it.
func Load(name string) (*nets.Model, error) {
	file, err := File(name)
	if err != nil {
		return nil, err
	}
	m, err := nets.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}
