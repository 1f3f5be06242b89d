package show

import (
	"os"
	"path/filepath"
	"runtime"
)

// QuickVariable is the environment variable that, set to 1, has notebooks work
// on a small scale.
const QuickVariable = "GAMMONLAB_QUICK"

// scratchVariable names the folder that the kernel has for a notebook.
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

// Quick reports whether the notebook is to work on a small scale.
func Quick() bool { return os.Getenv(QuickVariable) == "1" }

// Size returns full, or quick if the notebook is to work on a small scale.
func Size(full, quick int) int {
	if Quick() {
		return quick
	}
	return full
}

// Workers returns how many goroutines work may be shared among.
func Workers() int { return runtime.GOMAXPROCS(0) }

// Scratch returns the path of a file, or with no elements of the folder, that is
// there for the other cells of the notebook and gone when its kernel ends.
// Outside a notebook it lies in the system's folder for temporary files.
func Scratch(elements ...string) string {
	root := os.Getenv(scratchVariable)
	if root == "" {
		root = os.TempDir()
	}
	path := filepath.Join(append([]string{root, "scratch"}, elements...)...)
	OK(os.MkdirAll(filepath.Dir(path), 0o755))
	return path
}
