package recipe

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"

	"gammonlab/internal/nearest"
)

// ResultNames returns the names that [Numbers] can find in the JSON of values of some types, as
// patterns of [path.Match]: * stands for the name of a part, or at the end for anything.
func ResultNames(forms []any) []string {
	n := names{}
	for _, form := range forms {
		n.add("", reflect.TypeOf(form), nil)
	}
	return slices.Compact(slices.Sorted(slices.Values(n.all)))
}

// names collects names.
type names struct{ all []string }

// add adds the names in a value of a type, which is inside values of other types.
func (n *names) add(name string, t reflect.Type, inside []reflect.Type) {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t != nil && t.Implements(reflect.TypeFor[aliased]()) {
		n.add(name, reflect.TypeOf(reflect.Zero(t).Interface().(aliased).JSONSchemaAlias()), inside)
		return
	}
	switch {
	case t == nil || t.Kind() == reflect.Interface || t.Kind() == reflect.Map || implements[json.Marshaler](t) || slices.Contains(inside, t):
		n.all = append(n.all, strings.TrimPrefix(name+".*", "."))
	case implements[encoding.TextMarshaler](t):
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			n.addField(name, t.Field(i), append(slices.Clone(inside), t))
		}
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		n.addList(name, t.Elem(), inside)
	case reflect.Zero(t).CanInt() || reflect.Zero(t).CanUint() || reflect.Zero(t).CanFloat():
		n.all = append(n.all, name)
	}
}

// aliased is a type with the JSON of another type, of which JSONSchemaAlias returns a value.
type aliased interface{ JSONSchemaAlias() any }

func implements[I any](t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[I]())
}

// addField adds the names in a field of a struct.
func (n *names) addField(name string, f reflect.StructField, inside []reflect.Type) {
	key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch {
	case key == "-" || !f.IsExported() && !f.Anonymous:
	case f.Anonymous && key == "":
		n.add(name, f.Type, inside)
	default:
		n.add(joined(name, cmp.Or(key, f.Name)), f.Type, inside)
	}
}

// addList adds the names in a list, as [Numbers] gives them.
func (n *names) addList(name string, t reflect.Type, inside []reflect.Type) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Map, reflect.Interface:
	default:
		return
	}
	if name == "metrics" {
		name = ""
	}
	n.add(name, t, inside)
	if t.Kind() == reflect.Struct && slices.ContainsFunc(reflect.VisibleFields(t), isPart) {
		n.add(joined(name, "*"), t, inside)
	}
}

// isPart reports whether a field names the part that a measurement is about.
func isPart(f reflect.StructField) bool {
	key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return slices.Contains(partKeys, key)
}

// checkResult returns an error if the command cannot have a result.
func (s *Step) checkResult(name string) error {
	if s.Kind.Results == nil {
		return nil
	}
	var known []string
	for _, pattern := range s.Kind.Results {
		if ok, _ := path.Match(pattern, name); ok {
			return nil
		}
		if !strings.Contains(pattern, "*") {
			known = append(known, pattern)
		}
	}
	return fmt.Errorf("%s has no result %s%s", s.Kind.Name, name, nearest.Question(name, known))
}

// CheckResult returns an error if no step can have a result of a name such as strength.ppg.
func (r *Recipe) CheckResult(name string) error {
	if name == CoreHours {
		return nil
	}
	step, result, _ := strings.Cut(name, ".")
	s := r.step(step)
	if s == nil {
		return fmt.Errorf("there is no step %s%s", step, nearest.Question(step, r.names()))
	}
	if err := s.checkResult(result); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
