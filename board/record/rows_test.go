package record_test

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"gammonlab/board/record"
	"gammonlab/internal/must"
)

// The numbers of lines do not depend on the format of the record.
func TestRowsOfFormats(t *testing.T) {
	text := must.Get(os.ReadFile("testdata/match5.mat"))(t)
	rows := func(m *record.Match) (all []int) {
		for i := range m.Games {
			for r := m.Replay(i); r.Next(); {
				all = append(all, r.Row)
			}
		}
		return all
	}
	want := rows(must.Get(record.Read("match5.mat", bytes.NewReader(text)))(t))
	for _, format := range []string{"mat", "sgf", "xg", "match"} {
		var b bytes.Buffer
		must.OK(t, must.Get(record.Writer(format))(t)(&b, must.Get(record.Read("match5.mat", bytes.NewReader(text)))(t)))
		if got := rows(must.Get(record.Read("match5."+format, &b))(t)); !slices.Equal(got, want) {
			t.Errorf("%s: lines %v, want %v", format, got, want)
		}
	}
}

// A text that is cut anywhere gives the games before the cut, or no match.
func TestCutTexts(t *testing.T) {
	for _, name := range []string{"match5.mat", "match5.sgf", "short.tmg", "short.sgg", "oldmoves.txt", "short.match"} {
		text := must.Get(os.ReadFile("testdata/" + name))(t)
		whole := must.Get(record.Read(name, bytes.NewReader(text)))(t)
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
