// Command prose finds unclear words and phrases, which readers must read twice.
//
//	go run ./tools/prose [FOLDER]
//
// It reads what users and callers read: Markdown, comments and messages of Go files
// without tests, pages, scripts and Makefiles under FOLDER (default: the current one), and prints
// FILE:LINE: WORDS: what to write instead. The exit code is 1 if it finds any. The
// table of turns is in turns.txt; docs/glossary.md has the words to use. A line that
// must keep such a turn, for example a quotation, ends with "prose:keep".
package main

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

//go:embed turns.txt
var turnsText string

// keep marks a line that may contain turns of the table.
const keep = "prose:keep"

// turn is a word or turn that must not be used, and what to write instead.
type turn struct {
	pattern *regexp.Regexp
	instead string
}

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	found, err := check(root, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "prose:", err)
		os.Exit(1)
	}
	if found > 0 {
		fmt.Fprintf(os.Stderr, "prose: %d turns to rewrite; the table is tools/prose/turns.txt\n", found)
		os.Exit(1)
	}
}

// check prints the turns that it finds in the files under root and returns their number.
func check(root string, out io.Writer) (int, error) {
	turns, err := parseTurns(turnsText)
	if err != nil {
		return 0, err
	}
	found := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if skipped(path, d) {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		read := reader(path)
		if d.IsDir() || read == nil {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, l := range read(source) {
			found += report(out, path, l, turns)
		}
		return nil
	})
	return found, err
}

// report prints the turns of a line and returns their number.
func report(out io.Writer, path string, l line, turns []turn) int {
	if strings.Contains(l.text, keep) {
		return 0
	}
	found := 0
	for _, t := range turns {
		for _, match := range t.pattern.FindAllString(l.text, -1) {
			fmt.Fprintf(out, "%s:%d: %s: write %s\n", path, l.number, strings.TrimSpace(match), t.instead)
			found++
		}
	}
	return found
}

// parseTurns reads the table. Each line consists of a pattern, " => " and the text to
// write instead. Patterns are regular expressions for whole words that ignore case;
// empty lines and lines that begin with # are comments.
func parseTurns(text string) ([]turn, error) {
	var turns []turn
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		s := strings.TrimSpace(lines.Text())
		if s == "" || strings.HasPrefix(s, "#") {
			continue
		}
		pattern, instead, ok := strings.Cut(s, " => ")
		if !ok {
			return nil, fmt.Errorf("turns.txt, line %d: no \" => \"", n)
		}
		compiled, err := regexp.Compile(`(?i)\b(?:` + pattern + `)\b`)
		if err != nil {
			return nil, fmt.Errorf("turns.txt, line %d: %w", n, err)
		}
		turns = append(turns, turn{compiled, instead})
	}
	return turns, lines.Err()
}

// skipped reports whether a file or folder contains no prose of the project: files of
// version control, build outputs, test data, other projects' texts, and the table
// itself.
func skipped(path string, d fs.DirEntry) bool {
	name := d.Name()
	if d.IsDir() {
		switch name {
		case "testdata", "vendor", "vendored", "node_modules", "bin", "build", "dist", "prose":
			return true
		}
		return len(name) > 1 && name[0] == '.' && name != ".ci" && name != ".github"
	}
	return name == "LICENSE" || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(path, ".min.js")
}
