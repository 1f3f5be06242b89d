package suite

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

const extension = ".tst"

//go:embed tests/*.tst
var files embed.FS

// Names lists the shipped suites, sorted.
func Names() []string {
	entries, err := fs.ReadDir(files, "tests")
	if err != nil {
		panic(err) // impossible: the files are embedded in the program
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), extension))
	}
	return names
}

// Shipped returns the tests of a shipped suite.
func Shipped(name string) ([]Test, error) {
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("%q is not shipped, want %s", name, strings.Join(Names(), ", "))
	}
	file, err := files.Open(path.Join("tests", name+extension))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return Parse(name, file)
}

// Open returns the tests of the shipped suite with the name, or of the file with that
// path.
func Open(nameOrPath string) ([]Test, error) {
	if slices.Contains(Names(), nameOrPath) {
		return Shipped(nameOrPath)
	}
	tests, err := Load(nameOrPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%q is neither a file nor a shipped suite (%s)", nameOrPath, strings.Join(Names(), ", "))
	}
	return tests, err
}
