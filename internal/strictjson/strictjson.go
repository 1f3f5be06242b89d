// Package strictjson reads JSON. It refuses unknown and repeated fields, and its errors
// name the line and the field.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
)

// Error is an error about a JSON text.
type Error struct {
	Field string // the path of the key, such as nets.0.hidden; "" for the whole text
	Line  int    // line of the key, counted from 1
	Err   error
	lines bool // the message contains the line
}

// Error implements error.
func (e *Error) Error() string {
	text := e.Err.Error()
	if e.Field != "" {
		text = e.Field + ": " + text
	}
	if e.lines {
		text = fmt.Sprintf("line %d: %s", e.Line, text)
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Unmarshal is [json.Unmarshal], but refuses repeated fields and fields that v does not
// have. Its errors are of type [Error]; their messages name the field.
func Unmarshal(text []byte, v any) error {
	if e := unmarshal(text, v, true); e != nil {
		return e
	}
	return nil
}

// UnmarshalFile is [Unmarshal] for the text of a file: error messages name the line and
// the field.
func UnmarshalFile(text []byte, v any) error { return ofFile(unmarshal(text, v, true)) }

// UnmarshalPart is [UnmarshalFile], but ignores fields that v does not have.
func UnmarshalPart(text []byte, v any) error { return ofFile(unmarshal(text, v, false)) }

// ofFile makes the message of an error name the line.
func ofFile(e *Error) error {
	if e == nil {
		return nil
	}
	e.lines = true
	return e
}

func unmarshal(text []byte, v any, strict bool) *Error {
	decoder := newDecoder(text, strict)
	err := decoder.Decode(v)
	end := int(decoder.InputOffset())
	switch {
	case err != nil && end == 0: // the decoder has not read a complete value
		return malformed(text, err)
	case err != nil || repeats(text[:end]):
		if e := fault(text[:end], reflect.TypeOf(v), strict); e != nil || err == nil {
			return e
		}
		return &Error{Line: lineAt(text, end), Err: err}
	}
	rest := bytes.TrimLeft(text[end:], blanks)
	if len(rest) > 0 {
		return &Error{Line: lineAt(text, len(text)-len(rest)), Err: errors.New("more follows after the value")}
	}
	return nil
}

// newDecoder returns a decoder of the text; a strict one refuses unknown fields.
func newDecoder(text []byte, strict bool) *json.Decoder {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if strict {
		decoder.DisallowUnknownFields()
	}
	return decoder
}

// malformed returns the error about a text that is not JSON.
func malformed(text []byte, err error) *Error {
	var syntax *json.SyntaxError
	switch {
	case err == io.EOF:
		return &Error{Line: 1, Err: errors.New("the JSON text is empty")}
	case errors.As(err, &syntax):
		return &Error{Line: lineAt(text, int(syntax.Offset)-1), Err: err}
	}
	return &Error{Line: lineAt(text, len(text)), Err: errors.New("the JSON text is incomplete")}
}

// blanks are the characters that JSON allows between its tokens.
const blanks = " \t\r\n"

// lineAt returns the line of the byte, counted from 1.
func lineAt(text []byte, offset int) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), len(text))], []byte("\n"))
}
