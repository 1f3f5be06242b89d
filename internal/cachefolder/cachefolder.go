// Package cachefolder finds the folder for files that the program creates for its own
// use.
package cachefolder

import (
	"fmt"
	"os"
	"path/filepath"
)

// Variable is the environment variable that names the folder, instead of one in the
// user's cache folder.
const Variable = "GAMMONLAB_CACHE"

// Path returns the path of the folder, which may not exist yet.
func Path() (string, error) {
	if dir := os.Getenv(Variable); dir != "" {
		return dir, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("%w; set %s to one", err, Variable)
	}
	return filepath.Join(cache, "gammonlab"), nil
}
