package named

import (
	"errors"
	"reflect"
	"strings"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Opener finds what settings name. Settings that name the same model share it, so players
// and evaluators must be cloned for use.
type Opener struct {
	// Model loads a model of nets.
	Model func(name string) (*nets.Model, error)

	// Program starts the program that evaluates by the name evaluator:COMMAND; nil where
	// models have nets only.
	Program func(name string) (Program, error)

	// Databases opens the bear-off databases of a list of names; nil for none. Evaluators
	// use the databases that were opened last.
	Databases func(names string) (*engine.Databases, error)

	// MET opens a match equity table; nil for [cube.FindMET].
	MET func(name string) (*cube.MET, error)

	// File returns the path of a file that settings name, which need not exist if it is an
	// output; nil for the name itself. A name that ends in / is that of a folder.
	File func(name string, output bool) (path string, err error)

	// Only is the reason why players cannot be other programs, such as "with --pool only
	// nets, pubeval and random play"; "" if they can.
	Only string

	// Roller rolls out the close decisions of players with the option rollers; nil if they
	// cannot have it.
	Roller advice.Roller

	files     bool // names are digests of a farm's files
	databases *engine.Databases
	models    map[string]engine.Evaluator
}

// Program is another program that evaluates positions.
type Program interface {
	// Evaluator returns an evaluator that asks the program about positions that the databases
	// do not contain; databases may be nil. All of them share the program.
	Evaluator(databases *engine.Databases) engine.Evaluator
}

// Command returns the command in the name evaluator:COMMAND of a program that evaluates, and
// false for names of nets.
func Command(name string) (command string, ok bool) { return strings.CutPrefix(name, "evaluator:") }

// LoadError is the cause of an error about a model, a table or databases that cannot be
// opened.
type LoadError struct{ error }

// NotLoaded returns the error of opening a file as a [LoadError].
func NotLoaded(err error) error { return LoadError{err} }

// Unwrap returns the cause.
func (e LoadError) Unwrap() error { return e.error }

// Paths replaces the names of files in a setting by their paths.
func (o *Opener) Paths(key string, output bool, names []string) error {
	for i := range names {
		if o.File == nil {
			return nil
		}
		path, err := o.File(names[i], output)
		if err != nil {
			return fault(setting.Name(key), err)
		}
		names[i] = path
	}
	return nil
}

// Path replaces the name of a file in a setting by its path; "" stands for none.
func (o *Opener) Path(key string, output bool, name *string) error {
	if *name == "" {
		return nil
	}
	one := []string{*name}
	err := o.Paths(key, output, one)
	*name = one[0]
	return err
}

// Folder replaces the name of a folder that work makes or continues by its path.
func (o *Opener) Folder(key string, name *string) error {
	if o.File == nil {
		return nil
	}
	*name += "/"
	return o.Path(key, true, name)
}

// evaluator returns the evaluator of a model.
func (o *Opener) evaluator(name string) (engine.Evaluator, error) {
	if e := o.models[name]; e != nil {
		return e, nil
	}
	e, err := o.load(name)
	if err != nil {
		return nil, LoadError{err}
	}
	if o.models == nil {
		o.models = map[string]engine.Evaluator{}
	}
	o.models[name] = e
	return e, nil
}

func (o *Opener) load(name string) (engine.Evaluator, error) {
	if _, is := Command(name); is && o.Program != nil {
		p, err := o.Program(name)
		if err != nil {
			return nil, err
		}
		return p.Evaluator(o.databases), nil
	}
	if o.Model == nil {
		return nil, errors.New("no models can be loaded here")
	}
	databases := o.databases
	if o.files { // the digests of the databases follow that of the model
		model, sums, _ := strings.Cut(name, "+")
		var err error
		if databases, err = o.Databases(sums); err != nil {
			return nil, err
		}
		name = model
	}
	model, err := o.Model(name)
	if err != nil {
		return nil, err
	}
	return engine.NewStatic(model, databases), nil
}

// digestOf returns the digest of an evaluator, "" if it has none.
func digestOf(e engine.Evaluator) string {
	digest, err := engine.NewFull(e).Digest()
	if err != nil {
		return ""
	}
	return digest
}

// openPaths replaces the names of files and folders in settings by their paths, see
// [Opener].File. The tag path says which settings name files; types with a form of their own
// are left to those who know it.
func openPaths(v reflect.Value, o *Opener) (err error) {
	for i := 0; i < v.NumField() && err == nil; i++ {
		f, of := v.Type().Field(i), v.Field(i)
		key, use := string(setting.KeyOf(f)), f.Tag.Get("path")
		switch {
		case key == "" && f.Anonymous && of.Kind() == reflect.Struct:
			err = openPaths(of, o)
		case use == "run" && of.String() != "":
			err = o.Folder(key, of.Addr().Interface().(*string))
		case use != "" && of.Kind() == reflect.String:
			err = o.Path(key, use != "in", of.Addr().Interface().(*string))
		case use != "" && of.Type() == reflect.TypeFor[[]string]():
			err = o.Paths(key, use != "in", of.Interface().([]string))
		}
	}
	return err
}
