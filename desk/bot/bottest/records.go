package bottest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board/record"
	"gammonlab/internal/must"
)

// ValidRecords checks the records in a table's folder: there are n complete and legal
// matches, in which no board was set.
func ValidRecords(t testing.TB, dir string, n int) {
	t.Helper()
	files := must.Get(os.ReadDir(dir))(t)
	if len(files) != n {
		t.Errorf("%d records in %s, want %d", len(files), dir, n)
	}
	for _, f := range files {
		if filepath.Ext(f.Name()) != ".mat" {
			t.Errorf("%s: a board was set", f.Name())
		}
		m := must.Get(record.Read(f.Name(), bytes.NewReader(must.Get(os.ReadFile(filepath.Join(dir, f.Name())))(t))))(t)
		if err := m.Validate(); err != nil {
			t.Error(err)
		}
	}
}
