package runfolder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/strictjson"
	"gammonlab/internal/version"
)

// Head begins the config of every run. A document embeds it.
type Head struct {
	Format   string `json:"format,omitempty"`
	Toolkit  string `json:"toolkit,omitempty"`
	Revision string `json:"revision,omitempty"` // of the sources that the program was made from; not in older folders
	Kernel   string `json:"kernel,omitempty"`   // class of the kernels; not in older folders
}

// NewHead returns the head of a run that begins now.
func NewHead(format, kernel string) Head {
	return Head{Format: format, Toolkit: version.Toolkit, Revision: version.Revision(), Kernel: kernel}
}

// WriteConfig writes config.json. A new run writes it last: a folder with a config can
// be resumed.
func (f *Folder) WriteConfig(document any) error {
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(f.Path(ConfigFile), append(text, '\n'))
}

// ReadConfig reads config.json. Its field "format" must be as given, and all its fields
// must be fields of the document.
func (f *Folder) ReadConfig(format string, document any) error {
	path := f.Path(ConfigFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("%s is not a run folder: %w", f.dir, err)
	}
	if err := parseConfig(text, document, format); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// ParseSettings reads settings of a user, or a run's config.json, whose field "format" must
// be as given. A missing field leaves the document's value unchanged; an unknown field is
// an error. Errors name the field.
func ParseSettings(text []byte, format string, document any) error {
	return parseConfig(text, document, "", format)
}

func parseConfig(text []byte, document any, formats ...string) error {
	var of struct{ Format string }
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&of); err == nil && !slices.Contains(formats, of.Format) {
		return fmt.Errorf("format is %q, this program reads %q", of.Format, formats[len(formats)-1])
	}
	return decode(text, document)
}

// decode reads a document. Further text after it and unknown fields are errors. An error
// names the field.
func decode(text []byte, document any) error {
	err := strictjson.Unmarshal(text, document)
	if err == nil {
		return nil
	}
	unwrapped := func(value []byte) []byte { return value }
	if path, cause := faultyField(reflect.TypeOf(document).Elem(), text, unwrapped); path != "" {
		return fmt.Errorf("%s: %w", path, plain(cause))
	}
	return plain(err)
}

// faultyField returns the path of the first field, by name, that is invalid in a document
// of the type, with the error; "" if no single field is invalid. wrap makes a document from
// the text of an object inside it.
func faultyField(document reflect.Type, text []byte, wrap func([]byte) []byte) (string, error) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil {
		return "", nil
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		key, _ := json.Marshal(name)
		inner := func(value []byte) []byte {
			return wrap(slices.Concat([]byte("{"), key, []byte(":"), value, []byte("}")))
		}
		err := strictjson.Unmarshal(inner(fields[name]), reflect.New(document).Interface())
		if err == nil {
			continue
		}
		if strictjson.Unmarshal(inner([]byte("{}")), reflect.New(document).Interface()) == nil { // it may be an object
			if path, cause := faultyField(document, fields[name], inner); path != "" {
				return name + "." + path, cause
			}
		}
		return name, err
	}
	return "", nil
}

// plain returns a description of a JSON error without names of Go types.
func plain(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("found a JSON %s, want %v", wrong.Value, wrong.Type)
	}
	if text, ok := strings.CutPrefix(err.Error(), "json: "); ok {
		return errors.New(text)
	}
	return err
}
