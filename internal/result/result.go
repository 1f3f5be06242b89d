// Package result says what the numbers in the results of work are: their names in the JSON, units
// and meaning. The fields of the result's type declare them by tags, for example
//
//	RMSE float64 `json:"equity_rmse" short:"rmse" unit:"points" better:"lower" meaning:"error of the equity"`
//
//	meaning what it is, in a sentence without capital and full stop; - if no number inside is a main
//	        result
//	unit    unit of the number in the JSON; see [Unit]
//	unless  settings with which the unit is another one, and this unit, such as
//	        unless:"match dmp: wins"
//	better  higher or lower, if one of them is better
//	short   another name, without the path to the field
//	table   "true": tables of results show it if they are asked for no others
//
// A number whose field has no tag meaning is no main result: only its JSON name is known.
package result

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
)

// Number is a number in the JSON of results.
type Number struct {
	Name    string // as [Numbers] gives it; a pattern of [path.Match], in which * stands for the name of a part, or at the end for anything
	Short   string // another name, with *. before it if Name has the name of a part; "" for none
	Unit    Unit
	Unless  []string // settings with which the unit is Other
	Other   Unit
	Better  int    // 1 if a higher number is better, -1 if a lower one is, 0 if neither is
	Meaning string // "" if the number is no main result
	Table   bool   // tables show the number if they are asked for no others
}

// Of returns the numbers in the JSON of values of some types, sorted by their names.
func Of(forms []any) []Number {
	n := numbers{}
	for _, form := range forms {
		n.add("", reflect.TypeOf(form), nil)
	}
	slices.SortStableFunc(n.all, func(a, b Number) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(b.Meaning, a.Meaning)) // the declared one first
	})
	n.all = slices.CompactFunc(n.all, func(a, b Number) bool { return a.Name == b.Name })
	n.shorten()
	return n.all
}

// Main returns the main results: the numbers with a meaning, those of [Number.Table] first. Of those
// with the same key and meaning, such as the equity of a position and of its plays, or an error and that
// of each part, it is the one with the shortest path.
func Main(all []Number) []Number {
	type identity struct{ key, meaning string }
	nearest := map[identity]Number{}
	for _, n := range all {
		id := identity{path.Ext("." + n.Name), n.Meaning}
		if known, ok := nearest[id]; n.Meaning != "" && (!ok || n.depth() < known.depth()) {
			nearest[id] = n
		}
	}
	return slices.SortedFunc(maps.Values(nearest), func(a, b Number) int {
		return cmp.Or(cmp.Compare(map[bool]int{true: -1}[a.Table], map[bool]int{true: -1}[b.Table]), cmp.Compare(a.Name, b.Name))
	})
}

// depth returns the length of the path to the number.
func (n *Number) depth() int { return strings.Count(n.Name, ".") }

// Find returns the number with a name, which may be its short name: with the name of the part for
// each *. It is nil if there is none.
func Find(all []Number, name string) *Number {
	for _, n := range all {
		if ok, _ := path.Match(n.Name, name); ok {
			n.Short = n.shortOf(name)
			n.Name = name
			return &n
		}
	}
	for _, n := range all {
		if full := n.full(name); full != "" {
			n.Name, n.Short = full, name
			return &n
		}
	}
	return nil
}

// full returns the name of a number that has the given short name, "" if it has another one.
func (n *Number) full(short string) string {
	of, parted := strings.CutPrefix(n.Short, "*")
	if !parted {
		if n.Short == short {
			return n.Name
		}
		return ""
	}
	part, ok := strings.CutSuffix(short, of)
	if !ok || part == "" {
		return ""
	}
	return strings.Replace(n.Name, "*", part, 1)
}

// shortOf returns the short name of a number with a name that matches, "" for none.
func (n *Number) shortOf(name string) string {
	before, after, parted := strings.Cut(n.Name, "*")
	if !parted {
		return n.Short
	}
	return strings.Replace(n.Short, "*", strings.TrimSuffix(strings.TrimPrefix(name, before), after), 1)
}

// Called returns the short name, or else the name.
func (n *Number) Called() string { return cmp.Or(n.Short, n.Name) }

// Direction returns higher, lower or "", whichever is better.
func (n *Number) Direction() string { return [...]string{"lower", "", "higher"}[n.Better+1] }

// UnitWith returns the unit of the number with settings that are given.
func (n *Number) UnitWith(given func(setting string) bool) Unit {
	if slices.ContainsFunc(n.Unless, given) {
		return n.Other
	}
	return n.Unit
}

// Units returns the unit that people read and, if there is one, the other one with the first of its
// settings.
func (n *Number) Units() string {
	if len(n.Unless) == 0 {
		return n.Unit.String()
	}
	return fmt.Sprintf("%s; with %s %s", n.Unit, n.Unless[0], n.Other)
}

// numbers collects numbers.
type numbers struct{ all []Number }

// add adds the numbers in a value of a type, which is inside values of other types.
func (n *numbers) add(name string, t reflect.Type, inside []reflect.Type) {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t != nil && t.Implements(reflect.TypeFor[aliased]()) {
		n.add(name, reflect.TypeOf(reflect.Zero(t).Interface().(aliased).JSONSchemaAlias()), inside)
		return
	}
	switch {
	case t == nil || t.Kind() == reflect.Interface || implements[json.Marshaler](t) || slices.Contains(inside, t):
		n.all = append(n.all, Number{Name: strings.TrimPrefix(name+".*", ".")})
	case t.Kind() == reflect.Map:
		n.add(strings.TrimPrefix(name+".*", "."), t.Elem(), inside)
	case implements[encoding.TextMarshaler](t):
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			n.addField(name, t.Field(i), append(slices.Clone(inside), t))
		}
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		n.addList(name, t.Elem(), inside)
	case reflect.Zero(t).CanInt() || reflect.Zero(t).CanUint() || reflect.Zero(t).CanFloat():
		n.all = append(n.all, Number{Name: name})
	}
}

// aliased is a type with the JSON of another type, of which JSONSchemaAlias returns a value.
type aliased interface{ JSONSchemaAlias() any }

func implements[I any](t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[I]())
}

// addField adds the numbers in a field of a struct.
func (n *numbers) addField(name string, f reflect.StructField, inside []reflect.Type) {
	key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch {
	case key == "-" || !f.IsExported() && !f.Anonymous:
	case f.Anonymous && key == "":
		n.add(name, f.Type, inside)
	default:
		name, before := joined(name, cmp.Or(key, f.Name)), len(n.all)
		n.add(name, f.Type, inside)
		for i := range n.all[before:] {
			switch of := &n.all[before+i]; {
			case f.Tag.Get("meaning") == "-":
				*of = Number{Name: of.Name}
			case of.Name == name:
				of.describe(f.Tag)
			}
		}
	}
}

// describe sets what the tags of a field say.
func (n *Number) describe(tag reflect.StructTag) {
	if tag.Get("meaning") == "" {
		return
	}
	settings, other, _ := strings.Cut(tag.Get("unless"), ": ")
	n.Meaning, n.Unit, n.Unless, n.Other = tag.Get("meaning"), Unit(tag.Get("unit")), strings.Fields(settings), Unit(other)
	n.Short, n.Table = tag.Get("short"), tag.Get("table") == "true"
	n.Better = map[string]int{"higher": 1, "lower": -1}[tag.Get("better")]
}

// addList adds the numbers in a list, as [Numbers] gives them.
func (n *numbers) addList(name string, t reflect.Type, inside []reflect.Type) {
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

// shorten completes the short names, and takes away those that are the name of another number, or
// of one with a shorter path.
func (n *numbers) shorten() {
	depth := map[string]int{}
	for i := range n.all {
		of := &n.all[i]
		if of.Short != "" && strings.Contains(of.Name, "*") {
			of.Short = "*." + of.Short
		}
		depth[of.Name] = -1
	}
	for _, of := range n.all {
		if d, ok := depth[of.Short]; !ok || of.depth() < d {
			depth[of.Short] = of.depth()
		}
	}
	for i := range n.all {
		if of := &n.all[i]; of.Short != "" && depth[of.Short] != of.depth() {
			of.Short = ""
		}
	}
}

// Check returns an error about the tags of numbers, or if there are numbers and none is a main result.
func Check(all []Number) error {
	short := map[string]string{}
	for _, n := range all {
		if n.Short == "" {
			continue
		}
		if other := short[n.Short]; other != "" {
			return fmt.Errorf("has two results with the short name %s: %s and %s", n.Short, other, n.Name)
		}
		short[n.Short] = n.Name
	}
	if len(all) > 0 && len(Main(all)) == 0 {
		return fmt.Errorf("has results, such as %s, and says of none what it means: give the main ones the tags meaning, unit and better", all[0].Name)
	}
	return nil
}
