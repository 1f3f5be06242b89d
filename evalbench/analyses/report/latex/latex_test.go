package latex_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gammonlab/evalbench/analyses/report"
	"gammonlab/evalbench/analyses/report/latex"
	"gammonlab/evalbench/analyses/report/reporttest"
	"gammonlab/internal/must"
)

var update = flag.Bool("update", false, "write the file in testdata again")

func TestWrite(t *testing.T) {
	var got bytes.Buffer
	must.OK(t, latex.Write(&got, reporttest.Sample()))
	const path = "testdata/report.tex"
	if *update {
		must.OK(t, os.WriteFile(path, got.Bytes(), 0o666))
	}
	if want := string(must.Get(os.ReadFile(path))(t)); got.String() != want {
		t.Errorf("the report differs from %s; look at it and run the test with -update", path)
	}
	checkSyntax(t, got.String())
	if !strings.Contains(got.String(), `\texttt{XGID=-b-{}-{}-{}-E-`) {
		t.Error("the hyphens of the XGID are joined to dashes")
	}
}

// checkSyntax checks that all groups and environments are closed.
func checkSyntax(t *testing.T, text string) {
	t.Helper()
	plain := regexp.MustCompile(`\\[\\{}]`).ReplaceAllString(text, "")
	depth := 0
	for i, c := range plain {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 {
			t.Fatalf("a bracket too many closes before %.80q", plain[i:])
		}
	}
	if depth != 0 {
		t.Errorf("%d brackets are not closed", depth)
	}
	var open []string
	for _, m := range regexp.MustCompile(`\\(begin|end)\{(\w+)\}`).FindAllStringSubmatch(plain, -1) {
		if m[1] == "begin" {
			open = append(open, m[2])
			continue
		}
		if len(open) == 0 || open[len(open)-1] != m[2] {
			t.Fatalf("%s ends within %v", m[2], open)
		}
		open = open[:len(open)-1]
	}
	if len(open) > 0 || !strings.Contains(plain, `\end{document}`) {
		t.Errorf("%v are not ended", open)
	}
}

// Many alternatives do not fit beside a board: they get a table that may be broken.
func TestManyRows(t *testing.T) {
	d := reporttest.Sample()
	e := &d.Sections[0].Entries[0]
	e.Rows = slices.Repeat(e.Rows, 60)
	var got bytes.Buffer
	must.OK(t, latex.Write(&got, d))
	checkSyntax(t, got.String())
	if n := strings.Count(got.String(), `\begin{longtable}`); n != 1 {
		t.Errorf("%d long tables, want 1", n)
	}
}

// A map stands below the board, in the colours of the preamble.
func TestMap(t *testing.T) {
	var got bytes.Buffer
	must.OK(t, latex.Write(&got, reporttest.WithMap()))
	checkSyntax(t, got.String())
	for _, want := range []string{`\definecolor{bgheat0}`, `fill=bgheat0,`, `fill=bgheat8,`, `{24/18* 13/11};`, `100\% \{sure\}`} {
		if !strings.Contains(got.String(), want) {
			t.Errorf("no %s", want)
		}
	}
}

// TestCompiles runs LaTeX where it is installed.
func TestCompiles(t *testing.T) {
	program, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("LaTeX is not installed")
	}
	folder := t.TempDir()
	var text bytes.Buffer
	must.OK(t, latex.Write(&text, reporttest.Sample()))
	must.OK(t, os.WriteFile(filepath.Join(folder, "report.tex"), text.Bytes(), 0o666))
	cmd := exec.Command(program, "-interaction=nonstopmode", "-halt-on-error", "report.tex")
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func ExampleWrite() {
	var b strings.Builder
	if err := latex.Write(&b, &report.Document{Title: "Ann & Bob"}); err != nil {
		panic(err)
	}
	for _, line := range strings.Split(b.String(), "\n") {
		if strings.Contains(line, "LARGE") {
			fmt.Println(line)
		}
	}
	// Output: {\LARGE\bfseries Ann \& Bob\par}\medskip
}
