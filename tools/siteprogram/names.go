package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Templates find methods by names that the linker does not know, so it keeps all methods of all
// types, a quarter of the program. nameMethods replaces the call of package text/template that
// finds a method by one with a case for each name in the templates, which the linker knows.
func (o *overlay) nameMethods() error {
	const file, call = "text/template/exec.go", "ptr.MethodByName(fieldName)"
	source, err := os.ReadFile(filepath.Join(o.sources, filepath.FromSlash(file)))
	if err != nil {
		return err
	}
	if bytes.Count(source, []byte("MethodByName(")) != 1 || !bytes.Contains(source, []byte(call)) {
		return fmt.Errorf("%s of this Go does not find methods by one call %s", file, call)
	}
	names, err := templateNames()
	if err != nil {
		return err
	}
	source = bytes.Replace(source, []byte(call), []byte("namedMethod(ptr, fieldName)"), 1)
	var cases strings.Builder
	for _, name := range names {
		fmt.Fprintf(&cases, "\tcase %q:\n\t\treturn v.MethodByName(%[1]q)\n", name)
	}
	source = fmt.Appendf(source, "\nfunc namedMethod(v reflect.Value, name string) reflect.Value {\n\tswitch name {\n%s\t}\n\treturn reflect.Value{}\n}\n", cases.String())
	return o.replace(file, source)
}

// Actions of templates, and the fields and methods in them.
var (
	actionPattern = regexp.MustCompile(`\{\{.*?\}\}`)
	namePattern   = regexp.MustCompile(`\.([A-Z]\w*)`)
)

// ofReflection are names of fields in templates that are also methods by which package reflect
// finds methods: with them, the linker keeps all.
var ofReflection = []string{"Method", "Methods", "MethodByName"}

// templateNames lists the fields and methods in the templates of the program. It looks for actions
// in all files, so the list also has other names.
func templateNames() ([]string, error) {
	const files = `{{if not .Standard}}{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{range .EmbedFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{end}}`
	list, err := goOutput("list", "-deps", "-tags", tags, "-f", files, program)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for path := range strings.FieldsSeq(list) {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for _, action := range actionPattern.FindAll(text, -1) {
			for _, name := range namePattern.FindAllSubmatch(action, -1) {
				found[string(name[1])] = true
			}
		}
	}
	for _, name := range ofReflection {
		delete(found, name)
	}
	return slices.Sorted(maps.Keys(found)), nil
}
