package layering

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"
	"testing"
)

// Other programs cannot name a type of an internal package, so no exported declaration of a
// public package has one.
func TestPublicDeclarationsNamePublicTypes(t *testing.T) {
	eachSource(t, func(name string, source []byte) {
		if dir := "/" + path.Dir(name) + "/"; strings.Contains(dir, "/internal/") || strings.HasPrefix(dir, "/cmd/") {
			return
		}
		faults, err := publicFaults(name, source)
		if err != nil {
			t.Error(err)
		}
		for _, message := range faults {
			t.Error(message)
		}
	})
}

// publicFaults returns the exported declarations of a file that name types of internal packages.
func publicFaults(name string, source []byte) (faults []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	internal := map[string]bool{} // by the name in the file
	for _, spec := range file.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(target, module+"/internal/") {
			local := path.Base(target)
			if spec.Name != nil {
				local = spec.Name.Name
			}
			internal[local] = true
		}
	}
	check := func(types ...ast.Node) {
		for _, at := range types {
			inspectPublic(at, func(n *ast.SelectorExpr) {
				if of, ok := n.X.(*ast.Ident); ok && internal[of.Name] {
					faults = append(faults, fmt.Sprintf("%v: an exported declaration names %s.%s, which other programs cannot: "+
						"return a type of this package or of the language", files.Position(n.Pos()), of.Name, n.Sel.Name))
				}
			})
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d.Recv.List[0].Type))) {
				check(d.Type)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.IsExported() {
						check(spec.Type)
					}
				case *ast.ValueSpec:
					if spec.Names[0].IsExported() && spec.Type != nil {
						check(spec.Type)
					}
				}
			}
		}
	}
	return faults, nil
}

// inspectPublic calls f for the names from packages in a type, without those of unexported fields.
func inspectPublic(at ast.Node, f func(*ast.SelectorExpr)) {
	ast.Inspect(at, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			for _, field := range n.Fields.List {
				if len(field.Names) == 0 || field.Names[0].IsExported() {
					inspectPublic(field.Type, f)
				}
			}
			return false
		case *ast.SelectorExpr:
			f(n)
			return false
		}
		return true
	})
}

// receiver returns the name of a method's type.
func receiver(of ast.Expr) string {
	name := ""
	ast.Inspect(of, func(n ast.Node) bool {
		if ident, ok := n.(*ast.Ident); ok && name == "" {
			name = ident.Name
		}
		return true
	})
	return name
}

func TestPublicFaults(t *testing.T) {
	for _, tt := range []struct {
		source string
		faults int
	}{
		{"func F(c chart.Curve) []chart.Curve", 2},
		{"func f(c chart.Curve)", 0},
		{"func (t *T) F() map[string]chart.Curve", 1},
		{"func (t *t) F() chart.Curve", 0},
		{"func F(c nets.Net)", 0},
		{"type T struct { A, B chart.Curve; c chart.Curve }", 1},
		{"type T struct { chart.Curve }", 1},
		{"type T struct { F func(c chart.Curve) }", 1},
		{"type t struct { A chart.Curve }", 0},
		{"type T interface { F(c chart.Curve) }", 1},
		{"var A chart.Curve", 1},
		{"var A = chart.Default", 0},
	} {
		source := "package p\nimport (\n\"gammonlab/internal/chart\"\n\"gammonlab/nets\"\n)\n" + tt.source
		faults, err := publicFaults("p.go", []byte(source))
		if err != nil || len(faults) != tt.faults {
			t.Errorf("%s: %q, %v, want %d faults", tt.source, faults, err, tt.faults)
		}
	}
}
