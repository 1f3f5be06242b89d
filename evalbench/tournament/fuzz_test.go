package tournament

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"testing"
)

// FuzzDecode must not panic, and what is accepted makes a table. Lines may get
// right checksums, so that what they hold is reached.
func FuzzDecode(f *testing.F) {
	l := &Ledger{settings: settings}
	lines := [][]byte{}
	for _, v := range []any{
		headOf(&l.settings), &playerLine{Player: "a"}, &playerLine{Player: "b", Digest: "00"},
		&playerLine{Player: "c"}, &diceLine{Dice: 7, A: 2, B: 0}, &pairsLine{A: 0, B: 2, Points: []int{1, 2}, Record: []byte("any")},
		&pairsLine{A: 0, B: 1, Points: []int{1, -2}}, &pairsLine{A: 0, B: 1, First: 1, Points: []int{1, -2, 3, 0}},
	} {
		line, err := encode(v)
		if err != nil {
			f.Fatal(err)
		}
		lines = append(lines, line)
	}
	whole := bytes.Join(lines, nil)
	f.Add([]byte{}, false)
	f.Add(whole, false)
	f.Add(whole[:len(whole)-9], false)
	f.Add(unsealed(whole), true)
	f.Fuzz(func(t *testing.T, data []byte, seal bool) {
		if seal {
			data = sealed(data)
		}
		l := NewLedger(settings)
		whole := data[:bytes.LastIndexByte(data, '\n')+1]
		lines, err := l.decode(whole)
		if err != nil {
			return
		}
		if lines != bytes.Count(whole, []byte("\n")) {
			t.Errorf("%d lines of %q", lines, whole)
		}
		if _, err := l.Table(); err != nil {
			t.Errorf("table of %q: %v", whole, err)
		}
		for key, points := range l.points {
			if l.pairs(key)*2 != len(points) {
				t.Errorf("%d games are no pairs", len(points))
			}
		}
	})
}

// unsealed returns lines without their checksums.
func unsealed(data []byte) []byte {
	var open []byte
	for line := range bytes.Lines(data) {
		open = append(append(open, line[:len(line)-len(fmt.Sprintf(sumForm, 0))]...), '\n')
	}
	return open
}

// sealed is the opposite of unsealed.
func sealed(data []byte) []byte {
	var closed []byte
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		closed = fmt.Appendf(append(closed, line...), sumForm, crc32.Checksum(line, castagnoli))
	}
	return closed
}
