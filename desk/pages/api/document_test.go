package api_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gammonlab/desk/pages/api"
	"gammonlab/internal/must"
)

// object is a JSON object.
type object = map[string]any

// document is openapi.json.
type document struct {
	all  object
	seen map[string]bool // fields of answers, by schema and name
}

func readDocument(t testing.TB) *document {
	t.Helper()
	d := &document{object{}, map[string]bool{}}
	must.OK(t, json.Unmarshal(api.Description(), &d.all))
	return d
}

// at returns the object at a path of keys.
func (d *document) at(path ...string) object {
	at := d.all
	for _, key := range path {
		at, _ = at[key].(object)
	}
	return at
}

// resolve follows the reference of an object, if it is one.
func (d *document) resolve(o object) object {
	text, ok := o["$ref"].(string)
	if !ok {
		return o
	}
	return d.at(strings.Split(strings.TrimPrefix(text, "#/"), "/")...)
}

func (d *document) schema(name string) object { return d.at("components", "schemas", name) }

// eachContent calls do for the schemas of all bodies and answers.
func (d *document) eachContent(do func(where string, schema object)) {
	for path, methods := range d.at("paths") {
		for method, call := range methods.(object) {
			call := call.(object)
			contents := object{"response": call["responses"]}
			if body, ok := call["requestBody"].(object); ok {
				contents["body"] = object{"request": body}
			}
			for kind, responses := range contents {
				for status, response := range responses.(object) {
					content, _ := response.(object)["content"].(object)
					for media, c := range content {
						do(fmt.Sprint(method, path, kind, status, media), c.(object)["schema"].(object))
					}
				}
			}
		}
	}
}

// check reports how a value differs from a schema.
func (d *document) check(path string, v any, schema object) error {
	schema = d.resolve(schema)
	if options, ok := schema["oneOf"].([]any); ok {
		return d.checkOneOf(path, v, options)
	}
	if enum, ok := schema["enum"].([]any); ok && !slices.Contains(enum, v) {
		return fmt.Errorf("%s is %v, want one of %v", path, v, enum)
	}
	kind := fmt.Sprint(schema["type"])
	if list, ok := schema["type"].([]any); ok { // a type, and null
		if kind = fmt.Sprint(list[0]); v == nil {
			return nil
		}
	}
	switch v := v.(type) {
	case object:
		return d.checkObject(path, v, schema)
	case []any:
		for i, one := range v {
			if err := d.check(fmt.Sprintf("%s[%d]", path, i), one, schema["items"].(object)); err != nil {
				return err
			}
		}
		if kind == "array" {
			return nil
		}
	case float64:
		if least, ok := schema["minimum"].(float64); ok && v < least {
			return fmt.Errorf("%s is %v, want at least %v", path, v, least)
		}
		if most, ok := schema["maximum"].(float64); ok && v > most {
			return fmt.Errorf("%s is %v, want at most %v", path, v, most)
		}
		if kind == "number" || kind == "integer" && v == float64(int(v)) {
			return nil
		}
	case string, bool:
		if map[bool]string{true: "string", false: "boolean"}[reflect.TypeOf(v).Kind() == reflect.String] == kind {
			return nil
		}
	}
	return fmt.Errorf("%s is %v, want %s", path, v, kind)
}

func (d *document) checkOneOf(path string, v any, options []any) error {
	var faults []string
	for _, option := range options {
		err := d.check(path, v, option.(object))
		if err != nil {
			faults = append(faults, err.Error())
		}
	}
	if len(faults) != len(options)-1 {
		return fmt.Errorf("%s matches %d of %d: %s", path, len(options)-len(faults), len(options), strings.Join(faults, "; "))
	}
	return nil
}

func (d *document) checkObject(path string, v, schema object) error {
	properties, ok := schema["properties"].(object)
	if !ok {
		return nil // any object
	}
	for name, value := range v {
		p, ok := properties[name].(object)
		if !ok {
			return fmt.Errorf("%s.%s is not in the document", path, name)
		}
		if err := d.check(path+"."+name, value, p); err != nil {
			return err
		}
	}
	for _, name := range schema["required"].([]any) {
		if _, ok := v[name.(string)]; !ok {
			return fmt.Errorf("%s.%v is missing", path, name)
		}
	}
	for name := range v {
		d.seen[fieldOf(schema, name)] = true
	}
	return nil
}

// fieldOf identifies a field of a schema of the document.
func fieldOf(schema object, name string) string {
	return fmt.Sprint(reflect.ValueOf(schema).Pointer(), name)
}

// unseen calls report for the fields of a schema that no answer had.
func (d *document) unseen(path string, schema object, report func(field string)) {
	properties, _ := schema["properties"].(object)
	for name, p := range properties {
		if !d.seen[fieldOf(schema, name)] {
			report(path + "." + name)
		}
		d.unseen(path+"."+name, p.(object), report)
	}
	if items, ok := schema["items"].(object); ok {
		d.unseen(path+"[]", items, report)
	}
}
