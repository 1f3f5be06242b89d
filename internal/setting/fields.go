package setting

import (
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gammonlab/internal/nearest"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/strictjson"
)

// Field is a setting that a field of a struct declares, for example
//
//	Games int `json:"games" default:"10000" help:"number <N> of games, or of matches"`
//
// The JSON key is the setting's name. A struct of settings is the only description of a
// kind of work: flags, configs, forms, schemas and errors follow from its fields. The tags:
//
//	help      meaning; <WORD> stands for the value
//	default   text of the default value; the zero value without it
//	shown     text that stands for the default in the help
//	values    the values that a text can have, separated by commas, if its type does not list them
//	main      "true": one of the few settings that matter most, which forms show first
//	form      value with which forms begin, if they lack the settings that could stand for this one
//	needs     setting without which this one has no meaning; loud=true: without this value
//	required  "true": the setting has no default and must be given
//	input     "-": users cannot give the setting; "config": only configs can; "command": only
//	          commands and recipes can, as files of this machine
//	path      what work does with the file or folder that a text names, or with the files of
//	          a list: "in" reads it, "out" writes it at the end, "journal" writes it at the end
//	          and keeps the progress in a journal beside it, "kept" adds to it, "folder" writes
//	          files into it, "run" makes or continues the run folder of a training
//	file      usual name of the main output or of a file that is kept, such as out.parquet
//	files     patterns of the names of files in a folder that is written
//	keeps     what a file keeps for later work, such as games
//	from      "file": commands read the elements of a list, one on each line, from a file if
//	          there is one with the name; # begins a comment
//	place     placeholder of the command's arguments that give the setting, such as FILE or
//	          [FILE...]; with flag:"true" a flag gives it, too. Arguments give settings in the
//	          order of the fields; a list takes the rest
//	group     group in helps
//	also      another name of the flag
//
// The fields of embedded structs are settings of the outer struct; if they lack the tags
// group and input, they have those of the embedded struct, whose tag without has the names
// of the settings that are none of the outer struct. The text of a list has an element on
// each line. If the struct has a method Defaults() map[string]string, its
// texts replace default values of the tags. They may depend on other settings, such as a
// preset. If it has a method Given(has func(Name) bool), this learns which settings are given.
type Field struct {
	Name                       Name
	Help, Default, Shown, Also string
	Needs                      Name
	Required                   bool
	Group                      string
	Place                      string            // placeholder of arguments, "" for a flag only
	Tag                        reflect.StructTag // all tags of the field

	index []int // of the field in the struct, see [reflect.Value.FieldByIndex]
	value reflect.Value
	input string
}

// Tagged is a type of settings with tags of its own, for fields without these tags.
type Tagged interface {
	// Tags returns the tags help, default and shown, which are the same for all values.
	Tags() (help, standard, shown string)
}

// Checked is a type of settings that not all of its values may be.
type Checked interface {
	// Check returns an error that begins with the name for a value other than zero, with which
	// the setting is not given, that it cannot have.
	Check(name string) error
}

// Fields returns the settings of a struct that users can give, given a pointer to it.
func Fields(of any) []Field { return givenBy(of, "") }

// OfCommand returns the settings of a struct that commands can give, given a pointer to it:
// those of [Fields], and those with the tag input:"command".
func OfCommand(of any) []Field { return givenBy(of, "command") }

// Find returns the setting with a name that commands can give, given a pointer to the struct; nil
// if there is none.
func Find(of any, name Name) *Field {
	all := OfCommand(of)
	if i := slices.IndexFunc(all, func(f Field) bool { return f.Name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

// givenBy returns the settings without the tag input, or with the value also.
func givenBy(of any, also string) []Field {
	all := slices.DeleteFunc(keyed(of), func(f Field) bool { return f.input != "" && f.input != also })
	if by, ok := of.(interface{ Defaults() map[string]string }); ok {
		defaults := by.Defaults()
		for i := range all {
			if text, ok := defaults[string(all[i].Name)]; ok {
				all[i].Default = text
			}
		}
	}
	return all
}

// declared has the fields of types of settings that were asked for, as []Field by reflect.Type:
// the program asks for those of one type many times, and tags are slow to read.
var declared sync.Map

// keyed returns the fields of a struct that have a key, given a pointer to it.
func keyed(of any) []Field {
	v := reflect.ValueOf(of).Elem()
	known, ok := declared.Load(v.Type())
	if !ok {
		known, _ = declared.LoadOrStore(v.Type(), fieldsOf(v.Type(), "", ""))
	}
	all := slices.Clone(known.([]Field))
	for i := range all {
		all[i].value = v.FieldByIndex(all[i].index)
	}
	return all
}

// fieldsOf returns the fields with a key that a type of structs declares, without values. The
// group and the input are those of fields without the tags.
func fieldsOf(t reflect.Type, group, input string) (all []Field) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, group, input := KeyOf(f), cmp.Or(f.Tag.Get("group"), group), cmp.Or(f.Tag.Get("input"), input)
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			without := strings.Fields(f.Tag.Get("without"))
			for _, inner := range fieldsOf(f.Type, group, input) {
				if !slices.Contains(without, string(inner.Name)) {
					inner.index = append([]int{i}, inner.index...)
					all = append(all, inner)
				}
			}
		case name != "":
			var help, standard, shown string
			if of, ok := reflect.Zero(f.Type).Interface().(Tagged); ok {
				help, standard, shown = of.Tags()
			}
			all = append(all, Field{
				Name: name, Help: cmp.Or(f.Tag.Get("help"), help), Default: cmp.Or(f.Tag.Get("default"), standard),
				Shown: cmp.Or(f.Tag.Get("shown"), shown), Also: f.Tag.Get("also"), Needs: Name(f.Tag.Get("needs")),
				Required: f.Tag.Get("required") == "true", Group: group, Place: f.Tag.Get("place"), Tag: f.Tag,
				index: []int{i}, input: input,
			})
		}
	}
	return all
}

// KeyOf returns the JSON key of a struct's field, "" if its tag has none.
func KeyOf(f reflect.StructField) Name {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" {
		return ""
	}
	return Name(name)
}

// Flag returns the name of the setting's flag, without dashes.
func (n Name) Flag() string { return strings.ReplaceAll(string(n), "_", "-") }

// OfFlag returns the name of the setting of a flag, the reverse of [Name.Flag].
func OfFlag(flag string) Name { return Name(strings.ReplaceAll(flag, "-", "_")) }

// Value returns the value.
func (f *Field) Value() any { return f.value.Interface() }

// IsBool reports whether the setting is on or off, without a form of its own.
func (f *Field) IsBool() bool {
	_, readsText := f.value.Addr().Interface().(encoding.TextUnmarshaler)
	return f.value.Kind() == reflect.Bool && !readsText
}

// IsFlag reports whether a flag gives the setting.
func (f *Field) IsFlag() bool { return f.Place == "" || f.Tag.Get("flag") == "true" }

// IsTexts reports whether the setting is a list of texts, without a form of its own.
func (f *Field) IsTexts() bool {
	_, is := f.value.Interface().([]string)
	return is
}

// Words returns the help without the marks of placeholders and flags, with the values that the
// setting can have.
func (f *Field) Words() string {
	return strings.NewReplacer("<", "", ">", "", "{values}", strings.Join(f.Values(), ", "), "--", "").Replace(f.Help)
}

// JSONType returns the type of the setting's values in JSON, as JSON Schema calls it: boolean,
// integer, number, string or array; "" for a type that reads its own text, which may also have
// other forms.
func (f *Field) JSONType() string {
	of := f.value.Type()
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	switch k := of.Kind(); {
	case reflect.PointerTo(of).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return ""
	case k == reflect.Bool:
		return "boolean"
	case k == reflect.String:
		return "string"
	case k == reflect.Slice:
		return "array"
	case k == reflect.Float32 || k == reflect.Float64:
		return "number"
	}
	return "integer"
}

// IsSet reports whether the setting differs from the zero value.
func (f *Field) IsSet() bool { return !f.value.IsZero() }

// Values returns the values that the setting can have; nil if neither its tag nor its type lists them.
func (f *Field) Values() []string {
	if tag := f.Tag.Get("values"); tag != "" {
		return strings.Split(tag, ",")
	}
	v := f.value
	if v.Kind() == reflect.Pointer {
		v = reflect.New(v.Type().Elem())
	}
	if of, ok := v.Interface().(interface{ Values() []string }); ok {
		return of.Values()
	}
	return nil
}

// String returns the value as a text that [Field.Set] reads, "" for none.
func (f *Field) String() string {
	v := f.value
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	if of, ok := v.Addr().Interface().(encoding.TextMarshaler); ok {
		text, _ := of.MarshalText() // a value that cannot be written is shown as none
		return string(text)
	}
	switch list := v.Interface().(type) {
	case []string:
		return strings.Join(list, "\n")
	case []int, []float64:
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ","), "[]")
	}
	return fmt.Sprint(v)
}

// Set reads the value of a text, as from a flag or the field of a form.
func (f *Field) Set(text string) error {
	v := f.value
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	return SetText(v.Addr().Interface(), text)
}

// ReadOptions sets a struct of settings, given a pointer to it, by words of the form
// name=value, as they follow the name of a player; else to the defaults.
func ReadOptions(of any, words []string) error {
	given, names := map[Name]string{}, []string{}
	for _, f := range Fields(of) {
		names = append(names, string(f.Name))
	}
	for _, word := range words {
		name, text, ok := strings.Cut(word, "=")
		if !ok || !slices.Contains(names, name) {
			return fmt.Errorf("unknown option %q, want NAME=VALUE, where NAME is one of %s%s", word, strings.Join(names, ", "), nearest.Question(name, names))
		}
		if _, twice := given[Name(name)]; twice {
			return fmt.Errorf("option %q: %s is given twice", word, name)
		}
		given[Name(name)] = text
	}
	if err := Read(of, nil, given); err != nil {
		return errors.New(err.Error()) // the names are not those of flags
	}
	return nil
}

// SetText reads a text into the value that at points to: a text, a list of texts, a number,
// a duration, a bool, or a type that reads its own text.
func SetText(at any, text string) (err error) {
	switch own := at.(type) {
	case encoding.TextUnmarshaler:
		return own.UnmarshalText([]byte(text))
	case *time.Duration:
		if *own, err = time.ParseDuration(text); err != nil || *own <= 0 {
			return fmt.Errorf("%q is not a time such as 500ms or 10s", text)
		}
		return nil
	}
	want := "a number"
	switch v := reflect.ValueOf(at).Elem(); v.Kind() {
	case reflect.Bool:
		want = "true or false"
		var is bool
		if is, err = strconv.ParseBool(text); text == "on" || text == "off" {
			is, err = text == "on", nil
		}
		v.SetBool(is)
	case reflect.Int, reflect.Int64:
		want = "a whole number"
		var n int64
		n, err = strconv.ParseInt(plaintext.Digits(text), 0, v.Type().Bits())
		v.SetInt(n)
	case reflect.Uint64:
		want = "a whole number from 0 up"
		var n uint64
		n, err = strconv.ParseUint(plaintext.Digits(text), 0, 64)
		v.SetUint(n)
	case reflect.Float32, reflect.Float64:
		var x float64
		x, err = strconv.ParseFloat(text, v.Type().Bits())
		v.SetFloat(x)
	case reflect.String:
		v.SetString(text)
	case reflect.Slice:
		return setList(v, text)
	default:
		panic(fmt.Sprintf("setting: a setting of type %v has no text form", v.Type()))
	}
	if err != nil {
		return fmt.Errorf("%q is not %s", text, want)
	}
	return nil
}

// setList reads a list of texts, on lines of their own, or of numbers, which may also be
// joined by commas.
func setList(list reflect.Value, text string) error {
	numbers := slices.Contains([]reflect.Kind{reflect.Int, reflect.Float64}, list.Type().Elem().Kind())
	words := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' || r == ',' && numbers })
	list.Set(reflect.MakeSlice(list.Type(), len(words), len(words)))
	for i, word := range words {
		if numbers {
			word = strings.TrimSpace(word)
		}
		if err := SetText(list.Index(i).Addr().Interface(), word); err != nil {
			return err
		}
	}
	return nil
}

// Read sets a struct of settings, given a pointer to it: to the values of a config, a JSON
// object or nil for none; above them to the texts of given settings, such as flags; else to
// the defaults. A default of a setting that needs another one counts only with that. Then
// it checks needs, requirements and values of [Checked] types and, if the struct has a method
// Validate, calls it. The error is an [Error], or one of [strictjson] about the config.
func Read(of any, config []byte, given map[Name]string) error {
	return read(of, config, given, OfCommand)
}

// ReadShared is [Read] without the settings that only commands can give. Servers read the
// requests of their clients by it.
func ReadShared(of any, config []byte, given map[Name]string) error {
	return read(of, config, given, Fields)
}

// read is Read for the settings that list returns.
func read(of any, config []byte, given map[Name]string, list func(of any) []Field) error {
	inConfig, err := readConfig(of, config)
	if err != nil {
		return err
	}
	has := func(f *Field) bool {
		_, ok := given[f.Name]
		return ok || slices.Contains(inConfig, f.Name)
	}
	var problems []error
	for _, f := range list(of) {
		if text, ok := given[f.Name]; ok {
			err := CheckText(f.Name, text)
			if err == nil {
				if err = f.Set(text); err != nil {
					err = Errorf("%s: %w", f.Name, err)
				}
			}
			problems = append(problems, err)
		}
	}
	if err := errors.Join(append(problems, complete(list(of), has))...); err != nil {
		return err
	}
	if v, ok := of.(interface{ Given(has func(Name) bool) }); ok {
		v.Given(func(name Name) bool { return has(&Field{Name: name}) })
	}
	if v, ok := of.(interface{ Validate() error }); ok {
		return v.Validate()
	}
	return nil
}

// CheckText returns an [Error] if the text of a setting that is given is empty or blank. The
// zero value of a setting means that it is not given, so such a text cannot be its value.
func CheckText(name Name, text string) error {
	return Check(name, strings.TrimSpace(text) != "", "is empty; leave it out or give it a value")
}

// CheckJSON is [CheckText] for the values of a JSON object. It says nothing about a text that is
// no JSON object.
func CheckJSON(text []byte) error {
	var keys map[Name]json.RawMessage
	_ = json.Unmarshal(text, &keys)
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		if err := checkValue(name, keys[name]); err != nil {
			return err
		}
	}
	return nil
}

// checkValue is [CheckText] for a JSON value, and for the elements of a list.
func checkValue(name Name, value json.RawMessage) error {
	var text string
	var list []json.RawMessage
	switch value[0] {
	case '"':
		if err := json.Unmarshal(value, &text); err != nil {
			return err
		}
		return CheckText(name, text)
	case '[':
		if err := json.Unmarshal(value, &list); err != nil {
			return err
		}
		for _, element := range list {
			if err := checkValue(name, element); err != nil {
				return err
			}
		}
	case 'n':
		return CheckText(name, "")
	}
	return nil
}

// readConfig reads a config and returns the names of its settings.
func readConfig(of any, config []byte) ([]Name, error) {
	if config == nil {
		return nil, nil
	}
	if err := CheckJSON(config); err != nil {
		return nil, err
	}
	var keys map[Name]json.RawMessage
	_ = json.Unmarshal(config, &keys) // UnmarshalFile returns the error
	if err := strictjson.UnmarshalFile(config, of); err != nil {
		return nil, err
	}
	var names []Name
	for name := range keys {
		if !slices.ContainsFunc(keyed(of), func(f Field) bool { return f.Name == name && (f.input == "" || f.input == "config") }) {
			return nil, Errorf("%s: no setting of a config", name)
		}
		names = append(names, name)
	}
	return names, nil
}

// complete sets the defaults of the other settings, and checks values and what settings need.
func complete(fields []Field, has func(*Field) bool) error {
	var problems []error
	for i := range fields {
		f := &fields[i]
		switch lack := f.lacks(fields); {
		case has(f) && lack != nil:
			problems = append(problems, lack)
		case has(f):
		case f.Required:
			problems = append(problems, Errorf("%s is required", f.Name))
		case f.Default != "" && lack == nil:
			if err := f.Set(f.Default); err != nil {
				panic(fmt.Sprintf("setting: default of %s: %v", f.Name, err)) // a mistake in a tag
			}
		}
		problems = append(problems, f.check())
	}
	return errors.Join(problems...)
}

// lacks returns an error if the setting that this one needs is off, or has another value.
func (f *Field) lacks(all []Field) error {
	name, value, equal := strings.Cut(string(f.Needs), "=")
	i := slices.IndexFunc(all, func(f Field) bool { return f.Name == Name(name) })
	switch {
	case name == "" || i >= 0 && all[i].IsSet() && (!equal || all[i].String() == value):
		return nil
	case equal:
		return Errorf("%s needs %s %s", f.Name, Name(name), value)
	}
	return Errorf("%s needs %s", f.Name, f.Needs)
}

// check returns an error if the type of the setting refuses the value.
func (f *Field) check() error {
	if of, ok := f.Value().(Checked); ok && f.IsSet() {
		return of.Check(string(f.Name))
	}
	return nil
}

// CheckFields returns an error for the first setting whose type refuses its value, or that is set
// without the one that it needs, given a pointer to their struct.
func CheckFields(of any) error {
	all := keyed(of)
	for _, f := range all {
		if err := cmp.Or(f.check(), f.lacks(all)); err != nil && f.IsSet() {
			return err
		}
	}
	return nil
}

// Lines returns the text of a list, which has an element on each line, for [Read]. It returns an
// error if an element has several lines: it would be several elements.
func Lines(name Name, elements []string) (string, error) {
	for _, text := range elements {
		if strings.ContainsAny(text, "\r\n") {
			return "", Errorf("%s: %.60q has a line end", name, text)
		}
	}
	return strings.Join(elements, "\n"), nil
}

// UnmarshalList reads a list in JSON, or the text of one.
func UnmarshalList[T any](data []byte, list *[]T, of encoding.TextUnmarshaler) error {
	var text string
	if data[0] != '"' {
		return json.Unmarshal(data, list)
	}
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	return of.UnmarshalText([]byte(text))
}
