package strictjson

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// element is a member of an object or an element of an array, with its place in the text
// of the object or array.
type element struct {
	key   string // key of the member, or number of the element, counted from 0
	at    int    // end of the key, or start of the element
	start int    // start of the value
	value json.RawMessage
}

// elements returns the members of an object or the elements of an array, in their order.
// From a damaged text it returns the elements before the damage, from other values none.
func elements(text []byte) (all []element, object bool) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	start, err := decoder.Token()
	object = start == json.Delim('{')
	if err != nil || !object && start != json.Delim('[') {
		return nil, false
	}
	for i := 0; decoder.More(); i++ {
		e := element{key: strconv.Itoa(i)}
		if object {
			token, err := decoder.Token()
			if err != nil {
				break
			}
			e.key, _ = token.(string)
			e.at = int(decoder.InputOffset())
		}
		if decoder.Decode(&e.value) != nil {
			break
		}
		e.start = int(decoder.InputOffset()) - len(e.value)
		if !object {
			e.at = e.start
		}
		all = append(all, e)
	}
	return all, object
}

// Line returns the line, counted from 1, of the key with the given path in a JSON text; 0
// if the text does not contain the key. A path consists of keys of nested objects and
// numbers of elements, counted from 0, such as nets.0.hidden.
func Line(text []byte, path string) int {
	offset := find(text, strings.Split(path, "."))
	if offset < 0 {
		return 0
	}
	return lineAt(text, offset)
}

// find returns the offset of the key with the path in a text, -1 if the key is missing.
func find(text []byte, path []string) int {
	all, _ := elements(text)
	for _, e := range all {
		if !strings.EqualFold(e.key, path[0]) {
			continue
		}
		if len(path) == 1 {
			return e.at
		}
		if inner := find(e.value, path[1:]); inner >= 0 {
			return e.start + inner
		}
		return -1
	}
	return -1
}

// repeats reports whether an object in a JSON text has two keys that are equal or differ
// only in the case of letters.
func repeats(text []byte) bool {
	var open []map[string]bool // the keys of each open object, nil for an array
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{':
			open = append(open, map[string]bool{})
		case '[':
			open = append(open, nil)
		case '}', ']':
			open = open[:len(open)-1]
		case '"':
			end := stringEnd(text, i)
			if rest := bytes.TrimLeft(text[end:], blanks); len(rest) > 0 && rest[0] == ':' {
				key := folded(text[i:end])
				if open[len(open)-1][key] {
					return true
				}
				open[len(open)-1][key] = true
			}
			i = end - 1
		}
	}
	return false
}

// stringEnd returns the end of the JSON string that begins at start.
func stringEnd(text []byte, start int) int {
	for i := start + 1; ; i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}

// folded returns a form of a key, given as a JSON string. The form is the same for keys
// that differ only in the case of letters.
func folded(text []byte) string {
	key := string(text[1 : len(text)-1])
	if bytes.IndexByte(text, '\\') >= 0 && json.Unmarshal(text, &key) != nil {
		return key
	}
	return strings.ToLower(strings.ToUpper(key))
}
