package work

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"gammonlab/internal/setting"
)

// The forms of names: words of a command, and keys of settings. A flag has - for _.
var (
	nameForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9][a-z0-9-]*( [a-z0-9][a-z0-9-]*)*$`) })
	keyForm  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_]*$`) })
)

// The names of flags that commands have besides those of settings.
var (
	usualFlags = []string{"json", "workers", "force", "help", "h"}
	farmFlags  = []string{"pool", "key", "token", "ca", "quorum", "audit", "shard"}
)

// checkWords returns an error about the texts of the entry.
func (e *Entry) checkWords() error {
	words := strings.Fields(e.Name)
	switch {
	case e.Name == "":
		return errors.New("has no name")
	case !nameForm().MatchString(e.Name):
		return errors.New("has a name with other characters than small letters, digits, - inside words, and single blanks between them")
	case slices.Contains([]string{"help", "h"}, words[len(words)-1]):
		return errors.New("has the name of the help")
	case e.Title == "":
		return errors.New("has no title")
	case e.Usage == "":
		return errors.New("has no usage")
	case e.Unit == "":
		return errors.New("has no unit")
	case e.run == nil && e.ask == nil:
		return errors.New("has no function Run, nor Ask")
	case e.run != nil && e.ask != nil:
		return errors.New("has both functions Run and Ask, want one of them")
	case e.Lines && !e.Local:
		return errors.New("prints several results (Lines) and is not Local: servers keep one result")
	}
	return nil
}

// checkSettings returns an error about the struct of the settings.
func (e *Entry) checkSettings() error {
	of := reflect.TypeOf(e.new()).Elem()
	if of.Kind() != reflect.Struct {
		return fmt.Errorf("has settings of type %v, want a struct", of)
	}
	if err := checkFields(of); err != nil {
		return err
	}
	all := setting.OfCommand(e.new())
	taken := slices.Clone(usualFlags)
	if e.Farm != nil {
		taken = append(taken, farmFlags...)
	}
	if _, own := of.MethodByName("BaseConfig"); !own {
		if _, own = reflect.PointerTo(of).MethodByName("BaseConfig"); !own {
			taken = append(taken, "config")
		}
	}
	rest := false // an argument takes the rest of them
	for i := range all {
		f := &all[i]
		if slices.Contains(taken, f.Name.Flag()) {
			return fmt.Errorf("has the setting %s, whose flag all such commands have: give it another name", f.Name)
		}
		if slices.ContainsFunc(all[:i], func(g setting.Field) bool { return g.Name == f.Name }) {
			return fmt.Errorf("has two settings %s", f.Name)
		}
		if err := checkField(f, all); err != nil {
			return fmt.Errorf("its setting %s %w", f.Name, err)
		}
		if f.Place != "" && rest {
			return fmt.Errorf("its setting %s is an argument behind a list, which takes all arguments", f.Name)
		}
		rest = rest || f.Place != "" && f.IsTexts()
	}
	return nil
}

// checkFields returns an error about fields of a struct that cannot be settings.
func checkFields(of reflect.Type) error {
	for i := range of.NumField() {
		f := of.Field(i)
		key := setting.KeyOf(f)
		switch {
		case key == "" && f.Anonymous && f.Type.Kind() == reflect.Struct:
			if err := checkFields(f.Type); err != nil {
				return err
			}
		case key == "" || slices.Contains([]string{"-", "config"}, f.Tag.Get("input")):
		case !f.IsExported():
			return fmt.Errorf("has the field %s, which has a JSON key and is not exported", f.Name)
		case !keyForm().MatchString(string(key)):
			return fmt.Errorf("has a setting with the key %q, want small letters, digits and _", key)
		case !readable(f.Type):
			return fmt.Errorf("has the setting %s of type %v, which has no text form", key, f.Type)
		case !slices.Contains([]string{"", "command"}, f.Tag.Get("input")):
			return fmt.Errorf("its setting %s has the tag input:%q, want command", key, f.Tag.Get("input"))
		}
	}
	return nil
}

// readable reports whether a text can be a value of the type.
func readable(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()), t == reflect.TypeFor[time.Duration]():
		return true
	case t.Kind() == reflect.Slice:
		return slices.Contains([]reflect.Kind{reflect.String, reflect.Int, reflect.Float64}, t.Elem().Kind()) || readable(t.Elem()) && t.Elem().Kind() != reflect.Slice
	}
	return slices.Contains([]reflect.Kind{reflect.Bool, reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float32, reflect.Float64, reflect.String}, t.Kind())
}

// uses are the values of the tag path.
var uses = []string{"", "in", "out", "journal", "kept", "folder", "run"}

// checkField returns an error about the tags of a setting.
func checkField(f *setting.Field, all []setting.Field) error {
	needs, _, _ := strings.Cut(string(f.Needs), "=")
	use := f.Tag.Get("path")
	switch {
	case !slices.Contains(uses, use):
		return fmt.Errorf("has the tag path:%q, want one of%s", use, strings.Join(uses, " "))
	case f.Tag.Get("file") != "" && (use == "" || use == "in"):
		return errors.New("has the tag file, and no tag path of an output")
	case f.Required && f.Default != "":
		return errors.New("is required, and has a default")
	case f.Tag.Get("required") != "" && !f.Required:
		return fmt.Errorf("has the tag required:%q, want true", f.Tag.Get("required"))
	case needs != "" && !slices.ContainsFunc(all, func(g setting.Field) bool { return string(g.Name) == needs }):
		return fmt.Errorf("needs %s, which is no setting", needs)
	case strings.Contains(f.Place, "...") && !f.IsTexts():
		return fmt.Errorf("has the tag place:%q, and is no list of texts", f.Place)
	case f.Default == "":
		return nil
	}
	if err := f.Set(f.Default); err != nil {
		return fmt.Errorf("has the default %w", err)
	}
	return nil
}
