package layering

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "gammonlab"

// root is the module's top folder, seen from this one.
const root = "../.."

// layer is the list of folders of this module that a package and those in its
// folder may import, besides their own folder. A folder that ends in "/." is the
// package in it without those below.
type layer struct {
	folder  string
	allowed []string
	stdOnly bool // and nothing of others

	// tests are folders that its tests import as well, because they need several sides.
	tests []string
}

// layers is the table of docs/architecture.md. Of two rows that hold a package the longer
// folder counts.
var layers = []layer{
	{folder: "internal"},
	{folder: "farm/.", allowed: []string{"internal"}, stdOnly: true},
	{folder: "farm/farmtest", allowed: []string{"farm/.", "internal"}, stdOnly: true},
	{folder: "farm/wire", allowed: []string{"farm/.", "internal"}, tests: []string{"farm"}},
	{folder: "farm/submit", allowed: []string{"farm/wire", "farm/.", "internal"}, tests: []string{"farm"}},
	{folder: "farm/worker", allowed: []string{"farm/wire", "farm/.", "internal"}, tests: []string{"farm"}},
	{folder: "farm/server", allowed: []string{"farm/wire", "farm/.", "internal"}, tests: []string{"farm"}},
	{folder: "farm", allowed: []string{"internal"}},
	{folder: "recipe", allowed: []string{"internal"}, tests: []string{"evalbench"}},
	{folder: "board", stdOnly: true},
	{folder: "board/raster", allowed: []string{"board"}},
	{folder: "features", allowed: []string{"board", "internal"}},
	{folder: "nets/kernel"},
	{folder: "nets", allowed: []string{"features", "board", "internal"}},
	{folder: "engine/bearoff", allowed: []string{"board", "internal"}},
	{folder: "engine", allowed: []string{"nets", "features", "board", "farm", "internal"}},
	{folder: "datasets", allowed: []string{"engine", "nets", "features", "board", "farm", "internal"}},
	{folder: "td", allowed: []string{"engine", "nets", "features", "board", "farm", "internal"}},
	{folder: "supervised", allowed: []string{"datasets", "engine", "nets", "features", "board", "farm", "internal"}},
	{folder: "evalbench/fibs"},
	{folder: "evalbench", allowed: []string{"datasets", "engine", "nets", "features", "board", "farm", "internal"}},
	{folder: "rating/.", allowed: []string{"evalbench/fibs", "internal"}},
	{folder: "rating", allowed: []string{"evalbench", "datasets", "engine", "nets", "features", "board", "farm", "internal"}},
	{folder: "work", allowed: []string{"engine", "nets", "features", "board", "farm", "internal"}},
	{folder: "desk", allowed: append([]string{"work/.", "work/paths"}, everything[2:]...)},
	{folder: "work/kinds", allowed: everything},
	{folder: "notebooks", allowed: []string{
		"rating", "evalbench", "supervised", "td", "datasets", "engine", "nets", "features", "board",
	}},
	{folder: "cmd", allowed: everything},
	{folder: "tools", allowed: everything},
}

// everything is what programs may import, from the top down.
var everything = []string{
	"work", "desk", "rating", "evalbench", "supervised", "td", "datasets", "engine", "nets", "features", "board", "recipe", "farm", "internal",
}

// groups is the folder of the packages of commands. They import neither each other
// nor the program, cmd/gammonlab/app; cliutil is below kinds and clitest, and these are
// below the others.
const groups = "cmd/gammonlab/internal"

// groupLayer returns the layer of a package of commands.
func groupLayer(name string) layer {
	l := layer{folder: groups + "/" + name, allowed: slices.Clone(everything)}
	if name != "cliutil" {
		l.allowed = append(l.allowed, groups+"/cliutil")
		if name == "clitest" {
			l.allowed = append(l.allowed, groups+"/kinds")
		} else {
			l.allowed = append(l.allowed, groups+"/clitest")
		}
	}
	return l
}

// lifted are the imports of a higher package by external tests, with the reason
// why the test is not in the higher package.
var lifted = map[edge]string{
	{from: "engine/analysis", to: module + "/rating/matches", test: true}: "a report is compared with gnubg's and with what " +
		"scripts rely on when it is whole, with the ratings that rating/matches fills in",
	{from: "desk/pages/jobs", to: module + "/work/kinds", test: true}:             "the kinds of work of the program are started as jobs",
	{from: groups + "/kinds", to: module + "/" + groups + "/clitest", test: true}: "commands of kinds of work are run as users run them",
	{from: "desk/pages/api", to: module + "/work/kinds", test: true}:              "the document of the API describes the kinds of work of the program",
}

// alone are the modules of others that one folder of ours imports, with that folder: desk, for
// example, knows no command line.
var alone = map[string]string{"github.com/nats-io": "farm", "github.com/urfave/cli": "cmd"}

// confined returns the folder of ours that alone imports the path, "" if all may.
func confined(to string) string {
	for of, owner := range alone {
		if within(to, of) {
			return owner
		}
	}
	return ""
}

// edge is an import: the folder of the package that imports and the path that
// it imports.
type edge struct {
	from, to string
	test     bool
}

// fault returns what is wrong with an import and how to mend it, or "".
func fault(e edge) string {
	if lifted[e] != "" {
		return ""
	}
	from, ok := layerOf(e.from)
	if !ok {
		return fmt.Sprintf("%s is in no layer: add its folder to the table in docs/architecture.md "+
			"and to layers in internal/layering", e.from)
	}
	ours, isOurs := strings.CutPrefix(e.to, module+"/")
	if e.to == module {
		ours, isOurs = ".", true
	}
	if !isOurs {
		if owner := confined(e.to); owner != "" && !within(e.from, owner) {
			return fmt.Sprintf("%s imports %s: only %s does; use what that package exports", e.from, e.to, owner)
		}
		if from.stdOnly && !standard(e.to) {
			return fmt.Sprintf("%s imports %s: %s uses the standard library only, so that anyone can import it "+
				"for nothing; write what you need of it there, or put the code one layer up",
				e.from, e.to, from.folder)
		}
		return ""
	}
	if within(ours, "tools") && !within(e.from, "tools") {
		return fmt.Sprintf("%s imports %s: tools holds programs for the maintainers, which nothing else "+
			"uses; put the shared code into the package that it belongs to", e.from, ours)
	}
	if within(ours, from.folder) {
		return ""
	}
	allowed := from.allowed
	if e.test {
		allowed = slices.Concat(allowed, from.tests)
	}
	if slices.ContainsFunc(allowed, func(folder string) bool { return within(ours, folder) }) {
		return ""
	}
	may := "nothing of ours"
	if len(from.allowed) > 0 {
		may = "only " + strings.Join(from.allowed, ", ")
	}
	return fmt.Sprintf("%s imports %s: %s may import %s; move the shared code down to a layer that both may "+
		"import, or take what you need as a parameter (an interface declared in %s) and let cmd plug it in",
		e.from, ours, from.folder, may, from.folder)
}

func layerOf(folder string) (layer, bool) {
	if rest, ok := strings.CutPrefix(folder, groups+"/"); ok {
		name, _, _ := strings.Cut(rest, "/")
		return groupLayer(name), true
	}
	best, found := layer{}, false
	for _, l := range layers {
		if within(folder, l.folder) && len(l.folder) > len(best.folder) {
			best, found = l, true
		}
	}
	return best, found
}

// within reports whether a folder is another or lies below it; below NAME/. lies nothing.
func within(folder, other string) bool {
	if name, single := strings.CutSuffix(other, "/."); single {
		return folder == name
	}
	return folder == other || strings.HasPrefix(folder, other+"/")
}

// standard reports whether an import path is of the standard library: only
// those have no dot in their first element.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

func TestImportsRunDownward(t *testing.T) {
	// List the imports twice, since build tags exclude the files of the other
	// kind of kernel.
	for _, tags := range []string{"", "noasm"} {
		for _, e := range listEdges(t, tags) {
			if message := fault(e); message != "" {
				if e.test {
					message += " (in a test)"
				}
				t.Errorf("tags %q: %s", tags, message)
			}
		}
	}
}

// listEdges asks the go command for every import of every package of ours.
func listEdges(t *testing.T, tags string) []edge {
	t.Helper()
	var edges []edge
	for _, p := range listPackages(t, "-tags="+tags) {
		for _, to := range p.Imports {
			edges = append(edges, edge{from: p.folder(), to: to})
		}
		for _, to := range slices.Concat(p.TestImports, p.XTestImports) {
			edges = append(edges, edge{from: p.folder(), to: to, test: true})
		}
	}
	return edges
}

// listed is a package as the go command describes it.
type listed struct {
	ImportPath, Dir                             string
	GoFiles, Imports, TestImports, XTestImports []string
}

// folder returns the folder of the package, seen from the root.
func (p *listed) folder() string {
	return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
}

// listPackages asks the go command for every package of ours. The flag is for the command,
// whose environment is that of the test with the given variables.
func listPackages(t *testing.T, flag string, environment ...string) []*listed {
	t.Helper()
	cmd := exec.Command("go", "list", flag, "-json=ImportPath,Dir,GoFiles,Imports,TestImports,XTestImports", "./...")
	cmd.Dir, cmd.Env = root, append(os.Environ(), environment...)
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("%v: %v\n%s", cmd, err, exit.Stderr)
		}
		t.Fatalf("%v: %v", cmd, err)
	}
	var all []*listed
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := decoder.Decode(p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v: %v", cmd, err)
		}
		all = append(all, p)
	}
	if len(all) < 5 {
		t.Fatalf("%v found %d packages: the test looks in the wrong place", cmd, len(all))
	}
	return all
}

// Unused exceptions must be removed.
func TestExceptionsAreUsed(t *testing.T) {
	edges := listEdges(t, "")
	for e := range lifted {
		if !slices.Contains(edges, e) {
			t.Errorf("no test of %s imports %s any more: take it out of lifted", e.from, e.to)
		}
	}
}

func TestFault(t *testing.T) {
	tests := []struct {
		from, to string
		want     string // part of the message, "" for none
	}{
		{"board", "fmt", ""},
		{"board", "math/rand/v2", ""},
		{"board", "gammonlab/internal/seed", "board may import nothing of ours"},
		{"board", "gammonlab/features", "board may import nothing of ours"},
		{"board", "golang.org/x/term", "standard library only"},
		{"features", "gammonlab/board", ""},
		{"features", "gammonlab/internal/seed", ""},
		{"features", "gammonlab/nets", "features may import only board, internal"},
		{"nets/kernel", "golang.org/x/sys/cpu", ""},
		{"nets/kernel", "gammonlab/internal/version", "nets/kernel may import nothing of ours"},
		{"nets/kernel", "gammonlab/nets", "nets/kernel may import nothing of ours"},
		{"nets/kernel/kerneltest", "gammonlab/nets/kernel", ""},
		{"nets/kernel/kerneltest", "gammonlab/board", "nets/kernel may import nothing of ours"},
		{"nets", "gammonlab/nets/kernel", ""},
		{"nets", "gammonlab/engine", "nets may import only"},
		{"netstat", "gammonlab/nets", "in no layer"},
		{"engine/player", "gammonlab/engine", ""},
		{"engine", "gammonlab/evalbench/tournament", "engine may import only"},
		{"engine", "gammonlab/enginex", "engine may import only"},
		{"td", "gammonlab/engine/player", ""},
		{"td", "gammonlab/evalbench", "td may import only"},
		{"td", "gammonlab/supervised", "td may import only"},
		{"td", "gammonlab/datasets", "td may import only"},
		{"supervised", "gammonlab/datasets", ""},
		{"supervised", "gammonlab/td", "supervised may import only"},
		{"desk/bot", "gammonlab/engine/advice", ""},
		{"desk/bot", "gammonlab/board/svg", ""},
		{"desk/bot", "gammonlab/evalbench/runs", ""},
		{"desk/bot", "gammonlab/cmd/gammonlab/internal/kinds", "desk may import only"},
		{"desk/pages/play", "github.com/urfave/cli/v2", "only cmd does"},
		{"evalbench/runs", "gammonlab/desk/bot", "evalbench may import only"},
		{"engine", "gammonlab/evalbench/runs", "engine may import only"},
		{"board/svg", "gammonlab/internal/plaintext", "board may import nothing of ours"},
		{"internal/chart", "gammonlab/board/svg", "internal may import nothing of ours"},
		{"evalbench/tournament", "gonum.org/v1/gonum/stat", ""},
		{"evalbench", "gammonlab/td", "evalbench may import only"},
		{"rating", "gammonlab/internal/plaintext", ""},
		{"rating", "gammonlab/engine", "rating/. may import only evalbench/fibs, internal"},
		{"rating", "gammonlab/rating/figures", "rating/. may import only evalbench/fibs, internal"},
		{"rating/fit", "gammonlab/rating", ""},
		{"rating/fit", "gammonlab/rating/simulate", ""},
		{"rating/fit", "gammonlab/evalbench", ""},
		{"rating/fit", "gammonlab/cmd/gammonlab", "rating may import only"},
		{"engine/analysis", "gammonlab/rating", "engine may import only"},
		{"rating", "gammonlab/evalbench/fibs", ""},
		{"engine/analysis", "gammonlab/rating/matches", "engine may import only"},
		{"internal/chart", "gammonlab/internal/atomicfile", ""},
		{"internal/chart", "gammonlab/board", "internal may import nothing of ours"},
		{"tools/suitegen", "gammonlab/evalbench/suite", ""},
		{"internal/chart", "gammonlab/tools/suitegen", "programs for the maintainers"},
		{"cmd/gammonlab", "gammonlab/tools/suitegen", "programs for the maintainers"},
		{"cmd/gammonlab", "gammonlab/rating", ""},
		{"cmd/gammonlab", "gammonlab/notebooks", "cmd may import only"},
		{"cmd/gammonlab", "gammonlab/cmd/gammonlab/app", ""},
		{"cmd/gammonlab/app", "gammonlab/cmd/gammonlab/internal/bench", ""},
		{"cmd/gammonlab/app", "gammonlab/td", ""},
		{"cmd/gammonlab/internal/bench", "gammonlab/cmd/gammonlab/app", "cmd/gammonlab/internal/bench may import only"},
		{"desk/pages/play", "gammonlab/cmd/gammonlab/app", "desk may import only"},
		{"cmd/gammonlab/internal/bench", "gammonlab/cmd/gammonlab/internal/clitest", ""},
		{"cmd/gammonlab/internal/bench", "gammonlab/cmd/gammonlab/internal/dataset", "cmd/gammonlab/internal/bench may import only"},
		{"cmd/gammonlab/internal/kinds", "gammonlab/cmd/gammonlab/internal/cliutil", ""},
		{"cmd/gammonlab/internal/kinds", "gammonlab/cmd/gammonlab/internal/play", "may import only"},
		{"cmd/gammonlab/internal/cliutil", "gammonlab/cmd/gammonlab/internal/kinds", "may import only"},
		{"desk/pages/games", "gammonlab/desk/table", ""},
		{"evalbench", "gammonlab/cmd/gammonlab/internal/cliutil", "evalbench may import only"},
		{"board", "gammonlab", "board may import nothing of ours"},
		{"", "fmt", "in no layer"},
		{"farm/wire", "github.com/nats-io/nats.go/jetstream", ""},
		{"farm", "github.com/nats-io/nats.go", "farm/. uses the standard library only"},
		{"farm/farmtest", "github.com/nats-io/nats.go", "standard library only"},
		{"farm", "gammonlab/farm/wire", "farm/. may import only internal"},
		{"farm/wire", "gammonlab/farm", ""},
		{"farm/wire", "gammonlab/farm/submit", "farm/wire may import only"},
		{"farm/submit", "gammonlab/farm/wire", ""},
		{"farm/submit", "gammonlab/farm/worker", "farm/submit may import only"},
		{"farm/worker", "gammonlab/farm/submit", "farm/worker may import only"},
		{"farm/server", "gammonlab/farm/submit", "farm/server may import only"},
		{"cmd/gammonlab/internal/farm", "github.com/nats-io/nats.go", "only farm does"},
	}
	for _, tt := range tests {
		got := fault(edge{from: tt.from, to: tt.to})
		if got == "" != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s imports %s: got %q, want %q", tt.from, tt.to, got, tt.want)
		}
	}
}
