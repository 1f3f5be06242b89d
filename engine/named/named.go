// Package named has settings that name players, models, match equity tables, bear-off
// databases, files and folders. Such a setting is a text until [Open] finds what it names.
//
// In the description of a job for other machines, digests stand for the names, see
// [Describe]; in the settings that files keep, so that work resumes only with equal nets
// and databases, see [Identify].
package named

import (
	"errors"
	"fmt"
	"reflect"

	"gammonlab/farm"
	"gammonlab/internal/setting"
)

// name is a setting that names something.
type name interface {
	IsSet() bool
	open(o *Opener) error

	// describe replaces the name by digests, by which [Files] opens it, and returns the
	// files with these digests.
	describe() ([]farm.File, error)

	// identify replaces the name by a text that is equal only for equal contents.
	identify()
}

var _ = []name{new(Player), new(Players), new(Candidates), new(Model), new(MET), new(Databases)}

// ErrLater is what an [Opener] returns for what is not there yet. Its setting stays unopened.
var ErrLater = errors.New("not there yet")

// Open opens what the settings name, given a pointer to their struct. Errors name the
// setting; if a model or a file cannot be opened, the cause is a [LoadError]. Names of files
// become paths first, then databases are opened, because all evaluators use them.
func Open(settings any, o *Opener) error {
	v := reflect.ValueOf(settings).Elem()
	if err := openPaths(v, o); err != nil {
		return err
	}
	if err := distinct(playersOf(v)); err != nil {
		return setting.Errorf("%w", err)
	}
	for _, databases := range []bool{true, false} {
		err := each(v, "", func(key setting.Name, n name) error {
			if _, is := n.(*Databases); is != databases || !n.IsSet() {
				return nil
			}
			if err := n.open(o); !errors.Is(err, ErrLater) {
				return fault(key, err)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if net, ok := settings.(interface{ hasPrecision() error }); ok {
		return net.hasPrecision()
	}
	return nil
}

// playersOf returns the players that settings name.
func playersOf(v reflect.Value) (all []*Player) {
	each(v, "", func(_ setting.Name, n name) error {
		switch p := n.(type) {
		case *Player:
			if p.IsSet() {
				all = append(all, p)
			}
		case *Players:
			for i := range *p {
				all = append(all, &(*p)[i])
			}
		case *Candidates:
			for i := range *p {
				all = append(all, &(*p)[i])
			}
		}
		return nil
	})
	return all
}

// Describe returns a copy of the settings with digests for all names, and the files with
// these digests. Fields with the tag farm:"-" are zero in the copy. Describe returns an
// error for players and evaluators that other machines cannot have.
func Describe[T any](settings *T) (*T, []farm.File, error) {
	list, files := *settings, []farm.File(nil)
	v := reflect.ValueOf(&list).Elem()
	omit(v)
	err := each(v, "", func(key setting.Name, n name) error {
		if !n.IsSet() {
			return nil
		}
		of, err := n.describe()
		files = append(files, of...)
		return fault(key, err)
	})
	return &list, farm.Distinct(files), err
}

// Identify returns a copy of the settings in which every name is equal only for equal
// contents.
func Identify[T any](settings T) T {
	each(reflect.ValueOf(&settings).Elem(), "", func(_ setting.Name, n name) error {
		if n.IsSet() {
			n.identify()
		}
		return nil
	})
	return settings
}

func fault(key setting.Name, err error) error {
	if err == nil {
		return nil
	}
	return setting.Errorf("%s: %w", key, err)
}

// each calls do for the names in a struct, and in the structs and lists of structs inside
// it. Like JSON, it passes over fields without a key, and takes those of embedded structs as
// own ones. It replaces lists by copies, which do may change.
func each(v reflect.Value, path setting.Name, do func(key setting.Name, n name) error) error {
	for i := range v.NumField() {
		f, key := v.Type().Field(i), setting.KeyOf(v.Type().Field(i))
		inner := path
		switch {
		case key != "" && f.IsExported():
			inner = path + key + "."
			if n, ok := v.Field(i).Addr().Interface().(name); ok {
				if err := do(path+key, n); err != nil {
					return err
				}
				continue
			}
		case key != "" || !f.Anonymous:
			continue
		}
		if err := eachInside(v.Field(i), inner, do); err != nil {
			return err
		}
	}
	return nil
}

// eachInside calls do for the names in a field that is a struct or a list of structs.
func eachInside(v reflect.Value, path setting.Name, do func(key setting.Name, n name) error) error {
	switch {
	case v.Kind() == reflect.Struct:
		return each(v, path, do)
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct && v.Len() > 0:
		list := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(list, v)
		v.Set(list)
		for i := range v.Len() {
			if err := each(v.Index(i), path+setting.Name(fmt.Sprintf("%d.", i)), do); err != nil {
				return err
			}
		}
	}
	return nil
}

// omit sets the fields with the tag farm:"-" to zero.
func omit(v reflect.Value) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case f.Tag.Get("farm") == "-":
			v.Field(i).SetZero()
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			omit(v.Field(i))
		}
	}
}
