package features

import (
	"cmp"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// Module returns the path of the module that has a registered set, those of the parts of a
// joined set with a comma between them, and "" for the sets of gammonlab. It is what a reader
// of a net needs to find the set.
func Module(s Set) string {
	registry.RLock()
	defer registry.RUnlock()
	var modules []string
	for _, part := range partsOf(s) {
		if module := registry.modules[ID(part)]; module != "" && !slices.Contains(modules, module) {
			modules = append(modules, module)
		}
	}
	return strings.Join(modules, ",")
}

// Whence says where a set that this program lacks is registered, given the module, which may be
// unknown.
func Whence(module string) string {
	if module == "" {
		return "the program that made this net registers it"
	}
	return "the module " + strconv.Quote(module) + " registers it"
}

// moduleOf returns the module of the type of a set, "" for gammonlab. A set of [Func] is of
// the package that registers it.
func moduleOf(s Set, registers string) string {
	of := reflect.TypeOf(s)
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	ours := reflect.TypeFor[joined]().PkgPath()
	pkg := of.PkgPath()
	if pkg == "" || pkg == ours {
		pkg = registers
	}
	var modules []*debug.Module
	if info, ok := debug.ReadBuildInfo(); ok {
		modules = append(info.Deps, &info.Main)
	}
	module := moduleIn(modules, pkg)
	if module == strings.TrimSuffix(ours, "/features") {
		return ""
	}
	return module
}

// moduleIn returns the module of a package: the one with the longest path that begins its own.
// The last of the modules has the package main. A package of no module stands for itself.
func moduleIn(modules []*debug.Module, pkg string) string {
	if pkg == "main" {
		if n := len(modules); n > 0 && modules[n-1].Path != "" {
			return modules[n-1].Path
		}
		return pkg
	}
	best := ""
	for _, m := range modules {
		if len(m.Path) > len(best) && (pkg == m.Path || strings.HasPrefix(pkg, m.Path+"/")) {
			best = m.Path
		}
	}
	return cmp.Or(best, pkg)
}

// caller returns the package that calls [Register].
func caller() string {
	pc, _, _, ok := runtime.Caller(2)
	if !ok {
		return ""
	}
	name := runtime.FuncForPC(pc).Name() // such as example.com/lab/inputs.init.0
	folder := strings.LastIndex(name, "/") + 1
	last, _, _ := strings.Cut(name[folder:], ".")
	return name[:folder] + strings.ReplaceAll(last, "%2e", ".")
}
