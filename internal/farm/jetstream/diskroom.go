package jetstream

import (
	"io/fs"
	"path/filepath"
)

// sizeOf returns the bytes of the files below a folder.
func sizeOf(folder string) int64 {
	var sum int64
	// A file that is just removed has no size.
	_ = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			if info, err := entry.Info(); err == nil {
				sum += info.Size()
			}
		}
		return nil
	})
	return sum
}
