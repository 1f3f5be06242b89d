package journal_test

import (
	"os"
	"path/filepath"
	"testing"

	"gammonlab/internal/journal"
	"gammonlab/internal/must"
)

func TestFinished(t *testing.T) {
	for _, c := range []struct {
		name                     string
		output, journal, replace bool
		finished, refused        bool
	}{
		{name: "nothing"},
		{name: "journal only", journal: true},
		{name: "output only", output: true, refused: true},
		{name: "output to be replaced", output: true, replace: true},
		{name: "output and journal", output: true, journal: true, finished: true},
		{name: "both, to be replaced", output: true, journal: true, replace: true},
	} {
		path := filepath.Join(t.TempDir(), "out")
		for file, there := range map[string]bool{path: c.output, path + journal.Suffix: c.journal} {
			if there {
				must.OK(t, os.WriteFile(file, nil, 0o666))
			}
		}
		if got, err := journal.Finished(path, c.replace); got != c.finished || (err != nil) != c.refused {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}
