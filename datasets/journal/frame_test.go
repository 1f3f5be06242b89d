package journal

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
)

// FuzzRow checks that every row comes back with all its bits, whatever the
// numbers in it.
func FuzzRow(f *testing.F) {
	f.Add(uint8(6), "rollout", "digest", "selfplay", uint32(0x3f000000), uint32(0x7fc00001), uint32(0x80000000), int32(-1), uint64(1))
	f.Add(uint8(4), "", "", "", uint32(0), uint32(0), uint32(0), int32(0), uint64(0))
	f.Add(uint8(5), "x", "x", "x", uint32(1), uint32(0xffffffff), uint32(0x7f800000), int32(1296), uint64(1)<<63)
	f.Fuzz(func(t *testing.T, class uint8, method, labeller, source string, a, b, c uint32, trials int32, seed uint64) {
		row := datasets.Row{
			Position: board.Backgammon.Start(), Class: engine.Class(int(class) % len(engine.Classes())),
			Method: datasets.Method(method), Labeller: labeller, Source: source, Trials: trials, Seed: seed,
		}
		for k := range engine.Outputs {
			row.Probabilities[k] = math.Float32frombits(a >> k)
			row.Errors[k] = math.Float32frombits(b >> k)
		}
		row.EquityError, row.Cubeful = math.Float32frombits(b), math.Float32frombits(c)
		var frame frame
		if err := frame.add([]datasets.Row{row, {Position: row.Position}, row}, seed, []byte(source)); err != nil {
			t.Fatal(err)
		}
		payload := frame.take()[frameHeader:]
		var got []datasets.Row
		done, note, err := decodeFrame(payload, board.Backgammon, func(r *datasets.Row) error {
			got = append(got, *r)
			return nil
		})
		if err != nil || done != seed || string(note) != source || len(got) != 3 {
			t.Fatalf("%d rows, %d items, note %q, %v", len(got), done, note, err)
		}
		var texts textNumbers
		want := appendRow(nil, &row, &texts)
		texts.reset()
		if again := appendRow(nil, &got[2], &texts); !bytes.Equal(again, want) || !bytes.Equal(bitsOf(&got[2]), bitsOf(&row)) {
			t.Errorf("got %+v, want %+v", got[2], row)
		}
	})
}

// bitsOf writes all that is in a row, in another way than appendRow.
func bitsOf(r *datasets.Row) []byte {
	var b bytes.Buffer
	b.WriteString(strings.Join([]string{r.Position.ID(), r.Class.String(), string(r.Method), r.Labeller, r.Source}, "\x00"))
	for _, v := range append(append(r.Probabilities[:], r.Errors[:]...), r.EquityError, r.Cubeful, float32(r.Trials)) {
		b.Write([]byte{byte(math.Float32bits(v)), byte(math.Float32bits(v) >> 8), byte(math.Float32bits(v) >> 16), byte(math.Float32bits(v) >> 24)})
	}
	for i := range 8 {
		b.WriteByte(byte(r.Seed >> (8 * i)))
	}
	return b.Bytes()
}

// FuzzDecode reads payloads that anybody may have written: whatever comes out of
// one goes in again and comes out the same.
func FuzzDecode(f *testing.F) {
	var good frame
	pos := board.Backgammon.Start()
	if err := good.add([]datasets.Row{
		{Position: pos, Class: engine.Contact, Source: "a"},
		{Position: pos, Method: datasets.Rollout, Trials: 5, Labeller: "b", Errors: [engine.Outputs]float32{1}},
	}, 3, []byte("note")); err != nil {
		f.Fatal(err)
	}
	f.Add(good.take()[frameHeader:])
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
		if err := frame.add(rows, done, note); err != nil {
			t.Fatal(err)
		}
		first := rows
		rows = []datasets.Row{}
		if _, _, err := decodeFrame(frame.take()[frameHeader:], board.Backgammon, collect); err != nil || len(rows) != len(first) {
			t.Fatalf("%d rows became %d: %v", len(first), len(rows), err)
		}
		for i := range rows {
			if !bytes.Equal(bitsOf(&rows[i]), bitsOf(&first[i])) {
				t.Fatalf("row %d is %+v, was %+v", i, rows[i], first[i])
			}
		}
	})
}

// FuzzFile opens files with a good head and anything behind it.
func FuzzFile(f *testing.F) {
	var good frame
	if err := good.add([]datasets.Row{{Position: board.Backgammon.Start()}}, 3, nil); err != nil {
		f.Fatal(err)
	}
	bytesOf := good.take()
	f.Add(bytesOf)
	f.Add(append(bytes.Clone(bytesOf), bytesOf[:20]...))
	f.Add([]byte(frameMark + "\xff\xff\xff\x03...."))
	head, err := newHead(board.Backgammon, nil)
	if err != nil {
		f.Fatal(err)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, tail []byte) {
		out := filepath.Join(dir, "db")
		if err := os.WriteFile(out+Suffix, append(bytes.Clone(head), tail...), 0o666); err != nil {
			t.Fatal(err)
		}
		rows := 0
		count := func(*datasets.Row) error { rows++; return nil }
		j, err := Open(out, board.Backgammon, nil, count)
		if err != nil {
			return
		}
		items, _ := j.Done()
		first := rows
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		rows = 0
		if j, err = Open(out, board.Backgammon, nil, count); err != nil {
			t.Fatalf("read, closed and then: %v", err)
		}
		if again, _ := j.Done(); rows != first || again != items {
			t.Errorf("%d rows and %d items, then %d and %d", first, items, rows, again)
		}
		j.Close()
	})
}

// Text numbers out of turn are damage, not an index out of range.
func TestTextNumbers(t *testing.T) {
	key := board.Backgammon.Start().Key()
	payload := append([]byte{0, 0}, key[:]...)
	payload = append(payload, 0, 0, 9)
	_, _, err := decodeFrame(payload, board.Backgammon, func(*datasets.Row) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "row 1: text number 9, want at most 0") {
		t.Errorf("got %v", err)
	}
}

// Rows do not wait for more of them: the timer writes what is there.
func TestTimer(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	j, err := Open(out, board.Backgammon, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := j.Append([]datasets.Row{{Position: board.Backgammon.Start()}}, 1, nil); err != nil {
		t.Fatal(err)
	}
	j.timer.Reset(0)
	for range 1000 {
		info, err := os.Stat(out + Suffix)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > j.start {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("nothing was written in ten seconds")
}

// Much is written at once.
func TestFlushesBySize(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	j, err := Open(out, board.Backgammon, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	rows := make([]datasets.Row, 100_000)
	for i := range rows {
		rows[i].Position = board.Backgammon.Start()
	}
	if err := j.Append(rows, 1, nil); err != nil {
		t.Fatal(err)
	}
	if !j.frame.empty() || j.end < flushBytes {
		t.Errorf("%d bytes written, rest in hand: %v", j.end, !j.frame.empty())
	}
}

func TestTooMuchAtOnce(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	j, err := Open(out, board.Backgammon, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := j.Append(nil, 1, make([]byte, maxPayload)); err == nil || !strings.Contains(err.Error(), "want at most") {
		t.Errorf("got %v", err)
	}
}
