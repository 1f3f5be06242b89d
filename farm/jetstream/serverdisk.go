package jetstream

import (
	"io/fs"
	"path/filepath"
)

// sizeOf returns the total size of the files below a folder, in bytes.
func sizeOf(folder string) int64 {
	var sum int64
	// A file that another process removes meanwhile has no size.
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
