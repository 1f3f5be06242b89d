package jobs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// file returns the path of a database or a run folder that a client names, see
// [named.Opener]: one in the folder of the jobs. The weight of a database may follow its
// name. A run folder may exist, for a run that continues.
func (all *Jobs) file(name string, output bool) (string, error) {
	if all.backend.Jobs == "" {
		return "", fmt.Errorf("the server has no folder for databases")
	}
	if folder, ok := strings.CutSuffix(name, "/"); ok {
		if filepath.Base(folder) != folder || strings.HasPrefix(folder, ".") || strings.HasSuffix(folder, suffix) {
			return "", fmt.Errorf("%q, want the name of a run, such as first", folder)
		}
		return filepath.Join(all.backend.Jobs, folder), nil
	}
	name, weight, weighted := strings.Cut(name, "=")
	path := filepath.Join(all.backend.Jobs, name)
	_, err := os.Stat(path)
	switch {
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
