package analysis_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"testing"

	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
)

// saved returns the bytes of a saved report.
func saved(t *testing.T, r *analysis.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	must.OK(t, r.Save(&b))
	return b.Bytes()
}

// TestRestore wants restored reports to equal the saved ones, as JSON.
func TestRestore(t *testing.T) {
	rolled := search.Depths{Depth: search.Depth{Filter: search.Quick()}, Rollers: 1}
	for name, o := range map[string]analysis.Options{
		"match5.mat": {Workers: 2, Candidates: 2},
		"money.mat":  {Workers: 2, Games: []int{1}, Strength: named.Strength{Depths: rolled}},

		"../../../board/record/testdata/short.xg":         {Workers: 2}, // has an analysis of its own
		"../../../board/record/testdata/xg-roller.txt":    {Workers: 2, Candidates: 2},
		"../../../board/record/testdata/bgblitz-cube.txt": {Workers: 2},
	} {
		r := analyse(t, name, o)
		back, err := analysis.Restore(read(t, name), o, bytes.NewReader(saved(t, r)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(must.Get(json.Marshal(back))(t), must.Get(json.Marshal(r))(t)) {
			t.Errorf("%s: another report comes back", name)
		}
		for _, d := range back.All() {
			if choice := d.Kind != analysis.Play || len(d.Moves) > 0; (d.Roller != nil) != (choice && o.Rollers > 0) {
				t.Errorf("%s: a decision with the roller %v", name, d.Roller)
			}
		}
	}
}

// TestRestoreRefuses tries damaged files, another record and other games.
func TestRestoreRefuses(t *testing.T) {
	o := analysis.Options{Workers: 2, Candidates: 1}
	good := saved(t, analyse(t, "match5.mat", o))
	for at := 0; at < len(good); at += 997 {
		bad := bytes.Clone(good)
		bad[at] ^= 4
		if back, err := analysis.Restore(read(t, "match5.mat"), o, bytes.NewReader(bad)); err == nil && at > 9 {
			t.Errorf("byte %d is damaged: %d games come back", at, len(back.Games))
		}
		if _, err := analysis.Restore(read(t, "match5.mat"), o, bytes.NewReader(good[:at])); err == nil {
			t.Errorf("%d bytes are enough", at)
		}
	}
	if _, err := analysis.Restore(read(t, "money.mat"), o, bytes.NewReader(good)); err == nil {
		t.Error("another record takes it")
	}
	o.Games = []int{1}
	if _, err := analysis.Restore(read(t, "match5.mat"), o, bytes.NewReader(good)); err == nil {
		t.Error("one game takes what was saved of three")
	}
}

// Saved values that are packed a thousand times smaller than those of the record may be are not
// read to their end.
func TestRestorePackedZeros(t *testing.T) {
	m := read(t, "match5.mat")
	var file bytes.Buffer
	packed := gzip.NewWriter(&file)
	must.Get(packed.Write([]byte{0xfc, 0x3f, 0xff, 0xff, 0xff}))(t) // the length of a message of gob
	for range 64 {
		must.Get(packed.Write(make([]byte, 1<<20)))(t)
	}
	must.OK(t, packed.Close())
	must.Allocate(t, 48<<20, func() {
		must.Fail(t, must.Err(analysis.Restore(m, analysis.Options{Workers: 2}, &file)), "saved: unexpected EOF")
	})
}
