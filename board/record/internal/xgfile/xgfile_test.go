package xgfile

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// sample has every kind of record with values in every field.
func sample() *File {
	var move Move
	move.Who, move.Dice, move.Cube, move.Count = -1, [2]int32{3, 1}, -2, 2
	move.Steps = [8]int32{7, 4, 5, 4, -1}
	move.Before, move.After = Position{24: 2, 1: -2}, Position{5: 2, 0: -1}
	move.Head = CandidatesHead{move.Before, move.Dice, 3, [2]int32{3, 2}, 1, 1, 0, 1}
	move.Candidates[0] = Candidate{move.After, [8]int8{7, 4, 5, 4, -1}, 1001, Evaluation{0.01, 0.1, 0.4, 0.6, 0.2, 0.02, 0.3}}
	move.Candidates[31] = Candidate{Level: 3, Evaluation: Evaluation{6: -1}}
	move.Error, move.Luck, move.Equity, move.Level, move.LuckLevel, move.Comment = -0.1, 0.25, 0.125, 3, -1, 1
	move.Rollouts[2] = 4
	cube := Cube{Who: 1, Double: 1, Answer: 2, Beaver: 1, Raccoon: -1, Cube: -3, Position: Position{1: 2, 25: 1, 0: -1},
		Error: NoError, TakeErr: 0.5, Roll: "31", Rollout: 2, Level: 4, Comment: -1}
	cube.Analysis = CubeAnalysis{cube.Position, 4, [2]int32{5, 2}, 3, -1, 1, 1, 1,
		Evaluation{6: 0.5}, [3]float32{0.5, 0.75, 1}, Evaluation{6: 0.75}}
	match := &Match{Players: [2]string{"Zoë", "Дима"}, Length: 7, Variant: 1, Crawford: true, Beavers: true,
		Ratings: [2]float64{1600.5, 1700}, Experience: [2]int32{0, 400}, Date: 45000.5, Event: "An event", Place: "Here",
		Round: "1", Transcriber: "Me", Version: currentVersion, mark: matchMagic, Comments: [2]int32{0, -1}, CubeLimit: 10,
		Clock: Clock{1, 1, 600, 12, 1, [2]int32{30, 200}, 2}}
	end := &GameEnd{Scores: [2]int32{0, 4}, Crawford: true, Winner: -1, Points: 4, How: Resigned + 2}
	return &File{
		Comment:  "In the header",
		Records:  []Record{match, &Game{Scores: [2]int32{1, 2}, Crawford: true, Start: Position{3: 1}, Number: 2, Comments: [2]int32{-1, 1}, AutoDoubles: 1}, &cube, &move, end, &MatchEnd{Scores: [2]int32{1, 7}, Winner: -1, Ratings: [2]float64{1, 2}, Experience: [2]int32{3, 4}, Date: 45001}},
		Comments: []string{"first", `two lines: à ’ \{Д` + "\nsecond\tpart"},
	}
}

func TestWriteAndRead(t *testing.T) {
	want := sample()
	got, err := Read(Write(want))
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range want.Records {
		r.setOffset(i * RecordSize)
		if !reflect.DeepEqual(got.Records[i], r) {
			t.Errorf("record %d: got %+v, want %+v", i, got.Records[i], r)
		}
	}
	if got.Comment != want.Comment || !reflect.DeepEqual(got.Comments, want.Comments) {
		t.Errorf("got the comments %q %q, want %q %q", got.Comment, got.Comments, want.Comment, want.Comments)
	}
}

// Fields stand where the published layout has them.
func TestOffsets(t *testing.T) {
	var records [][]byte
	for _, r := range sample().Records {
		b := make([]byte, RecordSize)
		b[kindOffset] = r.kind()
		r.fields(&codec{b: b, write: true})
		records = append(records, b)
	}
	whole := func(b []byte, at int) any { return int32(order.Uint32(b[at:])) }
	real := func(b []byte, at int) any { return math.Float64frombits(order.Uint64(b[at:])) }
	single := func(b []byte, at int) any { return math.Float32frombits(order.Uint32(b[at:])) }
	small := func(b []byte, at int) any { return int8(b[at]) }
	for _, tt := range []struct {
		record int
		what   string
		at     int
		read   func([]byte, int) any
		want   any
	}{
		{0, "length", 92, whole, int32(7)}, {0, "variant", 96, whole, int32(1)}, {0, "Crawford", 100, small, int8(1)},
		{0, "Jacoby", 101, small, int8(0)}, {0, "rating 2", 112, real, 1700.0}, {0, "experience 2", 124, whole, int32(400)},
		{0, "date", 128, real, 45000.5}, {0, "comment after", 580, whole, int32(-1)}, {0, "cube limit", 612, whole, int32(10)},
		{0, "player 1", 880, small, int8('Z')}, {0, "short player 1", 9, small, int8(3)}, {0, "round", 1654, small, int8('1')},
		{0, "time left 2", 1936, whole, int32(200)}, {0, "transcriber", 1960, small, int8('M')},
		{1, "score 2", 16, whole, int32(2)}, {1, "start", 24, small, int8(1)}, {1, "number", 48, whole, int32(2)}, {1, "automatic", 64, whole, int32(1)},
		{2, "who", 12, whole, int32(1)}, {2, "answer", 20, whole, int32(2)}, {2, "cube", 32, whole, int32(-3)}, {2, "bar", 61, small, int8(1)},
		{2, "level", 92, whole, int32(4)}, {2, "equity", 148, single, float32(0.5)}, {2, "double, drop", 160, single, float32(1)},
		{2, "doubled", 192, single, float32(0.75)}, {2, "roll", 209, small, int8('3')}, {2, "error", 200, real, -1000.0}, {2, "comment", 292, whole, int32(-1)},
		{3, "who", 64, whole, int32(-1)}, {3, "from", 68, whole, int32(7)}, {3, "die 2", 104, whole, int32(1)}, {3, "cube", 108, whole, int32(-2)},
		{3, "candidates", 120, whole, int32(2)}, {3, "candidates again", 188, whole, int32(2)}, {3, "step", 1025, small, int8(4)},
		{3, "equity", 1432, single, float32(0.3)}, {3, "luck", 2320, real, 0.25}, {3, "luck's level", 2476, whole, int32(-1)}, {3, "comment", 2524, whole, int32(1)},
		{4, "winner", 24, whole, int32(-1)}, {4, "how", 32, whole, int32(102)}, {5, "winner", 20, whole, int32(-1)}, {5, "date", 48, real, 45001.0},
	} {
		if got := tt.read(records[tt.record], tt.at); got != tt.want {
			t.Errorf("record %d, %s at %d: got %v, want %v", tt.record, tt.what, tt.at, got, tt.want)
		}
	}
}

// A file cut anywhere is an error that gives the offset and the field.
func TestTruncated(t *testing.T) {
	b := Write(sample())
	for n := range len(b) {
		if n > 64 && n < headerSize-64 {
			n = headerSize - 64 // nothing changes within the texts
		}
		_, err := Read(b[:n])
		if err == nil || !strings.HasPrefix(err.Error(), "byte ") {
			t.Fatalf("the first %d bytes give %v", n, err)
		}
	}
}

// Damage in the archive is found by its checksums.
func TestDamaged(t *testing.T) {
	b := Write(sample())
	for at := headerSize; at < len(b); at++ {
		if unused := at >= len(b)-trailerSize+21; unused {
			break
		}
		b[at] ^= 0x40
		if _, err := Read(b); err == nil && at != len(b)-trailerSize+20 { // any nonzero number means that the registry is packed
			t.Fatalf("a bit changed at %d is not found", at)
		}
		b[at] ^= 0x40
	}
}

func TestHostileFiles(t *testing.T) {
	change := func(at int, value uint32) []byte {
		b := Write(sample())
		order.PutUint32(b[at:], value)
		return b
	}
	end := len(Write(sample())) - trailerSize
	for _, tt := range []struct {
		what string
		b    []byte
		want string
	}{
		{"empty file", nil, "byte 0, mark"},
		{"header version", change(4, 2), "byte 4, version of the header: 2, want 1"},
		{"header size", change(8, 9000), "byte 8, size of the header"},
		{"thumbnail", change(20, 1<<31), "byte 20, size of the thumbnail: 2147483648"},
		{"files", change(end+4, 1<<30), fmt.Sprintf("byte %d, number of files", end+4)},
		{"negative", change(end+12, 1<<31), "sizes of registry and data"},
		{"checksum", change(end, 1), "checksum of the archive"},
		{"no records", pack("", []archived{{"other", nil}}), "the archive has no temp.xg"},
		{"half a record", pack("", []archived{{recordsName, append(kindBytes(1), make([]byte, 9)...)}}), "byte 2560, last record of temp.xg: 9 bytes"},
		{"kind", pack("", []archived{{recordsName, kindBytes(9)}}), "byte 8, kind of record in temp.xg: 9, want 0 to 6"},
		{"no mark", pack("", []archived{{recordsName, kindBytes(0)}}), "byte 556, mark of the match"},
	} {
		_, err := Read(tt.b)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.what, err, tt.want)
		}
	}
}

// An archive takes no more memory than files of its size may, also if its end is missing: 32 MiB of
// zeros behind the head of the records are 32 kB packed.
func TestPackedZeros(t *testing.T) {
	records := kindBytes(0)
	order.PutUint32(records[556:], matchMagic)
	whole := pack("", []archived{{recordsName, append(records, make([]byte, 32<<20)...)}})
	for what, b := range map[string][]byte{"whole": whole, "cut off": whole[:len(whole)-trailerSize]} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(b)
		runtime.ReadMemStats(&after)
		if n, most := after.TotalAlloc-before.TotalAlloc, uint64(4*(1<<20+maxPacking*len(b))); n > most || err == nil {
			t.Errorf("%s: %v, %d bytes for a file of %d, want at most %d", what, err, n, len(b), most)
		}
	}
}

func kindBytes(kind byte) []byte {
	b := make([]byte, RecordSize)
	b[kindOffset] = kind
	return b
}

func TestComments(t *testing.T) {
	for _, tt := range []struct{ rtf, want string }{
		{`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}}{\colortbl;\red0;}{\*\generator X;}\pard\f0\fs20 caf\'e9\par b\par }`, "café\nb"},
		{`\rtf1\ansi A\{b\}\\c`, `A{b}\c`},
		{"plain \x01\x02 caf\xE9", "plain \n café"},
		{`{\rtf1 {\uc2 \u1076 xxy}\u1076?z\'`, "дyдz"},
		{`{\rtf1 a}}}b\`, "ab"},
		{"", ""},
	} {
		if got := fromRTF(tt.rtf); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.rtf, got, tt.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(Write(sample()))
	f.Add(Write(sample())[:headerSize+200])
	f.Add(pack("x", []archived{{recordsName, kindBytes(1)}, {commentsName, []byte("{\\rtf1 a}\r\n")}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		file, err := Read(b)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "byte ") {
				t.Errorf("%q gives no offset", err)
			}
			return
		}
		if _, err := Read(Write(file)); err != nil {
			t.Error(err)
		}
	})
}

// FuzzRecords reads records without their container, since its checksums would
// refuse all changes.
func FuzzRecords(f *testing.F) {
	for _, r := range sample().Records {
		b := kindBytes(r.kind())
		r.fields(&codec{b: b, write: true})
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := readRecords(b); err != nil && !strings.HasPrefix(err.Error(), "byte ") {
			t.Errorf("%q gives no offset", err)
		}
		_ = fromRTF(`{\rtf1 ` + string(b))
	})
}
