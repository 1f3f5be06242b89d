package layering

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
)

const rulesAdvice = "the rules of games and matches are in board/game alone: ask a game.State, or add what it lacks there"

// ruleHolders are the folders and files that may contain conditions on the
// cube, the score and the owner, with the reason.
var ruleHolders = map[string]string{
	"board/game":    "is the rules",
	"board":         "reads, writes and draws states",
	"board/picture": "draws states",
	"board/svg":     "names what states show",
	"engine/cube":   "values cubes and scores; who may double it asks board/game",
}

// comparisons are the operators of conditions.
var comparisons = []token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}

// ruleFaults returns the places where a source file contains a rule: conditions
// on the owner of the cube, on its value or limit, and on players one point
// away, and changes of the cube.
func ruleFaults(name string, source []byte) ([]string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, 0)
	if err != nil {
		return nil, err
	}
	var faults []string
	report := func(n ast.Node, what string) {
		faults = append(faults, fmt.Sprintf("%v: %s: %s", files.Position(n.Pos()), what, rulesAdvice))
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if what := ruleOf(n); what != "" {
				report(n, what)
			}
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				turned := n.Tok == token.MUL_ASSIGN || n.Tok == token.SHL_ASSIGN ||
					i < len(n.Rhs) && isDoubled(n.Rhs[i])
				if s, ok := to.(*ast.SelectorExpr); ok && s.Sel.Name == "Cube" && turned {
					report(n, "turns the cube")
				}
			}
		}
		return true
	})
	return faults, nil
}

// ruleOf returns the rule that a comparison expresses, "" for none.
func ruleOf(b *ast.BinaryExpr) string {
	if !slices.Contains(comparisons, b.Op) {
		return ""
	}
	left, right := namesOf(b.X), namesOf(b.Y)
	either := func(one string, others ...string) bool {
		has := func(names []string) bool {
			return slices.ContainsFunc(others, func(o string) bool { return slices.Contains(names, o) })
		}
		return slices.Contains(left, one) && has(right) || slices.Contains(right, one) && has(left)
	}
	switch {
	case either("Owner", "Roller", "Turn", "Nobody", "Centred", "Player", "Opponent", "PlayerO", "PlayerX"):
		return "compares the owner of the cube"
	case either("Cube", "Score", "Length", "OwnAway", "OppAway"):
		return "compares the cube with what a player needs"
	case either("Cube", "MaxCube") && (isDoubled(b.X) || isDoubled(b.Y)):
		return "compares a turned cube with the largest"
	case isOneLess(b.X) || isOneLess(b.Y):
		return "compares a score with a point less than the match"
	}
	return ""
}

// namesOf returns the names in an expression.
func namesOf(e ast.Expr) (names []string) {
	ast.Inspect(e, func(n ast.Node) bool {
		if ident, ok := n.(*ast.Ident); ok {
			names = append(names, ident.Name)
		}
		return true
	})
	return names
}

// isDoubled reports whether an expression is a multiple of a field Cube.
func isDoubled(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	return ok && (b.Op == token.MUL || b.Op == token.SHL) && slices.Contains(namesOf(b), "Cube")
}

// isOneLess reports whether an expression is a field Length less 1.
func isOneLess(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.Op != token.SUB {
		return false
	}
	one, isNumber := b.Y.(*ast.BasicLit)
	field, isField := b.X.(*ast.SelectorExpr)
	return isNumber && isField && one.Value == "1" && field.Sel.Name == "Length"
}

func TestOnlyOnePlaceHoldsRules(t *testing.T) {
	checked, used := 0, map[string]bool{}
	eachSource(t, func(name string, source []byte) {
		checked++
		faults, err := ruleFaults(name, source)
		if err != nil {
			t.Error(err)
		}
		for _, holder := range []string{name, path.Dir(name)} {
			if ruleHolders[holder] != "" && len(faults) > 0 {
				used[holder], faults = true, nil
			}
		}
		for _, message := range faults {
			t.Error(message)
		}
	})
	if checked < 20 {
		t.Errorf("only %d files were looked at: the test looks in the wrong place", checked)
	}
	for holder := range ruleHolders {
		if !used[holder] {
			t.Errorf("%s holds no rule any more: take it out of ruleHolders", holder)
		}
	}
}

func TestRuleFaults(t *testing.T) {
	for _, tt := range []struct {
		source string
		want   string // part of the one message, "" for none
	}{
		{"m.Owner == m.Roller.Opponent()", "owner of the cube"},
		{"p != m.Roller && board.Nobody != m.Owner", "owner of the cube"},
		{"s.Length-s.Score[0] > s.Cube", "what a player needs"},
		{"needs <= m.Cube && m.Score[1]+m.Cube >= m.Length", "what a player needs"},
		{"2*m.Cube > board.MaxCube", "the largest"},
		{"max(m.Score[0], m.Score[1]) == m.Length-1", "less than the match"},
		{"n < 1 || n > board.MaxCube", ""},
		{"m.Length > 0 && m.Doubled && !m.Crawford", ""},
		{"game.OneAway(m.Length, m.Score) && s.MayDouble() == nil", ""},
		{"len(m.Games) > 1 && m.Length == 0", ""},
		{"func() bool { m.Cube, m.Owner = 2*m.Cube, p; return true }()", "turns the cube"},
		{"func() bool { m.Cube *= 2; return true }()", "turns the cube"},
		{"func() bool { m.Cube, m.Dice = 1, none; return 2*m.Cube > 4 }()", ""},
	} {
		got, err := ruleFaults("a.go", []byte("package a\nvar x = "+tt.source))
		if err != nil {
			t.Fatal(err)
		}
		if tt.want == "" && len(got) > 0 || tt.want != "" && (len(got) != 1 || !strings.Contains(got[0], tt.want)) {
			t.Errorf("%s: got %q, want %q", tt.source, got, tt.want)
		}
	}
}
