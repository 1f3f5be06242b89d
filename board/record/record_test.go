package record

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"gammonlab/board"
)

// allRules are rules for matches and sessions of every kind.
var allRules = []struct {
	length, games int
	rules         Rules
}{
	{0, 12, Rules{Jacoby: true}},
	{0, 4, Rules{}},
	{1, 1, Rules{Crawford: true}},
	{7, 99, Rules{Crawford: true}},
	{5, 99, Rules{}},
	{3, 99, Rules{Crawford: true, NoCube: true}},
	{5, 99, Rules{Crawford: true, Variant: board.Nackgammon}},
	{5, 99, Rules{Crawford: true, Variant: board.Hypergammon1}},
	{5, 99, Rules{Crawford: true, Variant: board.Hypergammon2}},
	{0, 6, Rules{Jacoby: true, Variant: board.Hypergammon3}},
}

func TestWriteAndRead(t *testing.T) {
	for i, tt := range allRules {
		m := randomMatch(rand.New(rand.NewPCG(uint64(i), 1)), tt.length, tt.games, tt.rules)
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, f := range formats {
			text := mustWrite(t, f.write, m)
			got, err := f.read("test", strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			want := *m
			want.Names = f.names(m.Names)
			sameMatch(t, got, &want)
			if auto, err := Read("test", strings.NewReader(text)); err != nil {
				t.Error(err)
			} else {
				sameMatch(t, auto, &want)
			}
		}
	}
}

var formats = map[string]struct {
	read  reader
	write writer
	names func([2]string) [2]string // as the format holds them
}{
	"mat": {ReadMat, WriteMat, matNames},
	"sgf": {ReadSGF, WriteSGF, sameNames},
}

// A file of gnubg is identical, byte for byte, after reading and writing.
func TestWritesMatAsGnubgDoes(t *testing.T) {
	for _, name := range []string{"match5.mat", "nackgammon.mat"} {
		want := string(content(t, name))
		if got := mustWrite(t, WriteMat, load(t, name)); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestFilesOfGnubgAreLegalAndReadBack(t *testing.T) {
	names, err := filepath.Glob("testdata/*.*")
	if err != nil || len(names) < 10 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		m := load(t, filepath.Base(name))
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		m.Rules.JacobyAssumed = false // SGF always contains it
		withoutAnalysis(m)
		again, err := ReadSGF(name, strings.NewReader(mustWrite(t, WriteSGF, m)))
		if err != nil {
			t.Fatal(err)
		}
		sameMatch(t, again, m)
	}
}

// withoutAnalysis removes the analyses, which are not written.
func withoutAnalysis(m *Match) {
	for g := range m.Games {
		for i := range m.Games[g].Actions {
			m.Games[g].Actions[i].Analysis = nil
		}
	}
}

func TestBothFormatsHaveTheSameData(t *testing.T) {
	for _, name := range []string{"match5", "beavers", "hypergammon"} {
		got, want := load(t, name+".mat"), load(t, name+".sgf")
		if name == "beavers" { // the .mat file has no Rolled before the last move
			want.Games[0].Actions = want.Games[0].Actions[:len(want.Games[0].Actions)-1]
			want.Info = got.Info
		}
		if name == "hypergammon" { // it has the opening roll of either player on the left
			got.Games[0].Actions[0].Player = board.PlayerX
		}
		got.Rules.JacobyAssumed = false // the .mat file does not say
		sameMatch(t, got, want)
	}
}

func TestResults(t *testing.T) {
	for _, name := range []string{"resigned.sgf", "resigned.mat"} {
		m := load(t, name)
		if len(m.Games) != 2 || m.Length != 2 {
			t.Fatalf("%s: %d games to %d, want 2 to 2", name, len(m.Games), m.Length)
		}
		for i, points := range []int{1, 3} {
			g := m.Games[i]
			if want := (Result{Winner: board.PlayerO, Points: points}); g.Result != want {
				t.Errorf("%s, game %d: result %v, want %v", name, i+1, g.Result, want)
			}
			if g.Crawford != (i == 1) {
				t.Errorf("%s, game %d: Crawford game %v", name, i+1, g.Crawford)
			}
			last := g.Actions[len(g.Actions)-1]
			if last.Kind != Resign || last.Player != board.PlayerX || last.Value != points {
				t.Errorf("%s, game %d: ends with %+v, want X to resign at %d", name, i+1, last, points)
			}
		}
	}
}

func TestInfo(t *testing.T) {
	want := Info{Event: "My event", Round: "R1", Place: "Here", Date: "2026-11-21", Annotator: "Anno", Comment: "Some comment"}
	for _, name := range []string{"hypergammon.mat", "hypergammon.sgf"} {
		m := load(t, name)
		if m.Info != want || m.Rules != (Rules{Variant: board.Hypergammon3, Jacoby: true, JacobyAssumed: strings.HasSuffix(name, ".mat")}) || m.Length != 0 {
			t.Errorf("%s: got %+v, %+v, want %+v", name, m.Info, m.Rules, want)
		}
	}
	if m := load(t, "beavers.sgf"); m.Names != [2]string{`Ze:r\o]x`, "José"} {
		t.Errorf("names %q", m.Names)
	}
}

// Analyses do not change the actions of a match.
func TestAnalysesDoNotChangeActions(t *testing.T) {
	m := load(t, "analysed.sgf")
	withoutAnalysis(m)
	bare := load(t, "nackgammon.mat")
	n := len(m.Games[0].Actions)
	if n != 5 {
		t.Fatalf("%d actions, want 5", n)
	}
	bare.Games[0].Actions = bare.Games[0].Actions[:n]
	sameMatch(t, m, bare)
}

func TestRandomMatchesAreOfMany(t *testing.T) {
	kinds := map[Kind]int{}
	for i, tt := range allRules {
		m := randomMatch(rand.New(rand.NewPCG(uint64(i), 1)), tt.length, tt.games, tt.rules)
		for _, g := range m.Games {
			for _, a := range g.Actions {
				kinds[a.Kind]++
			}
		}
	}
	for _, k := range []Kind{Move, Double, Take, Drop, Beaver, Resign} {
		if kinds[k] == 0 {
			t.Errorf("no %v in the matches of the tests", k)
		}
	}
}

func TestEncodings(t *testing.T) {
	const utf8Mat = "3 point match\n\nGame 1\nJosé : 0    Zoë : 0\n 1) 31: 8/5 6/5\n"
	const utf8SGF = "(;GM[6]PW[José]PB[Zoë]MI[length:3];W[31hefe])"
	latin1 := func(s string) string { return strings.NewReplacer("é", "\xE9", "ë", "\xEB").Replace(s) }
	for _, text := range []string{
		utf8Mat, latin1(utf8Mat), "\xEF\xBB\xBF" + utf8Mat, strings.ReplaceAll(utf8Mat, "\n", "\r\n"),
		strings.ReplaceAll(utf8Mat, "\n", "\r"), strings.ReplaceAll(utf8Mat, "\n", "\n\r"), strings.ReplaceAll(utf8Mat, "\n", "\r\r\n"),
		utf8SGF, latin1(utf8SGF), "\xEF\xBB\xBF" + utf8SGF,
		wide("\uFEFF"+utf8Mat, binary.LittleEndian), wide("\uFEFF"+utf8Mat, binary.BigEndian), wide(utf8Mat, binary.LittleEndian),
		wide(utf8Mat+"\n", binary.BigEndian) + "\n", wide("\uFEFF"+utf8SGF, binary.LittleEndian),
		wide("\uFEFF"+strings.ReplaceAll(utf8Mat, "\n", "\r"), binary.BigEndian),
	} {
		m, err := Read("test", strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if m.Names != [2]string{"José", "Zoë"} || len(m.Games) != 1 || len(m.Games[0].Actions) != 1 {
			t.Errorf("%q reads as %+v", text, m)
		}
	}
	if _, err := ReadMat("test", strings.NewReader("3 point match\x00")); err == nil {
		t.Error("zero bytes read as text")
	}
}

// wide returns a text in UTF-16.
func wide(text string, order binary.ByteOrder) string {
	var b bytes.Buffer
	_ = binary.Write(&b, order, utf16.Encode([]rune(text))) // to a buffer
	return b.String()
}

func TestFailsWithTheReader(t *testing.T) {
	for format, f := range formats {
		if _, err := f.read("test", brokenReader{}); err == nil || !strings.Contains(err.Error(), "broken") {
			t.Errorf("%s: got %v, want the reader's error", format, err)
		}
		if err := f.write(brokenWriter{}, load(t, "match5.mat")); err == nil || !strings.Contains(err.Error(), "broken") {
			t.Errorf("%s: got %v, want the writer's error", format, err)
		}
	}
}

func TestLimitsOfAFile(t *testing.T) {
	const want = "more than 8388608 actions in a file"
	text := mustWrite(t, WriteMat, load(t, "match5.mat"))
	m := newMatReader(collector{match: &Match{}, left: 100})
	if err := m.readAll(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("mat: got %v, want %s", err, want)
	}
	text = mustWrite(t, WriteSGF, load(t, "match5.mat"))
	s := sgfReader{lexer: sgfLexer{in: bufio.NewReader(strings.NewReader(text))}, match: &Match{}, left: 100}
	if err := s.read(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("sgf: got %v, want %s", err, want)
	}
	if _, err := io.ReadAll(&capped{strings.NewReader(text), 100}); err != errTooLong {
		t.Errorf("a long file: got %v, want %v", err, errTooLong)
	}
	if _, err := ReadSGF("test", strings.NewReader(strings.Repeat("(;GM[6])", MaxGames+1))); err == nil {
		t.Error("too many games are read")
	}
}
