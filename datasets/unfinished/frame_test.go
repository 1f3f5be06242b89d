package unfinished

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// FuzzRow checks that rows with any numbers are unchanged, to the bit, after
// writing and reading.
func FuzzRow(f *testing.F) {
	f.Add(uint8(6), "rollout", "digest", "selfplay", uint32(0x3f000000), uint32(0x7fc00001), uint32(0x80000000), int32(-1), uint64(1))
	f.Add(uint8(4), "", "", "", uint32(0), uint32(0), uint32(0), int32(0), uint64(0))
	f.Add(uint8(5), "x", "x", "x", uint32(1), uint32(0xffffffff), uint32(0x7f800000), int32(1296), uint64(1)<<63)
	f.Fuzz(func(t *testing.T, class uint8, method, labeller, source string, a, b, c uint32, trials int32, seed uint64) {
		row := datasets.Row{
			Position: board.Backgammon.Start(), Class: engine.Class(int(class) % len(engine.Classes())),
			Cubes:  datasets.Cubes{Cubeful: math.Float32frombits(c), States: [datasets.NumCubeStates]float32{1: math.Float32frombits(b)}, MatchCube: trials},
			Weight: math.Float32frombits(c ^ a), Method: datasets.Method(method), Labeller: labeller, Source: source, Trials: trials, Seed: seed,
		}
		for k := range engine.Outputs {
			row.Probabilities[k] = math.Float32frombits(a >> k)
			row.Errors[k] = math.Float32frombits(b >> k)
		}
		row.EquityError = math.Float32frombits(b)
		var frame frame
		frame.add([]datasets.Row{row, {Position: row.Position}, row}, seed, []byte(source))
		payload := frame.take()
		var got []datasets.Row
		done, note, err := decodeFrame(payload, board.Backgammon, func(r *datasets.Row) error {
			got = append(got, *r)
			return nil
		})
		if err != nil || done != seed || string(note) != source || len(got) != 3 {
			t.Fatalf("%d rows, %d items, note %q, %v", len(got), done, note, err)
		}
		var texts textNumbers
		want := appendRow(nil, row.Position.Key(), &row, &texts)
		texts.reset()
		if again := appendRow(nil, got[2].Position.Key(), &got[2], &texts); !bytes.Equal(again, want) || !bytes.Equal(bitsOf(&got[2]), bitsOf(&row)) {
			t.Errorf("got %+v, want %+v", got[2], row)
		}
	})
}

// bitsOf writes all that is in a row, in another way than appendRow.
func bitsOf(r *datasets.Row) []byte {
	var b bytes.Buffer
	b.WriteString(strings.Join([]string{r.Position.ID(), r.Class.String(), string(r.Method), r.Labeller, r.Source}, "\x00"))
	for _, v := range append(append(r.Probabilities[:], r.Errors[:]...), r.EquityError, r.Cubeful, r.Weight, float32(r.Trials)) {
		b.Write([]byte{byte(math.Float32bits(v)), byte(math.Float32bits(v) >> 8), byte(math.Float32bits(v) >> 16), byte(math.Float32bits(v) >> 24)})
	}
	fmt.Fprint(&b, math.Float32bits(r.States[1]), r.MatchCube)
	for i := range 8 {
		b.WriteByte(byte(r.Seed >> (8 * i)))
	}
	return b.Bytes()
}

// FuzzDecode reads payloads from untrusted sources. Rows that were read are
// unchanged after writing and reading.
func FuzzDecode(f *testing.F) {
	var good frame
	pos := board.Backgammon.Start()
	good.add([]datasets.Row{
		{Position: pos, Class: engine.Contact, Source: "a"},
		{Position: pos, Method: datasets.Rollout, Trials: 5, Labeller: "b", Errors: [engine.Outputs]float32{1}},
	}, 3, []byte("note"))
	f.Add(good.take())
	f.Add([]byte{})
	f.Add([]byte{1, 200})
	f.Fuzz(func(t *testing.T, payload []byte) {
		rows := []datasets.Row{}
		collect := func(r *datasets.Row) error {
			rows = append(rows, *r)
			return nil
		}
		done, note, err := decodeFrame(payload, board.Backgammon, collect)
		if err != nil {
			return
		}
		var frame frame
		frame.add(rows, done, note)
		first := rows
		rows = []datasets.Row{}
		if _, _, err := decodeFrame(frame.take(), board.Backgammon, collect); err != nil || len(rows) != len(first) {
			t.Fatalf("%d rows became %d: %v", len(first), len(rows), err)
		}
		for i := range rows {
			if !bytes.Equal(bitsOf(&rows[i]), bitsOf(&first[i])) {
				t.Fatalf("row %d is %+v, was %+v", i, rows[i], first[i])
			}
		}
	})
}

// Text numbers out of turn are damage, not an index out of range.
func TestTextNumbers(t *testing.T) {
	key := board.Backgammon.Start().Key()
	payload := append([]byte{0, 0}, key[:]...)
	payload = append(payload, 0, 0, 9)
	_, _, err := decodeFrame(payload, board.Backgammon, func(*datasets.Row) error { return nil })
	must.Fail(t, err, "row 1: text number 9, want at most 0")
}

// Much is written at once, little after a second.
func TestFlushes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	j := must.Get(Open(out, board.Backgammon, nil, nil))(t)
	defer j.Close()
	one := []datasets.Row{{Position: board.Backgammon.Start()}}
	for _, c := range []struct {
		name  string
		rows  []datasets.Row
		age   time.Duration
		waits bool
	}{{"a row", one, 0, true}, {"many", slices.Repeat(one, 100_000), 0, false}, {"later", one, flushInterval, false}} {
		j.written = j.written.Add(-c.age)
		must.OK(t, j.Append(c.rows, 1, nil))
		if j.frame.empty() == c.waits {
			t.Errorf("%s: waits to be written: %t", c.name, !c.waits)
		}
	}
}
