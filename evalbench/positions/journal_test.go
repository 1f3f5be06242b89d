package positions

import (
	"fmt"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
)

// FuzzDecodeItem reads decisions in a journal from an untrusted source: an
// accepted decision is unchanged after writing and reading.
func FuzzDecodeItem(f *testing.F) {
	line, err := Standard().Decisions[0].encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(fmt.Appendf(nil, "7 %s", line))
	f.Add([]byte("-1 {}"))
	f.Add([]byte("1"))
	f.Fuzz(func(t *testing.T, frame []byte) {
		item, d, err := decodeItem(frame, board.Backgammon)
		if err != nil {
			return
		}
		line := must.Get(d.encode())(t)
		again, same, err := decodeItem(fmt.Appendf(nil, "%d %s", item, line), board.Backgammon)
		if err != nil || again != item || same.Position != d.Position {
			t.Errorf("%q became %d, %v: %v", frame, again, same, err)
		}
	})
}
