package strictjson

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gammonlab/internal/nearest"
)

// fault returns the error about the first field in a valid JSON text that is repeated, or
// whose value does not fit the type; nil if there is no such field. If strict is set, an
// unknown field is also an error.
func fault(text []byte, of reflect.Type, strict bool) *Error {
	value := bytes.TrimLeft(text, blanks)
	w := walker{text, strict}
	at := len(text) - len(value)
	return w.fault(place{at: at, start: at, value: value}, of)
}

// walker finds the faults of a text.
type walker struct {
	text   []byte
	strict bool // an unknown field is a fault
}

// place is a value in the text.
type place struct {
	path      string
	at, start int // offsets of the key and the value
	value     []byte
}

// in returns the place of an element of the value.
func (p *place) in(e *element) place {
	path := e.key
	if p.path != "" {
		path = p.path + "." + path
	}
	return place{path, p.start + e.at, p.start + e.start, e.value}
}

func (w *walker) errorf(p place, format string, args ...any) *Error {
	return &Error{Field: p.path, Line: lineAt(w.text, p.at), Err: fmt.Errorf(format, args...)}
}

// fault returns the first fault in the value at a place, if the value is read into the
// type.
func (w *walker) fault(p place, of reflect.Type) *Error {
	for of.Kind() == reflect.Pointer && !readsItself(of) {
		of = of.Elem()
	}
	if e := w.faultInside(p, of); e != nil {
		return e
	}
	return w.read(p, of, p.value)
}

// read reads the text of the value at the place into the type, and returns the error.
func (w *walker) read(p place, of reflect.Type, text []byte) *Error {
	switch err := newDecoder(text, w.strict).Decode(reflect.New(of).Interface()).(type) {
	case nil:
		return nil
	case *Error: // from a type whose UnmarshalJSON uses this package
		if err.Field != "" {
			p.path = p.in(&element{key: err.Field}).path
		}
		return &Error{Field: p.path, Line: lineAt(w.text, p.start) + err.Line - 1, Err: err.Err}
	case *json.UnmarshalTypeError:
		return w.errorf(p, "found %s, want %s", found(text, err), wanted(err))
	default:
		return w.errorf(p, "%w", err)
	}
}

// faultInside returns the first fault of the members or elements of a value.
func (w *walker) faultInside(p place, of reflect.Type) *Error {
	all, object := elements(p.value)
	first := map[string]element{} // first elements, by the key or the name of the struct's field
	for _, e := range all {
		at := p.in(&e)
		name, inner, known := inside(of, e.key, object)
		if !known && w.strict {
			return w.errorf(at, "unknown field %q%s", e.key, nearest.Question(e.key, keysOf(of)))
		}
		if same, ok := first[name]; ok {
			return w.repeated(at, p.in(&same))
		}
		first[name] = e
		if err := w.faultOf(at, &e, of, inner); err != nil {
			return err
		}
	}
	return nil
}

// faultOf returns the first fault of an element at a place. The element has the inner type
// and belongs to a value of the outer type.
func (w *walker) faultOf(p place, e *element, outer, inner reflect.Type) *Error {
	err := w.fault(p, inner)
	if err == nil && outer.Kind() == reflect.Map && !readsItself(outer) { // the key may also be invalid
		key, _ := json.Marshal(e.key)
		err = w.read(p, outer, slices.Concat([]byte("{"), key, []byte(":"), e.value, []byte("}")))
	}
	return err
}

// repeated returns the error about a field at p that repeats the field at first.
func (w *walker) repeated(p, first place) *Error {
	err := w.errorf(p, "repeated field")
	if line := lineAt(w.text, first.at); line != err.Line {
		err.Err = fmt.Errorf("repeated field, first in line %d", line)
	}
	return err
}

// inside returns the type into which an element of a JSON value is read, and a unique name
// of the element. It reports whether a value of the type has the element.
func inside(of reflect.Type, key string, object bool) (name string, inner reflect.Type, known bool) {
	switch kind := of.Kind(); {
	case readsItself(of):
	case kind == reflect.Struct && object:
		if field, ok := fieldOf(of, key); ok {
			return field.key, field.Type, true
		}
		return key, reflect.TypeFor[any](), false
	case kind == reflect.Map && object, (kind == reflect.Slice || kind == reflect.Array) && !object:
		return key, of.Elem(), true
	}
	return key, reflect.TypeFor[any](), true // only the whole value can be invalid
}

// readsItself reports whether the type has a method that reads its JSON or its text.
func readsItself(t reflect.Type) bool {
	pointer := reflect.PointerTo(t)
	return pointer.Implements(reflect.TypeFor[json.Unmarshaler]()) || pointer.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// keysOf returns the keys of the fields of a struct.
func keysOf(of reflect.Type) []string {
	var keys []string
	for _, f := range fieldsOf(of) {
		keys = append(keys, f.key)
	}
	return keys
}

// keyed is a field of a struct with its key.
type keyed struct {
	reflect.StructField
	key string
}

// fieldsOf returns the fields of a struct that JSON has, and those of embedded structs. These
// may have equal names with different keys.
func fieldsOf(of reflect.Type) []keyed {
	var all, embedded []keyed
	for i := range of.NumField() {
		f := of.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		switch {
		case name == "-":
		case f.Anonymous && name == "" && inner.Kind() == reflect.Struct:
			embedded = append(embedded, fieldsOf(inner)...)
		case f.IsExported():
			all = append(all, keyed{f, cmp.Or(name, f.Name)})
		}
	}
	return append(all, embedded...)
}

// fieldOf returns the field of a struct into which the value of a key is read.
func fieldOf(of reflect.Type, key string) (found keyed, ok bool) {
	for _, f := range fieldsOf(of) {
		if f.key == key {
			return f, true
		}
		if !ok && strings.EqualFold(f.key, key) {
			found, ok = f, true
		}
	}
	return found, ok
}

// found describes the invalid value of an error.
func found(value []byte, err *json.UnmarshalTypeError) string {
	number, ofKey := strings.CutPrefix(err.Value, "number ")
	switch {
	case value[0] == '{' && ofKey:
		return fmt.Sprintf("the key %q", number)
	case value[0] == '{':
		return "an object"
	case value[0] == '[':
		return "a list"
	}
	return fmt.Sprintf("%.60s", value)
}

// wanted describes the valid values for an error about an invalid one.
func wanted(err *json.UnmarshalTypeError) string {
	of := err.Type
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	number, _ := strings.CutPrefix(err.Value, "number ")
	_, bad := strconv.ParseFloat(number, 64)
	isNumber := bad == nil || errors.Is(bad, strconv.ErrRange)
	switch kind := of.Kind(); {
	case readsItself(of), kind == reflect.String:
		return "text in quotes"
	case kind == reflect.Bool:
		return "true or false"
	case kind == reflect.Struct, kind == reflect.Map:
		return "an object"
	case kind == reflect.Slice, kind == reflect.Array:
		return "a list"
	case kind == reflect.Float32, kind == reflect.Float64:
		if isNumber {
			return fmt.Sprintf("a number that %d bits can hold", of.Bits())
		}
		return "a number"
	case !isNumber:
		return "a whole number"
	case strings.ContainsAny(number, ".eE"):
		return "a whole number without point or exponent"
	}
	return wholeNumbers(of)
}

// wholeNumbers describes the values of a type of whole numbers.
func wholeNumbers(of reflect.Type) string {
	limit := uint64(1) << (of.Bits() - 1)
	if reflect.Zero(of).CanUint() {
		return fmt.Sprintf("a whole number from 0 to %d", limit-1+limit)
	}
	return fmt.Sprintf("a whole number from -%d to %d", limit, limit-1)
}
