package record

import (
	"os"
	"path/filepath"
	"testing"
)

// TestHoldsMatch checks each file of testdata, and texts that are no records.
func TestHoldsMatch(t *testing.T) {
	positions := map[string]bool{"bar.pos": true, "gnubg.pos": true, "position.snowie": true, "README": true}
	for _, pattern := range []string{"testdata/xg-*.txt", "testdata/bgblitz*.txt"} {
		texts, _ := filepath.Glob(pattern)
		for _, name := range texts {
			positions[filepath.Base(name)] = true
		}
	}
	names, _ := filepath.Glob("testdata/*.*")
	for _, name := range append(names, "testdata/README") {
		head, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := HoldsMatch(head[:min(len(head), HeadSize)]); got == positions[filepath.Base(name)] {
			t.Errorf("%s: %v", name, got)
		}
	}
	for _, text := range []string{"", "\x00\x01", "# Notes\n\nWe played at the club.\n"} {
		if HoldsMatch([]byte(text)) {
			t.Errorf("%q is taken for a match", text)
		}
	}
}
