package jobs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// file returns the path of a database that a client names, see [named.Opener]: one in the
// folder of the jobs. Its weight may follow the name.
func (all *Jobs) file(name string, output bool) (string, error) {
	name, weight, weighted := strings.Cut(name, "=")
	path := filepath.Join(all.lab.Jobs, name)
	_, err := os.Stat(path)
	switch {
	case all.lab.Jobs == "":
		return "", fmt.Errorf("the server has no folder for databases")
	case filepath.Base(name) != name || !strings.HasSuffix(name, suffix):
		return "", fmt.Errorf("%q, want a database of this server's jobs, such as positions%s", name, suffix)
	case output && err == nil:
		return "", fmt.Errorf("%s exists already", name)
	case !output && err != nil:
		return "", fmt.Errorf("no job has made %s", name)
	case weighted:
		path += "=" + weight
	}
	return path, nil
}

// suffix is the end of the names of databases.
const suffix = ".parquet"
