package record_test

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"gammonlab/board/record"
)

// loadText returns a file of testdata.
func loadText(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// readWhole reads a record without a fault.
func readWhole(t *testing.T, name string, text []byte) *record.Match {
	t.Helper()
	m, err := record.Read(name, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The numbers of lines do not depend on the format of the record.
func TestRowsOfFormats(t *testing.T) {
	text := loadText(t, "match5.mat")
	rows := func(m *record.Match) (all []int) {
		for i := range m.Games {
			for r := m.Replay(i); r.Next(); {
				all = append(all, r.Row)
			}
		}
		return all
	}
	want := rows(readWhole(t, "match5.mat", text))
	for _, format := range []string{"mat", "sgf", "xg", "match"} {
		var b bytes.Buffer
		write, err := record.Writer(format)
		if err == nil {
			err = write(&b, readWhole(t, "match5.mat", text))
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := rows(readWhole(t, "match5."+format, b.Bytes())); !slices.Equal(got, want) {
			t.Errorf("%s: lines %v, want %v", format, got, want)
		}
	}
}

// A text that is cut anywhere gives the games before the cut, or no match.
func TestCutTexts(t *testing.T) {
	for _, name := range []string{"match5.mat", "match5.sgf", "short.tmg", "short.sgg", "oldmoves.txt", "short.match"} {
		text := loadText(t, name)
		whole := readWhole(t, name, text)
		for end := 0; end < len(text); end += 1 + len(text)/60 {
			m, err := record.Read(name, bytes.NewReader(text[:end]))
			if err != nil && m != nil && len(m.Games) > len(whole.Games) || err == nil && m == nil {
				t.Errorf("%s: the first %d bytes give %v with the error %v", name, end, m, err)
			}
			if m != nil && len(m.Games) > 1 && m.Games[0].Result != whole.Games[0].Result {
				t.Errorf("%s: the first %d bytes change the first game's result to %v", name, end, m.Games[0].Result)
			}
		}
	}
}
