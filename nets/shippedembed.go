//go:build !site

package nets

import (
	"embed"
	"io/fs"
)

//go:embed pretrained
var shipped embed.FS

func shippedNames() ([]fs.DirEntry, error) { return shipped.ReadDir("pretrained") }

func readShipped(file string) ([]byte, error) { return shipped.ReadFile("pretrained/" + file) }
