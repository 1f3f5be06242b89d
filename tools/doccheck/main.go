// Command doccheck checks the links and examples of the documents: each relative link
// must name an existing file, folder or heading, and each example that calls gammonlab
// must use existing commands and flags.
//
//	bin/gammonlab commands | go run ./tools/doccheck [FOLDER]
//
// It reads all Markdown files under FOLDER (default: the current one), prints
// FILE:LINE: FAULT, and ends with exit code 1 if it finds any fault.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	var program command
	if err := json.NewDecoder(os.Stdin).Decode(&program); err != nil {
		fmt.Fprintln(os.Stderr, "doccheck: the output of gammonlab commands:", err)
		os.Exit(1)
	}
	found, err := check(os.DirFS(root), &program, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "doccheck:", err)
		os.Exit(1)
	}
	if found > 0 {
		os.Exit(1)
	}
}

// check prints the faults in the documents of a tree and returns their number.
func check(tree fs.FS, program *command, out io.Writer) (int, error) {
	found := 0
	err := fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if hidden := len(d.Name()) > 1 && d.Name()[0] == '.'; hidden || d.Name() == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		text, err := fs.ReadFile(tree, path)
		if err != nil {
			return err
		}
		for _, f := range faults(tree, path, string(text), program) {
			fmt.Fprintf(out, "%s:%d: %s\n", path, f.line, f.what)
			found++
		}
		return nil
	})
	return found, err
}

// fault is a fault in a line; lines count from 1.
type fault struct {
	line int
	what string
}

// faults returns the faults of a document.
func faults(tree fs.FS, path, text string, program *command) []fault {
	var found []fault
	fenced, example := false, ""
	for i, l := range strings.Split(text, "\n") {
		if strings.HasPrefix(l, "```") {
			fenced = !fenced
			continue
		}
		if !fenced && !strings.HasPrefix(l, "    ") {
			for _, what := range brokenLinks(tree, path, l) {
				found = append(found, fault{i + 1, what})
			}
			continue
		}
		example += strings.TrimSuffix(l, `\`)
		if strings.HasSuffix(l, `\`) {
			continue
		}
		if what := program.checkExample(example); what != "" {
			found = append(found, fault{i + 1, what})
		}
		example = ""
	}
	return found
}
