package datasets

import (
	"bytes"
	"fmt"
	"testing"
)

// FuzzDamage changes bytes of a file: it is an error, or the rows are the same.
func FuzzDamage(f *testing.F) {
	good := goodFile(f, goodBlock(f), goodBlock(f))
	want, _, err := readBytes(f, good, false)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint(100), []byte{1}, uint(0))
	f.Add(uint(len(good)-20), []byte("PAR1"), uint(3))
	f.Add(uint(len(good)-8), []byte{1, 2}, uint(0))
	f.Add(uint(1500), bytes.Repeat([]byte{0}, 40), uint(900))
	f.Fuzz(func(t *testing.T, at uint, over []byte, cut uint) {
		data := bytes.Clone(good)
		copy(data[at%uint(len(data)):], over)
		data = data[:uint(len(data))-cut%uint(len(data))]
		rows, _, err := readBytes(t, data, false)
		if err == nil && fmt.Sprint(rows) != fmt.Sprint(want) {
			t.Errorf("the rows are %v, want an error or %v", rows, want)
		}
		if skipped, _, err := readBytes(t, data, true); err == nil {
			whole := fmt.Sprint(want)
			for _, r := range skipped {
				if !bytes.Contains([]byte(whole), []byte(fmt.Sprint(r))) {
					t.Errorf("a row is %v, want one of the file", r)
				}
			}
		}
	})
}

// FuzzOpen reads files of any bytes.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte("PAR1\x00\x00\x00\x00\x00\x00\x00\x00PAR1"))
	f.Add(goodFile(f))
	f.Add(goodFile(f, goodBlock(f)))
	f.Add(encode(f, fileSchema(true, true), (&Meta{Cubes: true}).entries(), goodBlock(f)))
	f.Fuzz(func(t *testing.T, data []byte) { readBytes(t, data, true) })
}
