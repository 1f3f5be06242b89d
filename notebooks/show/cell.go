package show

import (
	"os"
	"path/filepath"
	"runtime"
)

// QuickVariable is the environment variable for quick mode: if it is 1, notebooks work on
// a small scale.
const QuickVariable = "GAMMONLAB_QUICK"

// scratchVariable is the environment variable with the folder that the kernel makes for a
// notebook.
const scratchVariable = "GONB_TMP_DIR"

// OK stops the cell with a panic if err is not nil.
func OK(err error) {
	if err != nil {
		panic(err)
	}
}

// Must returns value, or stops the cell with a panic if err is not nil.
func Must[T any](value T, err error) T {
	OK(err)
	return value
}

// Quick reports whether quick mode is set.
func Quick() bool { return os.Getenv(QuickVariable) == "1" }

// Size returns full, or quick in quick mode.
func Size(full, quick int) int {
	if Quick() {
		return quick
	}
	return full
}

// Workers returns the number of goroutines for parallel work.
func Workers() int { return runtime.GOMAXPROCS(0) }

// Scratch returns the path of a temporary file; without elements, of the temporary
// folder. Other cells of the notebook can use the file; it is removed when the kernel
// ends. Outside a notebook it is in the system's folder for temporary files.
func Scratch(elements ...string) string {
	root := os.Getenv(scratchVariable)
	if root == "" {
		root = os.TempDir()
	}
	path := filepath.Join(append([]string{root, "scratch"}, elements...)...)
	OK(os.MkdirAll(filepath.Dir(path), 0o755))
	return path
}
