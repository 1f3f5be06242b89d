package positions

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
)

// Whatever stands in a journal, it is taken up, begun anew or refused; what is
// taken up stays in it, and can be added to.
func FuzzJournal(f *testing.F) {
	set := &Set{Variant: board.Backgammon, Made: map[string]string{"seed": "1"}}
	head, err := set.header()
	if err != nil {
		f.Fatal(err)
	}
	decisions := Standard().Decisions
	line, err := decisions[0].encode()
	if err != nil {
		f.Fatal(err)
	}
	whole := string(head) + "\n0 " + checksum("0", string(line)) + " " + string(line) + "\n"
	for _, text := range []string{"", whole, whole[:len(whole)-1], whole + "1 0 {}\n", strings.ToUpper(whole), "notes\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		out := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(out+Suffix, data, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := openJournal(out, set)
		if err != nil {
			return
		}
		before := len(j.done)
		if err := j.add(1_000_000, &decisions[1]); err != nil {
			t.Fatal(err)
		}
		j.close()
		again, err := openJournal(out, set)
		if err != nil {
			t.Fatalf("%q: added to it cannot be read: %v", data, err)
		}
		defer again.close()
		if len(again.done) < before || again.done[1_000_000].Position != decisions[1].Position {
			t.Fatalf("%q: %d decisions, then %d with one more", data, before, len(again.done))
		}
	})
}
