package play

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gammonlab/board/record"
)

// recordWriter returns the writer for a file by its extension.
func recordWriter(path string) (func(io.Writer, *record.Match) error, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".mat":
		return record.WriteMat, nil
	case ".sgf":
		return record.WriteSGF, nil
	}
	return nil, fmt.Errorf("file %q has the extension %q, want .mat or .sgf", path, filepath.Ext(path))
}
