//go:build site

package nets

import (
	"fmt"
	"io/fs"
	"os"
)

// siteFolder is the folder of the shipped nets in the file system that a static site gives
// its program. The browser fetches a net when the program opens its file.
const siteFolder = "/nets"

func shippedNames() ([]fs.DirEntry, error) { return os.ReadDir(siteFolder) }

func readShipped(file string) ([]byte, error) {
	content, err := os.ReadFile(siteFolder + "/" + file)
	if err != nil {
		return nil, fmt.Errorf("the net %s cannot be loaded; it needs a connection the first time", file)
	}
	return content, nil
}
