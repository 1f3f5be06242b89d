package main

import (
	"go/scanner"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// line is a line of prose with its number in its file, from 1.
type line struct {
	number int
	text   string
}

// reader returns the function that extracts the prose of a file with this name, nil for
// files without prose.
func reader(path string) func(source []byte) []line {
	switch filepath.Ext(path) {
	case ".go":
		return goProse
	case ".md", ".html", ".sh", ".yml", ".service":
		return allLines
	}
	if filepath.Base(path) == "Makefile" || filepath.Base(path) == "run" {
		return allLines
	}
	return nil
}

// allLines returns each line of a text.
func allLines(source []byte) []line {
	var lines []line
	for i, text := range strings.Split(string(source), "\n") {
		lines = append(lines, line{i + 1, text})
	}
	return lines
}

// goProse returns the lines of the comments and strings of a Go file.
func goProse(source []byte) []line {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, scanner.ScanComments)
	var lines []line
	for {
		at, kind, literal := s.Scan()
		switch kind {
		case token.EOF:
			return lines
		case token.COMMENT:
		case token.STRING:
			if text, err := strconv.Unquote(literal); err == nil && literal[0] == '"' {
				literal = text
			}
		default:
			continue
		}
		first := file.Line(at)
		for i, text := range strings.Split(literal, "\n") {
			lines = append(lines, line{first + i, text})
		}
	}
}
