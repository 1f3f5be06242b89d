package features

import (
	"runtime/debug"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
)

func TestModuleIn(t *testing.T) {
	modules := []*debug.Module{{Path: "other.org/tool"}, {Path: "example.com/lab/inputs"}, {Path: "example.com/lab"}}
	for pkg, want := range map[string]string{
		"main":                        "example.com/lab",
		"example.com/lab":             "example.com/lab",
		"example.com/lab/race":        "example.com/lab",
		"example.com/lab/inputs/race": "example.com/lab/inputs",
		"example.com/laboratory":      "example.com/laboratory",
		"other.org/tool/a/b":          "other.org/tool",
	} {
		if got := moduleIn(modules, pkg); got != want {
			t.Errorf("package %s: module %q, want %q", pkg, got, want)
		}
	}
	if got := moduleIn(append(modules, new(debug.Module)), "main"); got != "main" {
		t.Errorf("a program without a module: %q, want main", got)
	}
}

// A set of Func is of the package that registers it. Sets of this module have none.
func TestModuleOf(t *testing.T) {
	s := ones("ones")
	for registers, want := range map[string]string{"example.com/lab": "example.com/lab", "gammonlab/nets": "", "gammonlab/features": ""} {
		if got := moduleOf(s, registers); got != want {
			t.Errorf("registered by %s: module %q, want %q", registers, got, want)
		}
	}
	if got := moduleOf(&Perspective196{}, "example.com/lab"); got != "example.com/lab" {
		t.Errorf("a set of this package by another: module %q, want that of the other", got)
	}
}

func ones(name string) Set {
	return Func(name, 1, func(dst []float32, _ *board.Position) { dst[0] = 1 })
}

// The module of a joined set names that of each part once.
func TestModule(t *testing.T) {
	registry.Lock()
	registry.modules["one@1"], registry.modules["two@1"] = "example.com/a", "example.com/a"
	registry.Unlock()
	t.Cleanup(func() { clear(registry.modules) })
	joined := must.Get(join(must.Get(join(ones("two"), Perspective196{}))(t), ones("one")))(t)
	if got := Module(joined); got != "example.com/a" {
		t.Errorf("two sets of a module: %q", got)
	}
	if got := Module(Perspective196{}); got != "" {
		t.Errorf("a set of gammonlab is of %q", got)
	}
}

// The list has modules only if there are any.
func TestListModules(t *testing.T) {
	list := SetList{{Set: "perspective196@1", Inputs: 196}}
	if got, want := list.Text(), "SET               INPUTS\nperspective196@1     196\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	list = append(list, SetInfo{Set: "one@1", Inputs: 1, Module: "example.com/a"})
	want := "SET               INPUTS  MODULE\nperspective196@1     196  gammonlab\none@1                  1  example.com/a\n"
	if got := list.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
