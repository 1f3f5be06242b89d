package tournament

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"gammonlab/internal/digest"
	"gammonlab/nets/kernel"
)

// oldForm is the end of a line of an old file.
const oldForm = `,"sum":"%08x"}` + "\n"

// oldHead is the first line of an old file of the tests' settings.
func oldHead() string {
	return `{"format":"gammonlab pairs 1","variant":"backgammon","form":"cubeless","seed":7,"databases":"","kernel":"` + kernel.Class() + `"}`
}

// FuzzConvert must not panic on old files. An accepted file gives a table, and
// is unchanged after writing in this version's form. Lines may get right
// checksums, so that their contents are reached.
func FuzzConvert(f *testing.F) {
	lines := oldHead() + "\n"
	for _, v := range []any{
		&playerFrame{Player: "a"}, &playerFrame{Player: "b", Digest: "00"}, &playerFrame{Player: "c"},
		&diceFrame{Dice: 7, A: 2, B: 0}, &pairsFrame{A: 0, B: 2, Points: []int{1, 2}, Record: []byte("any")},
		&pairsFrame{A: 0, B: 1, Points: []int{1, -2}}, &pairsFrame{A: 0, B: 1, First: 1, Points: []int{1, -2, 3, 0}},
	} {
		line, err := json.Marshal(v)
		if err != nil {
			f.Fatal(err)
		}
		lines += string(line) + "\n"
	}
	whole := sealed([]byte(lines))
	f.Add([]byte{}, false)
	f.Add(whole, false)
	f.Add(whole[:len(whole)-9], false)
	f.Add([]byte(lines), true)
	f.Add([]byte(oldMatch+`{"identity":["a ","b ","databases "]}`+"\n"), false)
	f.Fuzz(func(t *testing.T, data []byte, seal bool) {
		if seal {
			data = sealed(data)
		}
		l := NewLedger(settings)
		frames := 0
		if err := settings.convert(data, func(frame []byte) error { frames++; return l.decode(frame) }); err != nil {
			return
		}
		if want := bytes.Count(data, []byte("\n")) - 1; bytes.HasPrefix(data, []byte(oldLedger)) && frames != want {
			t.Errorf("%d frames of %q, want %d", frames, data, want)
		}
		if _, err := l.Table(); err != nil {
			t.Errorf("table of %q: %v", data, err)
		}
		for key, points := range l.points {
			if l.pairs(key)*2 != len(points) {
				t.Errorf("%d games are no pairs", len(points))
			}
		}
	})
}

// sealed gives lines of JSON, with their last brace or without, the checksums of old
// files.
func sealed(data []byte) []byte {
	var closed []byte
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("}"))
		closed = fmt.Appendf(append(closed, line...), oldForm, digest.Checksum(line))
	}
	return closed
}
