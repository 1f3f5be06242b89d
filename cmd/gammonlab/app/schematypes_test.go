package app

import (
	"encoding"
	"encoding/json"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/invopop/jsonschema"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// module returns the import path of the packages below ../...
func module() string {
	path, _, _ := strings.Cut(reflect.TypeFor[cliutil.ResultFlag]().PkgPath(), "/cmd/")
	return path
}

// aliased is a type with the JSON of another type. JSONSchemaAlias returns a
// value of that type.
type aliased interface{ JSONSchemaAlias() any }

// schemaOf returns the schema of what a command prints with --json.
func schemaOf(command, usage string, flag *cliutil.ResultFlag) *jsonschema.Schema {
	t := typeSchemas{structs: map[string]reflect.Type{}, comments: map[string]map[string]string{}}
	r := &jsonschema.Reflector{Anonymous: true, Mapper: simpleSchema, Namer: t.name, LookupComment: t.comment}
	var forms []*jsonschema.Schema
	all := jsonschema.Definitions{}
	for _, form := range flag.Forms {
		if a, ok := form.(aliased); ok {
			form = a.JSONSchemaAlias()
		}
		s := r.Reflect(form)
		t.fit(s.Definitions)
		maps.Copy(all, s.Definitions)
		s.Definitions, s.Version = nil, ""
		forms = append(forms, s)
	}
	root := &jsonschema.Schema{AnyOf: forms}
	if len(forms) == 1 {
		root = forms[0]
		if name, ok := strings.CutPrefix(root.Ref, "#/$defs/"); ok {
			root = all[name]
			delete(all, name)
		}
	}
	root.Version, root.Definitions = jsonschema.Version, all
	root.Title, root.Description = "gammonlab "+command+" --json", "What the command prints: "+usage+"."
	if flag.Lines {
		root.Description = "A line of what the command prints: " + usage + "."
	}
	return root
}

// simpleSchema returns the schema of types whose JSON does not follow from their kind,
// nil for others.
func simpleSchema(t reflect.Type) *jsonschema.Schema {
	p := reflect.PointerTo(t)
	switch {
	case t == reflect.TypeFor[time.Time](), t == reflect.TypeFor[json.RawMessage]():
		return nil
	case p.Implements(reflect.TypeFor[json.Marshaler]()):
		panic(t.String() + " has MarshalJSON: give it JSONSchemaAlias, which returns a value of the type that MarshalJSON writes")
	case p.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return &jsonschema.Schema{Type: "string"}
	}
	return nil
}

// typeSchemas corrects the schemas of types by the rules of encoding/json.
type typeSchemas struct {
	structs  map[string]reflect.Type
	comments map[string]map[string]string // of fields, by package, as Type.Field
}

// name returns the name of a type in a schema: with its package, since types of
// several packages have the same name.
func (t *typeSchemas) name(of reflect.Type) string {
	if of.Name() == "" || of.PkgPath() == "" {
		return ""
	}
	name := of.PkgPath()[strings.LastIndexByte(of.PkgPath(), '/')+1:] + "." + of.Name()
	if before, ok := t.structs[name]; ok && before != of {
		name = strings.ReplaceAll(of.PkgPath(), "/", ".") + "." + of.Name()
	}
	t.structs[name] = of
	return name
}

// fit lets pointers be null unless they are then left out, and does not require the
// fields of a struct that is embedded by a pointer.
func (t *typeSchemas) fit(definitions jsonschema.Definitions) {
	for name, s := range definitions {
		of := t.structs[name]
		if of.Kind() != reflect.Struct || s.Properties == nil {
			continue
		}
		for _, field := range jsonFields(of) {
			key, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			property, ok := s.Properties.Get(key)
			switch {
			case !ok:
			case embeddedByPointer(of, field.Index):
				s.Required = slices.DeleteFunc(s.Required, func(name string) bool { return name == key })
			case field.Type.Kind() == reflect.Pointer && !strings.Contains(options, "omit"):
				description := property.Description
				property.Description = ""
				s.Properties.Set(key, &jsonschema.Schema{AnyOf: []*jsonschema.Schema{property, {Type: "null"}}, Description: description})
			}
		}
	}
}

// jsonFields returns the fields of a struct and of those that it embeds, also fields whose
// names in Go are ambiguous but whose names in JSON are not.
func jsonFields(of reflect.Type) (all []reflect.StructField) {
	for i := range of.NumField() {
		f := of.Field(i)
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if !f.Anonymous || f.Tag.Get("json") != "" || inner.Kind() != reflect.Struct {
			all = append(all, f)
			continue
		}
		for _, g := range jsonFields(inner) {
			g.Index = append([]int{i}, g.Index...)
			all = append(all, g)
		}
	}
	return all
}

// embeddedByPointer reports whether the path to a field leads through a pointer.
func embeddedByPointer(of reflect.Type, index []int) bool {
	for _, i := range index[:len(index)-1] {
		if of = of.Field(i).Type; of.Kind() == reflect.Pointer {
			return true
		}
	}
	return false
}

// comment returns the comment of a field. Comments of types speak of Go.
func (t *typeSchemas) comment(of reflect.Type, field string) string {
	dir, ok := strings.CutPrefix(of.PkgPath(), module())
	if !ok || field == "" {
		return ""
	}
	known, ok := t.comments[dir]
	if !ok {
		known = fieldComments(filepath.Join("..", "..", "..", filepath.FromSlash(dir)))
		t.comments[dir] = known
	}
	return known[of.Name()+"."+field]
}

// fieldComments returns the comments of the fields of the types in a folder, in one line
// each, as Type.Field.
func fieldComments(dir string) map[string]string {
	all := map[string]string{}
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil || strings.HasSuffix(path, "_test.go") {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range s.Fields.List {
					for _, name := range f.Names {
						all[spec.Name.Name+"."+name.Name] = commentOf(f)
					}
				}
			}
			return true
		})
	}
	return all
}

// commentOf returns the comment of a field: the one beside it, or else the first
// sentence of the one above.
func commentOf(f *ast.Field) string {
	text := strings.Join(strings.Fields(f.Comment.Text()), " ")
	if text == "" {
		text = new(doc.Package).Synopsis(f.Doc.Text())
	}
	return strings.NewReplacer("[", "", "]", "").Replace(text)
}
