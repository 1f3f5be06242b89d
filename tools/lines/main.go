// Command lines compares the lines of Go with the budget in CONTRIBUTING.md: a table with
// an area, the most lines of its code and the most of its tests in each row. An area is a
// folder with all below it that is in no other area; "." is the rest.
//
//	go run ./tools/lines [FOLDER]
//
// It prints a table, and ends with exit code 1 if an area has more lines than its budget.
// Generated files do not count.
package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"

	"gammonlab/internal/plaintext"
)

// document has the budget.
const document = "CONTRIBUTING.md"

// count has lines of code and of tests.
type count struct{ code, tests int }

// area is a row of the budget.
type area struct {
	name      string
	most, has count
}

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	within, err := check(os.DirFS(root), os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
	}
	if err != nil || !within {
		os.Exit(1)
	}
}

// check prints the lines of a tree beside their budget, and reports whether they are within it.
func check(tree fs.FS, out io.Writer) (within bool, err error) {
	text, err := fs.ReadFile(tree, document)
	if err != nil {
		return false, err
	}
	areas, err := budget(string(text))
	if err != nil {
		return false, fmt.Errorf("%s: %w", document, err)
	}
	if err := measure(tree, areas); err != nil {
		return false, err
	}
	return print(out, areas), nil
}

// budget returns the areas of the table whose first column is called area.
func budget(text string) ([]area, error) {
	var areas []area
	inside := false
	for i, line := range strings.Split(text, "\n") {
		cells := strings.Split(strings.Trim(line, "| "), "|")
		for j := range cells {
			cells[j] = strings.Trim(cells[j], " `")
		}
		switch {
		case cells[0] == "area":
			inside = true
		case !strings.HasPrefix(line, "|"):
			inside = false
		case inside && !strings.HasPrefix(cells[0], "-"):
			if len(cells) != 3 {
				return nil, fmt.Errorf("line %d: %d cells, want area, code and tests", i+1, len(cells))
			}
			a := area{name: cells[0]}
			for j, n := range []*int{&a.most.code, &a.most.tests} {
				var err error
				if *n, err = strconv.Atoi(strings.ReplaceAll(cells[j+1], ",", "")); err != nil {
					return nil, fmt.Errorf("line %d: %q is not a number of lines", i+1, cells[j+1])
				}
			}
			areas = append(areas, a)
		}
	}
	if len(areas) == 0 {
		return nil, fmt.Errorf("has no table that begins with area")
	}
	return areas, nil
}

// measure counts the lines of all Go files in their areas.
func measure(tree fs.FS, areas []area) error {
	return fs.WalkDir(tree, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if hidden := len(d.Name()) > 1 && d.Name()[0] == '.'; hidden || d.Name() == "testdata" {
				return fs.SkipDir
			}
			return nil
		}
		a := areaOf(areas, file)
		if path.Ext(file) != ".go" || a == nil {
			return nil
		}
		text, err := fs.ReadFile(tree, file)
		if err != nil || bytes.HasPrefix(text, []byte("// Code generated")) {
			return err
		}
		n := bytes.Count(text, []byte("\n"))
		if strings.HasSuffix(file, "_test.go") {
			a.has.tests += n
		} else {
			a.has.code += n
		}
		return nil
	})
}

// areaOf returns the area with the longest name that contains the file, nil if there is none.
func areaOf(areas []area, file string) *area {
	var found *area
	for i := range areas {
		a := &areas[i]
		if (a.name == "." || strings.HasPrefix(file, a.name+"/")) && (found == nil || found.name == "." || len(a.name) > len(found.name)) {
			found = a
		}
	}
	return found
}

// print prints the areas and their sum, and reports whether all are within their budget.
func print(out io.Writer, areas []area) (within bool) {
	within = true
	t := plaintext.Table{Left: []int{0, 5}, Rows: [][]string{{"lines of Go", "code", "budget", "tests", "budget", ""}}}
	var sum area
	row := func(a *area) {
		over := ""
		if a.has.code > a.most.code || a.has.tests > a.most.tests {
			over, within = "over the budget in "+document, false
		}
		t.Add(a.name, plaintext.Thousands(a.has.code), plaintext.Thousands(a.most.code),
			plaintext.Thousands(a.has.tests), plaintext.Thousands(a.most.tests), over)
	}
	for i := range areas {
		a := &areas[i]
		row(a)
		sum.has.code, sum.has.tests = sum.has.code+a.has.code, sum.has.tests+a.has.tests
		sum.most.code, sum.most.tests = sum.most.code+a.most.code, sum.most.tests+a.most.tests
	}
	sum.name = "all"
	row(&sum)
	io.WriteString(out, t.Text())
	return within
}
