package layering

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// publicPackages returns the packages for other programs: those that the table of
// docs/go-api.md names, without the module.
func publicPackages(t *testing.T) map[string]bool {
	t.Helper()
	public := map[string]bool{}
	for line := range strings.Lines(string(must.Get(os.ReadFile(root + "/docs/go-api.md"))(t))) {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		for _, name := range codeSpan.FindAllStringSubmatch(line, -1) {
			if info, err := os.Stat(root + "/" + name[1]); err == nil && info.IsDir() {
				public[name[1]] = true
			}
		}
	}
	if len(public) < 20 {
		t.Fatalf("docs/go-api.md names %d packages: the test reads it wrongly", len(public))
	}
	return public
}

// codeSpan is a text between backquotes in Markdown.
var codeSpan = regexp.MustCompile("`([a-z0-9/]+)`")

// Other programs need no other package: exported declarations of a public package name only
// types of public packages.
func TestPublicDeclarationsNamePublicTypes(t *testing.T) {
	public := publicPackages(t)
	eachSource(t, func(name string, source []byte) {
		if !public[path.Dir(name)] {
			return
		}
		faults, err := publicFaults(name, source, public)
		if err != nil {
			t.Error(err)
		}
		for _, message := range faults {
			t.Error(message)
		}
	})
}

// The documentation of a package in a room for other programs says if the package is not for them.
func TestHiddenPackagesSaySo(t *testing.T) {
	public := publicPackages(t)
	eachSource(t, func(name string, source []byte) {
		folder := path.Dir(name)
		if within(folder, "cmd") || within(folder, "tools") || strings.Contains("/"+folder+"/", "/internal/") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Error(err)
		} else if file.Doc != nil && file.Name.Name != "main" && strings.Contains(file.Doc.Text(), hiddenText) == public[folder] {
			t.Errorf("%s: say %q in the comment of a package that docs/go-api.md does not list, and only there", name, hiddenText)
		}
	})
}

// hiddenText ends the comments of packages that are not public.
const hiddenText = "Not for other modules."

// publicFaults returns the exported declarations of a file that name types of packages of ours
// that are not public.
func publicFaults(name string, source []byte, public map[string]bool) (faults []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	hidden := map[string]bool{} // by the name in the file
	for _, spec := range file.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if ours, ok := strings.CutPrefix(target, module+"/"); ok && !public[ours] {
			local := path.Base(target)
			if spec.Name != nil {
				local = spec.Name.Name
			}
			hidden[local] = true
		}
	}
	check := func(types ...ast.Node) {
		for _, at := range types {
			inspectPublic(at, func(n *ast.SelectorExpr) {
				if of, ok := n.X.(*ast.Ident); ok && hidden[of.Name] {
					faults = append(faults, fmt.Sprintf("%v: an exported declaration names %s.%s, of a package that "+
						"docs/go-api.md does not list: return a type of this package or of the language, or list the package", files.Position(n.Pos()), of.Name, n.Sel.Name))
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
		faults, err := publicFaults("p.go", []byte(source), map[string]bool{"nets": true})
		if err != nil || len(faults) != tt.faults {
			t.Errorf("%s: %q, %v, want %d faults", tt.source, faults, err, tt.faults)
		}
	}
}
