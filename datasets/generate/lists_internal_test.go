package generate

import (
	"strings"
	"testing"

	"gammonlab/board"
)

// FuzzList reads lists that anybody may have written.
func FuzzList(f *testing.F) {
	f.Add("4HPwATDgc/ABMA\n# x\n\n4HPwATDgc/ABMA:cAkAAAAAAAAA")
	f.Add("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10\r\n")
	f.Add("\ufeff:\n::\n")
	f.Fuzz(func(t *testing.T, text string) {
		starts, err := readStarts(strings.NewReader(text), "list", board.Backgammon)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "list:") {
				t.Errorf("error %q does not begin with the file", err)
			}
			return
		}
		var ids strings.Builder
		for i := range starts {
			ids.WriteString(starts[i].ID() + "\n")
		}
		again, err := readStarts(strings.NewReader(ids.String()), "list", board.Backgammon)
		if err != nil || len(again) != len(starts) {
			t.Fatalf("%d positions became %d: %v", len(starts), len(again), err)
		}
		for i := range again {
			if again[i] != starts[i] || again[i].Validate(board.Backgammon) != nil || again[i].Result() != 0 {
				t.Errorf("position %d is %v, was %v", i, again[i], starts[i])
			}
		}
	})
}
