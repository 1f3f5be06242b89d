package nets

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// DefaultNet is the name of the default net.
const DefaultNet = "default"

//go:embed pretrained
var shipped embed.FS

// ErrNotShipped is the cause of the error that [LoadShipped] returns for an unknown name.
var ErrNotShipped = errors.New("no such shipped net")

// Shipped lists the names of the nets that are part of the program, so it plays without a
// weight file, sorted: default; fast, which is quicker and weaker; large, which is stronger
// and slower; and td512, which was trained by self-play over raw inputs. td512 is never
// replaced: tests and measurements that need a constant net use it.
func Shipped() []string {
	entries, err := fs.ReadDir(shipped, "pretrained")
	if err != nil {
		panic(err) // the files are embedded in the program
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".safetensors"))
	}
	return names
}

// LoadShipped returns a shipped net. Each call decodes it again; the caller owns it.
func LoadShipped(name string) (*Model, error) {
	if !slices.Contains(Shipped(), name) {
		return nil, fmt.Errorf("%w: %q, want %s", ErrNotShipped, name, strings.Join(Shipped(), ", "))
	}
	file, err := shipped.ReadFile("pretrained/" + name + ".safetensors")
	if err != nil {
		return nil, err
	}
	m, err := Decode(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}
