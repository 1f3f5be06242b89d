package record

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gammonlab/board"
)

// inOGXM returns what an OGXM file keeps of a match.
func inOGXM(m *Match) *Match {
	kept := *m
	kept.Notices = nil
	kept.Info.Clock, kept.Info.Annotator, kept.Info.Ratings = Clock{}, "", [2]string{}
	kept.Games = nil
	for _, g := range m.Games {
		actions := g.Actions
		g.Actions = nil
		for i, a := range actions {
			a.Analysis = nil
			if a.Kind == Take && i > 0 && actions[i-1].Kind == Beaver {
				a.Comment = ""
			}
			if a.Roll[0] < a.Roll[1] {
				a.Roll[0], a.Roll[1] = a.Roll[1], a.Roll[0]
			}
			g.Actions = append(g.Actions, a)
		}
		kept.Games = append(kept.Games, g)
	}
	return &kept
}

func TestOGXMRoundTrip(t *testing.T) {
	names, _ := filepath.Glob("testdata/*")
	written := 0
	for _, name := range names {
		m, err := Load(name)
		if err != nil {
			continue
		}
		var file bytes.Buffer
		if err := WriteOGXM(&file, m); err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		written++
		again, err := Read("test.ogxm", bytes.NewReader(file.Bytes()))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) { sameMatch(t, inOGXM(again), inOGXM(m)) })
		if got := again.Info.Ratings; name == "testdata/xg.mat" && got != [2]string{"1712.5", "1600"} {
			t.Errorf("ratings %q", got)
		}
	}
	if written < 15 {
		t.Errorf("%d files were written", written)
	}
}

// ogxmBytes assembles a file from sections: the name, the flags and the payload in
// hexadecimal digits.
func ogxmBytes(t testing.TB, sections ...ogxmSection) []byte {
	t.Helper()
	b := []byte("OGXM\x02\x00\x02\x00\x02\x00\x00\x00....")
	for _, s := range sections {
		payload, err := hex.DecodeString(strings.Join(strings.Fields(s.payload), ""))
		if err != nil {
			t.Fatal(err)
		}
		b = append(b, s.name...)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(payload)))
		b = append(append(b, s.flags), payload...)
	}
	b = append(b, "END!"...)
	binary.LittleEndian.PutUint32(b[12:], uint32(len(b)))
	return b
}

type ogxmSection struct {
	name    string
	flags   byte
	payload string
}

// A match that was assembled by hand from the description of the format: Ann (White) opens
// with 31, Bob doubles, Ann takes, Bob runs with 64, and Ann resigns after 66.
var ogxmMatch = []ogxmSection{
	{"MTCH", 1, "0C 07 05 00 03 416E6E 03 426F62 01"}, // 5 points, the names, Crawford
	{"GAME", 1, "03 03 01 02" + // Black won 2 points
		"02 71 33" + "55" + "16" + "51 D8 92" + "14 00 00 00 00" + "9B 02 02 01"},
	{"NEWS", 0, "FF"}, // of a later version
	{"ANAL", 0, "1B C604 000102030405060708090A0B0C0D0E0F 00 02 02 02 03 666F78 02"}, // 2 plies, by fox, MWC
	{"DECS", 0, "20 01 00 00 02" +
		"12 01 02 71 33 70640800 7C15 DC05 6400 1405 3200" + "08 00 02 21 6C 107A0700" +
		"10 07 01 01 01 D0DD0600 F02B0700 E0750900" +
		"0C 01 03 00 01 07 00 01 FF 00000000"}, // from place 31
	{"ANNO", 0, "08 00 02 03 04 7768793F" + "09 01 00 00 01 78 03 782D61"}, // why?; a value of a program
}

func TestReadOGXM(t *testing.T) {
	m, err := ReadOGXM("test", bytes.NewReader(ogxmBytes(t, ogxmMatch...)))
	if err != nil {
		t.Fatal(err)
	}
	plays := &Analysis{Source: "fox", PlaysMWC: true, Plays: []Candidate{
		{[]board.Step{{From: 8, To: 5}, {From: 6, To: 5}}, Estimate{"2-ply", .55, .55, .15, .01, .13, .005}},
		{[]board.Step{{From: 24, To: 23}, {From: 13, To: 10}}, Estimate{Level: "2-ply", Equity: .49}},
	}}
	cube := &Analysis{Source: "fox", Cube: &CubeEstimate{Estimate: Estimate{Equity: .45}, DoubleTake: .47, DoublePass: 1, MWC: true}}
	want := &Match{
		Length: 5, Names: [2]string{"Ann", "Bob"}, Rules: Rules{Crawford: true},
		Games: []Game{{Cube: 1, Result: Result{Winner: board.PlayerX, Points: 2}, Actions: []Action{
			{Roll: board.Roll{3, 1}, Steps: plays.Plays[0].Steps, Analysis: plays},
			{Kind: Double, Player: board.PlayerX, Analysis: cube},
			{Kind: Take},
			{Player: board.PlayerX, Roll: board.Roll{6, 4}, Steps: []board.Step{{From: 24, To: 18}, {From: 18, To: 14}}, Comment: "why?"},
			{Kind: Rolled, Roll: board.Roll{6, 6}},
			{Kind: Resign, Value: 1},
		}}},
		Notices: []Notice{{Subject: Unreadable, Found: []Noticed{
			{"byte 183, steps: the byte 0xff, want a place from 0 to 25 an…", 0, 1},
		}}},
	}
	sameMatch(t, m, want)
	if err := m.Validate(); err != nil {
		t.Error(err)
	}
}

// An illegal play comes back with its dice and the position after it.
func TestOGXMIllegalPlay(t *testing.T) {
	m := mat(t, "1) 31: 8/5 6/5  64: 24/18 13/9\n2) 52: 13/11 13/8  42: 8/4 6/4\n")
	after := board.Backgammon.Start()
	after.Own[6], after.Own[3] = 4, 1
	m.Games[0].Actions[2].Steps = []board.Step{{From: 6, To: 3}}
	m.Games[0].Actions[2].Board = &after
	again, err := ReadOGXM("test", strings.NewReader(mustWrite(t, WriteOGXM, m)))
	if err != nil {
		t.Fatal(err)
	}
	a := again.Games[0].Actions[2]
	if a.Board == nil || *a.Board != after || a.Roll != (board.Roll{5, 2}) || a.Player != board.PlayerO || len(a.Steps) != 1 {
		t.Errorf("got %+v", a)
	}
	if len(again.Notices) != 1 || again.Notices[0].Subject != Illegal {
		t.Errorf("notices %v", again.Notices)
	}
}

// A fault in an analysis costs no game; a fault in the match costs what follows.
func TestBadOGXM(t *testing.T) {
	match, game := ogxmMatch[0], ogxmMatch[1]
	damaged := ogxmBytes(t, match, game)
	damaged[len(damaged)-5] = 7 // of the last record
	for _, c := range []struct {
		file  []byte
		want  string // part of the error
		games int    // that are read
	}{
		{[]byte("OGXM"), "byte 4, header: 4 bytes, want 16", 0},
		{[]byte("OGXM\x01\x00\x00\x00\x01\x00\x00\x00\x10\x00\x00\x00"), "version: 1.0, which has another layout", 0},
		{[]byte("OGXM\x03\x00\x00\x00\x03\x00\x00\x00\x10\x00\x00\x00"), "asks for a reader of version 3.0", 0},
		{ogxmBytes(t), "no section MTCH", 0},
		{ogxmBytes(t, game), "section GAME: want MTCH first", 0},
		{ogxmBytes(t, match, match), "a second match begins", 0},
		{ogxmBytes(t, ogxmSection{"MTCH", 1, "03 00 41 00"}), "match_length: 65, want 0 (money) to 64", 0},
		{ogxmBytes(t, ogxmSection{"MTCH", 1, "03 00 05 03"}), "variant: 3, want", 0},
		{ogxmBytes(t, ogxmSection{"MTCH", 1, "04 00 8500 00"}), "needless bytes", 0},
		{ogxmBytes(t, ogxmSection{"MTCH", 1, "03 00 05 00"}, ogxmSection{"NEWS", 1, ""}), "unknown, and marked as critical", 0},
		{ogxmBytes(t, match, game, ogxmSection{"CSUM", 0, "07 00 00 04 01020304"}), "the checksum is wrong", 1},
		{ogxmBytes(t, match, game, ogxmSection{"GAME", 1, "01 00 02 71"}), "steps: 0 bytes are left", 2},
		{ogxmBytes(t, match, game)[:60], "bytes are left", 1},
		{damaged, "resign_value", 1},
	} {
		m, err := ReadOGXM("test", bytes.NewReader(c.file))
		if err == nil || !strings.HasPrefix(err.Error(), "test: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
		if games := 0; m != nil || c.games > 0 {
			if m != nil {
				games = len(m.Games)
			}
			if games != c.games {
				t.Errorf("%v: %d games were read, want %d", err, games, c.games)
			}
		}
	}
	for _, section := range []ogxmSection{
		{"DECS", 0, "03 00 00"}, {"ANAL", 0, "05"}, {"ANNO", 0, "05 00 00 00 FF"}, {"CLCK", 0, "01"},
	} {
		m, err := ReadOGXM("test", bytes.NewReader(ogxmBytes(t, match, game, section)))
		if err != nil || len(m.Notices) != 1 || len(m.Games[0].Actions) != 6 {
			t.Errorf("%v: %+v, %v", section, m, err)
		}
	}
}

func FuzzReadOGXM(f *testing.F) {
	f.Add(string(ogxmBytes(f, ogxmMatch...)))
	for _, name := range []string{"match5.mat", "setup.sgf", "beavers.mat", "hypergammon.mat", "analysed.sgf"} {
		m := load(f, name)
		if file := new(bytes.Buffer); WriteOGXM(file, m) == nil {
			f.Add(file.String())
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ReadOGXM("fuzz", strings.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz: ") {
				t.Errorf("error %q does not name the file", err)
			}
			return
		}
		var file bytes.Buffer
		if WriteOGXM(&file, m) != nil {
			return // an illegal play
		}
		again, err := ReadOGXM("fuzz", bytes.NewReader(file.Bytes()))
		if err != nil {
			t.Fatalf("%v in what was written", err)
		}
		sameMatch(t, inOGXM(again), inOGXM(m))
	})
}

// A file of OGXM whose sizes and counts are lies takes little memory.
func TestOGXMLyingSizes(t *testing.T) {
	file := ogxmBytes(t, ogxmMatch...)
	lie := make([]byte, len(file))
	for at := range len(file) - 3 {
		for _, number := range []string{"\xff\xff\xff\x7f", "\x7f\xff\xff\xff"} {
			copy(lie, file)
			copy(lie[at:], number)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _ = ReadOGXM("test", bytes.NewReader(lie))
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
				t.Errorf("%d bytes for a file of %d with %x at %d", n, len(file), number, at)
			}
		}
	}
}
