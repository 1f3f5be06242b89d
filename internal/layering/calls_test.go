package layering

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	printAdvice = "return a value or take an io.Writer, and let cmd print"
	tableAdvice = "lay tables out by internal/plaintext.Table, which also keeps what files say from moving the cursor"
	errorAdvice = "name the file, line or field: users read the error and do not know the package"
	lineAdvice  = "read lines by internal/plaintext.Lines, whose errors name file and line"
	randAdvice  = "draw from a generator of the work item (internal/seed.Stream), so that a seed repeats the result"
)

// sources are the names of math/rand/v2 that make or describe a generator; all
// others draw from the global one.
var sources = []string{"New", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "Source", "PCG", "ChaCha8", "Zipf"}

// seedPickers are the files that may draw from the global generator, with the
// reason.
var seedPickers = map[string]string{
	"cmd/gammonlab/internal/play/dice.go": "picks a seed for the dice of a game when none is given, and says which",
}

// scanners are the folders that may read lines by bufio.Scanner: board imports the standard
// library only, and bots read connections.
var scanners = []string{"board", "desk/bot"}

// programs are the folders whose errors may name flags, because only the program uses them.
var programs = []string{"cmd", "internal", "desk", "work/kinds", "farm/wire", "farm/submit", "farm/server"}

// callFaults returns the forbidden calls of a source file, whose name is
// relative to the module: printing to standard output outside cmd (except by
// other programs in package main), tables without the shared package, global
// random numbers, and errors that name their package or, in libraries, a flag.
func callFaults(name string, source []byte) ([]string, error) {
	c := callCheck{files: token.NewFileSet(), name: name, imports: map[string]string{}, unresolved: map[*ast.Ident]bool{}}
	file, err := parser.ParseFile(c.files, name, source, 0)
	if err != nil {
		return nil, err
	}
	for _, spec := range file.Imports {
		if err := c.addImport(spec); err != nil {
			return nil, err
		}
	}
	for _, ident := range file.Unresolved {
		c.unresolved[ident] = true
	}
	c.program = file.Name.Name == "main"
	c.mayPrint = within(path.Dir(name), "cmd") || c.program
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			c.selector(n)
		case *ast.CallExpr:
			c.call(n)
			c.made(n, file.Name.Name)
		}
		return true
	})
	return c.faults, nil
}

// callCheck looks for faults in a source file.
type callCheck struct {
	files    *token.FileSet
	name     string
	imports  map[string]string // local name to path
	mayPrint bool
	program  bool
	faults   []string

	// A resolved name is declared in the file and hides the package with that
	// name.
	unresolved map[*ast.Ident]bool
}

func (c *callCheck) report(at ast.Node, what, advice string) {
	c.faults = append(c.faults, fmt.Sprintf("%v: %s: %s", c.files.Position(at.Pos()), what, advice))
}

// addImport notes the name of an import, and reports those that no file may have.
func (c *callCheck) addImport(spec *ast.ImportSpec) error {
	target, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return err
	}
	local := path.Base(target)
	if target == "math/rand/v2" {
		local = "rand"
	}
	if spec.Name != nil {
		local = spec.Name.Name
	}
	c.imports[local] = target
	watched := slices.Contains([]string{"fmt", "os", "math/rand/v2"}, target)
	switch {
	case target == "math/rand":
		c.report(spec, "imports math/rand", "use math/rand/v2; "+randAdvice)
	case target == "text/tabwriter":
		c.report(spec, "imports text/tabwriter", tableAdvice)
	case local == "." && watched:
		c.report(spec, "imports "+target+" with a dot", "name the package where you use it")
	}
	return nil
}

// selector checks the names that are used from a package.
func (c *callCheck) selector(n *ast.SelectorExpr) {
	ident, ok := n.X.(*ast.Ident)
	if !ok || !c.unresolved[ident] {
		return
	}
	what := ident.Name + "." + n.Sel.Name
	switch c.imports[ident.Name] {
	case "fmt":
		if !c.mayPrint && strings.HasPrefix(n.Sel.Name, "Print") {
			c.report(n, what+" prints to standard output", printAdvice)
		}
	case "os":
		if !c.mayPrint && n.Sel.Name == "Stdout" {
			c.report(n, what+" outside cmd", printAdvice)
		}
	case "bufio":
		if n.Sel.Name == "NewScanner" && !c.program && !slices.ContainsFunc(scanners, func(folder string) bool { return within(path.Dir(c.name), folder) }) {
			c.report(n, what, lineAdvice)
		}
	case "math/rand/v2":
		if !slices.Contains(sources, n.Sel.Name) && seedPickers[c.name] == "" {
			c.report(n, what+" draws from the global generator", randAdvice)
		}
	}
}

// made checks the texts of errors that the package makes.
func (c *callCheck) made(n *ast.CallExpr, pkg string) {
	if made, ok := n.Fun.(*ast.SelectorExpr); !ok || made.Sel.Name != "Errorf" && made.Sel.Name != "New" || len(n.Args) == 0 {
		return
	}
	text, ok := n.Args[0].(*ast.BasicLit)
	switch {
	case !ok:
	case strings.HasPrefix(text.Value[1:], pkg+": "):
		c.report(n, "an error begins with the name of its package", errorAdvice)
	case flagInText.MatchString(text.Value) && !slices.ContainsFunc(programs, func(folder string) bool { return within(path.Dir(c.name), folder) }):
		c.report(n, "an error of a library names a flag", "name the setting: callers have no flags")
	}
}

// flagInText is a flag of the command line.
var flagInText = regexp.MustCompile(`(^|[^-\w])--[a-z]`)

// call checks calls of the built-in functions that print.
func (c *callCheck) call(n *ast.CallExpr) {
	ident, ok := n.Fun.(*ast.Ident)
	if ok && c.unresolved[ident] && !c.mayPrint && (ident.Name == "print" || ident.Name == "println") {
		c.report(n, "the built-in "+ident.Name, printAdvice)
	}
}

func TestNoPrintingNorGlobalRandomness(t *testing.T) {
	checked := 0
	eachSource(t, func(name string, source []byte) {
		checked++
		faults, err := callFaults(name, source)
		if err != nil {
			t.Error(err)
		}
		for _, message := range faults {
			t.Error(message)
		}
	})
	if checked < 20 {
		t.Errorf("only %d files were looked at: the test looks in the wrong place", checked)
	}
}

// eachSource calls f for every source file but tests, with its name relative to
// the module.
func eachSource(t *testing.T, f func(name string, source []byte)) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != root && !sourceFolder(name, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, name)
		if err == nil {
			f(filepath.ToSlash(relative), source)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sourceFolder reports whether the go command looks for packages of this module
// in a folder; a folder with a go.mod is another module.
func sourceFolder(name, base string) bool {
	if strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" {
		return false
	}
	_, err := os.Stat(filepath.Join(name, "go.mod"))
	return err != nil
}

func TestCallFaults(t *testing.T) {
	tests := []struct {
		what, name, source string
		want               []string // parts of the messages, one each
	}{
		{"clean", "td/a.go", `package td
			import ("fmt"; "io"; "math/rand/v2")
			func f(w io.Writer, r *rand.Rand) { fmt.Fprintln(w, r.IntN(6), rand.New(rand.NewPCG(1, 2)).IntN(6)) }`, nil},
		{"prints", "td/a.go", `package td
			import "fmt"
			func f() { fmt.Println(1); fmt.Print(2); g(fmt.Printf) }`,
			[]string{"td/a.go:3:15: fmt.Println prints", "fmt.Print prints", "fmt.Printf prints"}},
		{"renamed", "td/a.go", `package td
			import f "fmt"
			func g() { f.Println(1) }`, []string{"f.Println prints"}},
		{"standard output", "td/a.go", `package td
			import ("fmt"; "os")
			func f() { fmt.Fprintln(os.Stdout, 1); fmt.Fprintln(os.Stderr, 1) }`, []string{"os.Stdout outside cmd"}},
		{"built-in", "td/a.go", `package td
			func f() { println(1) }`, []string{"the built-in println"}},
		{"own println", "td/a.go", `package td
			func println(int) {}
			func f() { println(1) }`, nil},
		{"dot import", "td/a.go", `package td
			import . "fmt"
			func f() { Println(1) }`, []string{"imports fmt with a dot"}},
		{"command", "cmd/gammonlab/a.go", `package main
			import ("fmt"; "os")
			func f() { fmt.Println(1); fmt.Fprint(os.Stdout); println(2) }`, nil},
		{"generator program", "nets/tables/gen.go", `package main
			import "fmt"
			func main() { fmt.Println(1) }`, nil},
		{"names its package", "td/a.go", `package td
			import ("errors"; "fmt")
			var x, y, z = errors.New("td: no games"), fmt.Errorf("td: %d games", 1), errors.New("game 3: td: no")`,
			[]string{"td/a.go:3:18: an error begins with the name", "an error begins"}},
		{"names a flag", "td/a.go", `package td
			import "errors"
			var x, y = errors.New("want --games"), errors.New("XGID=-b----E-C---eE---c-e----B-")`, []string{"names a flag"}},
		{"old package", "cmd/gammonlab/a.go", `package main
			import "math/rand"
			var x = rand.New(rand.NewSource(1))`, []string{"imports math/rand: use math/rand/v2"}},
		{"another writer of tables", "cmd/gammonlab/a.go", `package main
			import "text/tabwriter"
			var x tabwriter.Writer`, []string{"imports text/tabwriter: lay tables out by internal/plaintext"}},
		{"another reader of lines", "td/a.go", `package td
			import "bufio"
			var x = bufio.NewScanner(nil)`, []string{"bufio.NewScanner: read lines by internal/plaintext.Lines"}},
		{"lines of the game", "board/record/a.go", `package record
			import "bufio"
			var x = bufio.NewScanner(nil)`, nil},
		{"global functions", "cmd/gammonlab/a.go", `package main
			import "math/rand/v2"
			var x, y = rand.IntN(6), rand.N[int64](6)`,
			[]string{"rand.IntN draws from the global", "rand.N draws from the global"}},
		{"picks a seed", "cmd/gammonlab/internal/play/dice.go", `package main
			import "math/rand/v2"
			var x = rand.Uint64()`, nil},
		{"hidden package", "td/a.go", `package td
			import "math/rand/v2"
			func f(rand *rand.Rand) int { return rand.IntN(6) }`, nil},
		{"no package", "td/a.go", `package td
			func f() { fmt := printer{}; fmt.Println(1) }
			type printer struct{}
			func (printer) Println(int) {}`, nil},
		{"the system's randomness", "td/a.go", `package td
			import "crypto/rand"
			var x = rand.Text()`, nil},
	}
	for _, tt := range tests {
		got, err := callFaults(tt.name, []byte(tt.source))
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		if len(got) != len(tt.want) {
			t.Errorf("%s: got %q, want %q", tt.what, got, tt.want)
			continue
		}
		for i, want := range tt.want {
			if !strings.Contains(got[i], want) {
				t.Errorf("%s: got %q, want %q", tt.what, got[i], want)
			}
		}
	}
}
