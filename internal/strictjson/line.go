package strictjson

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// Line returns the line, counted from 1, of the key with the given path in a JSON text,
// 0 if there is none. A path has the keys of nested objects and the numbers of elements,
// counted from 0, such as nets.0.hidden.
func Line(text []byte, path string) int {
	decoder := json.NewDecoder(bytes.NewReader(text))
	offset := find(decoder, strings.Split(path, "."))
	if offset < 0 {
		return 0
	}
	return 1 + bytes.Count(text[:offset], []byte("\n"))
}

// find reads a value up to the key with the path, and returns the offset of the key's end;
// -1 if the value has no such key.
func find(decoder *json.Decoder, path []string) int64 {
	start, err := decoder.Token()
	object := start == json.Delim('{')
	if err != nil || !object && start != json.Delim('[') {
		return -1
	}
	for i := 0; decoder.More(); i++ {
		key := strconv.Itoa(i)
		if object {
			token, err := decoder.Token()
			if err != nil {
				return -1
			}
			key, _ = token.(string)
		}
		at := decoder.InputOffset()
		switch {
		case !strings.EqualFold(key, path[0]):
			if decoder.Decode(new(json.RawMessage)) != nil {
				return -1
			}
		case len(path) == 1 && object:
			return at
		case len(path) == 1:
			var value json.RawMessage
			if decoder.Decode(&value) != nil {
				return -1
			}
			return decoder.InputOffset() - int64(len(value))
		default:
			return find(decoder, path[1:])
		}
	}
	return -1
}
