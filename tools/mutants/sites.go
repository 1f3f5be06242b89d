package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// site is a fault: other text for a part of a file.
type site struct {
	folder, file  string // absolute
	from, to      int    // bytes of the file
	place         string // file:line:column, from the folder in which the command runs
	before, after string
}

func (s site) String() string {
	return strings.Join([]string{s.place, strings.Join(strings.Fields(s.before), " "), s.after}, "\t")
}

// operators has for each operator the one that a fault has in its place: a limit that is
// included or not, a sign, a direction.
var operators = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL,
	token.AND: token.OR, token.OR: token.AND, token.XOR: token.AND, token.SHL: token.SHR, token.SHR: token.SHL,
	token.INC: token.DEC, token.DEC: token.INC, token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
	token.MUL_ASSIGN: token.QUO_ASSIGN, token.QUO_ASSIGN: token.MUL_ASSIGN, token.OR_ASSIGN: token.AND_ASSIGN,
}

// table is the number of elements from which a literal is data, in which nothing is changed.
const table = 9

// sites returns all faults of the packages' files that this machine compiles, without tests.
func sites(packages []string) ([]site, error) {
	list := exec.Command("go", append([]string{"list", "-f",
		"{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}\n{{end}}"}, packages...)...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	base, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	var all []site
	for _, file := range strings.Fields(string(out)) {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if all, err = appendSites(all, base, file, source); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// appendSites appends the faults of one file, in its order; a generated file has none.
func appendSites(all []site, base, file string, source []byte) ([]site, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(tree) {
		return all, nil
	}
	relative, err := filepath.Rel(base, file)
	if err != nil {
		return nil, err
	}
	add := func(from token.Pos, length int, after string) {
		at := set.Position(from)
		before := string(bytes.Clone(source[at.Offset : at.Offset+length]))
		all = append(all, site{filepath.Dir(file), file, at.Offset, at.Offset + length,
			fmt.Sprintf("%s:%d:%d", relative, at.Line, at.Column), before, after})
	}
	operator := func(at token.Pos, is token.Token) {
		if other, ok := operators[is]; ok {
			add(at, len(is.String()), other.String())
		}
	}
	remove := func(n ast.Node) { add(n.Pos(), int(n.End()-n.Pos()), "") }
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			return len(n.Elts) < table
		case *ast.BinaryExpr:
			operator(n.OpPos, n.Op)
		case *ast.UnaryExpr:
			if n.Op == token.NOT || n.Op == token.SUB {
				add(n.OpPos, 1, "")
			}
		case *ast.IncDecStmt:
			operator(n.TokPos, n.Tok)
		case *ast.AssignStmt:
			operator(n.TokPos, n.Tok)
			if n.Tok != token.DEFINE {
				remove(n)
			}
		case *ast.ExprStmt:
			remove(n)
		case *ast.BranchStmt:
			if n.Tok == token.CONTINUE {
				add(n.Pos(), len("continue"), "break")
			}
		case *ast.BasicLit:
			if after, ok := otherNumber(n); ok {
				add(n.Pos(), len(n.Value), after)
			}
		}
		return true
	})
	return all, nil
}

// otherNumber returns a number near that of a literal: the next whole number, or a tenth more.
func otherNumber(literal *ast.BasicLit) (string, bool) {
	switch literal.Kind {
	case token.INT:
		if v, err := strconv.ParseUint(literal.Value, 0, 63); err == nil {
			return strconv.FormatUint(v+1, 10), true
		}
	case token.FLOAT:
		if v, err := strconv.ParseFloat(literal.Value, 64); err == nil {
			if v == 0 {
				return "1.0", true
			}
			return "(" + literal.Value + "*1.1)", true
		}
	}
	return "", false
}
