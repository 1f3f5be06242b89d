// Package digestfile has the form of the files with the MD5 of databases.
package digestfile

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"time"
)

// Suffix is the suffix of the file with the MD5 of a database, which is
// written beside databases made by this project. Its first line is in the
// format of md5sum, so md5sum -c checks the database; the second, a comment,
// has the size and times of the database at the check.
const Suffix = ".md5"

// Text returns the contents of a digest file; the MD5 is in hexadecimal.
func Text(path, sum string, info fs.FileInfo) string {
	return fmt.Sprintf("%s  %s\n%s", sum, filepath.Base(path), Stamp(path, info))
}

// Stamp returns a text that changes with every write to the file. The time of the last
// change of its entry tells a write after which the modification time was set back.
func Stamp(path string, info fs.FileInfo) string {
	return fmt.Sprintf("# checked: %d bytes of %s%s\n", info.Size(), info.ModTime().UTC().Format(time.RFC3339Nano), changeTime(path))
}
