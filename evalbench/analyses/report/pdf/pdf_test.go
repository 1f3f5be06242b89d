package pdf_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"gammonlab/evalbench/analyses/report"
	"gammonlab/evalbench/analyses/report/pdf"
	"gammonlab/evalbench/analyses/report/reporttest"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/must"
)

// pages returns the texts of each page of a file, in the order drawn.
func pages(t *testing.T, file []byte) [][]string {
	t.Helper()
	var all [][]string
	for _, m := range regexp.MustCompile(`(?s)/Type /Page\n.*?/Contents (\d+) 0 R`).FindAllSubmatch(file, -1) {
		object := regexp.MustCompile(`(?s)\n` + string(m[1]) + ` 0 obj\n<<[^>]*>>\nstream\n(.*?)\nendstream`).FindSubmatch(file)
		if object == nil {
			t.Fatalf("object %s, the contents of a page, is missing", m[1])
		}
		content := must.Get(io.ReadAll(must.Get(zlib.NewReader(bytes.NewReader(object[1])))(t)))(t)
		all = append(all, texts(content))
	}
	return all
}

// texts returns the texts in the contents of a page: UTF-16 in brackets, with a
// backslash before a bracket or a backslash.
func texts(content []byte) (all []string) {
	for {
		start := bytes.Index(content, []byte("("))
		if start < 0 {
			return all
		}
		var raw []byte
		i := start + 1
		for ; content[i] != ')'; i++ {
			if content[i] == '\\' {
				i++
				if content[i] == 'r' {
					raw = append(raw, '\r')
					continue
				}
			}
			raw = append(raw, content[i])
		}
		content = content[i:]
		var units []uint16
		for k := 0; k+1 < len(raw); k += 2 {
			units = append(units, uint16(raw[k])<<8|uint16(raw[k+1]))
		}
		all = append(all, string(utf16.Decode(units)))
	}
}

func write(t *testing.T, d *report.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	must.OK(t, pdf.Write(&b, d))
	return b.Bytes()
}

func TestWrite(t *testing.T) {
	d := reporttest.Sample()
	file := write(t, d)
	all := pages(t, file)
	if len(all) != 1 {
		t.Fatalf("%d pages, want 1", len(all))
	}
	for _, want := range []string{
		d.Title, "Date: 2026-11-21", d.Problems[0], d.Sections[0].Title, d.Sections[0].Entries[0].Title, "-0.250 (-2.500%)", "24/23 13/10",
		"49.7 (13.7, 0.6) – 50.3 (13.7, 0.6)", d.Sections[0].Entries[0].ID, "Double, take", "Statistics", "Rolls", "24", "Zoë", "1 / 1",
	} {
		if !slices.Contains(all[0], want) {
			t.Errorf("no %q in %q", want, all[0])
		}
	}
	if !bytes.Equal(file, write(t, reporttest.Sample())) {
		t.Error("equal reports are different files")
	}
}

// Each page has its number and, after the first, the title; no decision is on two.
func TestPages(t *testing.T) {
	d := reporttest.Sample()
	s := &d.Sections[0]
	e := s.Entries[0]
	s.Entries = nil
	for i := range 23 {
		e.Title, e.ID = fmt.Sprintf("Decision %d", i), fmt.Sprintf("ID %d.", i)
		e.Rows = slices.Repeat(e.Rows[:2], 1+i%9)
		s.Entries = append(s.Entries, e)
	}
	all := pages(t, write(t, d))
	if len(all) < 6 {
		t.Fatalf("%d pages", len(all))
	}
	for i := range 23 {
		found := 0
		for k, page := range all {
			if slices.Contains(page, fmt.Sprintf("Decision %d", i)) {
				found++
				if !slices.Contains(page, fmt.Sprintf("ID %d.", i)) {
					t.Errorf("decision %d begins on page %d and ends on another", i, k+1)
				}
			}
		}
		if found != 1 {
			t.Errorf("decision %d is on %d pages", i, found)
		}
	}
	for k, page := range all {
		if !slices.Contains(page, fmt.Sprintf("%d / %d", k+1, len(all))) || !slices.Contains(page, d.Title) {
			t.Errorf("page %d has no number or no title: %q", k+1, page)
		}
	}
}

// A map stands on the page of its decision.
func TestMap(t *testing.T) {
	d := reporttest.WithMap()
	s := &d.Sections[0]
	s.Entries = slices.Repeat(s.Entries[:1], 4)
	all := pages(t, write(t, d))
	if len(all) < 3 {
		t.Fatalf("%d pages, want at least 3", len(all))
	}
	for k, page := range all {
		titles, cells := 0, 0
		for _, text := range page {
			switch text {
			case s.Entries[0].Title:
				titles++
			case "24/18* 13/11":
				cells++
			}
		}
		if cells != 36*titles {
			t.Errorf("page %d has %d decisions and %d cells of their maps", k+1, titles, cells)
		}
	}
}

// A list that is longer than a page continues on the next page and loses
// nothing.
func TestLongList(t *testing.T) {
	d := reporttest.Sample()
	e := &d.Sections[0].Entries[0]
	e.Rows = nil
	for i := range 200 {
		e.Rows = append(e.Rows, htmlpage.Row{Cells: []string{fmt.Sprint(i + 1), fmt.Sprintf("play %d", i), "0.000", "", "chances"}})
	}
	all := pages(t, write(t, d))
	text := slices.Concat(all...)
	for i := range 200 {
		if !slices.Contains(text, fmt.Sprintf("play %d", i)) {
			t.Errorf("play %d is lost", i)
		}
	}
	if len(all) < 3 {
		t.Errorf("%d pages", len(all))
	}
}

// Long names and texts stay within their columns and say that they were cut.
func TestLongNames(t *testing.T) {
	d := reporttest.Sample()
	d.Names[0] = strings.Repeat("long", 50)
	d.Sections[0].Entries[0].Title = strings.Repeat("word ", 60)
	text := strings.Join(slices.Concat(pages(t, write(t, d))...), "\n")
	for _, want := range []string{"longlon", "word word"} {
		if !regexp.MustCompile(want + ".*…").MatchString(text) {
			t.Errorf("%s… is not cut", want)
		}
	}
}

// A name may have characters that the font lacks, or that PDF fonts cannot have.
func TestStrangeNames(t *testing.T) {
	d := reporttest.Sample()
	for i := range d.Names {
		d.Names[i] = "a🎲山\x01"
	}
	d.Title, d.Facts[1].Text, d.Sections[0].Title = d.Names[0], d.Names[0], d.Names[0]
	e := &d.Sections[0].Entries[0]
	e.Title, e.Note, e.Foot, e.Board.Names, e.Rows[0].Cells[1] = d.Names[0], d.Names[0], d.Names[0], d.Names, d.Names[0]
	text := strings.Join(slices.Concat(pages(t, write(t, d))...), "\n")
	if n := strings.Count(text, "a\ufffd山"); n < 8 {
		t.Errorf("%d names in %q", n, text)
	}
}

// A whole match has every error.
func TestMatch(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short")
	}
	match := must.Get(os.ReadFile(filepath.Join("..", "..", "..", "..", "engine", "analysis", "testdata", "match5.mat")))(t)
	d := reporttest.Match(t, string(match), report.Options{Threshold: 0.1})
	text := slices.Concat(pages(t, write(t, d))...)
	shown := 0
	for _, s := range d.Sections {
		for _, e := range s.Entries {
			if e.Board != nil {
				shown++
				if !slices.Contains(text, e.ID) {
					t.Errorf("%s is missing", e.Title)
				}
			}
		}
	}
	if shown < 10 {
		t.Errorf("%d boards", shown)
	}
}

func ExampleWrite() {
	var file bytes.Buffer
	if err := pdf.Write(&file, &report.Document{Title: "Ann - Bob"}); err != nil {
		panic(err)
	}
	fmt.Println(file.String()[:5])
	// Output: %PDF-
}
