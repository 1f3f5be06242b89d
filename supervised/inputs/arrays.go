package inputs

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/npy"
)

// Extensions of the files that Export writes.
const (
	extArrays  = ".npy"
	extParquet = ".parquet"
)

// Description is the JSON file beside arrays. It is written last: if it exists, the
// arrays are complete.
type Description struct {
	Features string                 `json:"features"` // the feature set with its version
	Variant  string                 `json:"variant"`
	Rows     int64                  `json:"rows"`
	Classes  []string               `json:"classes"` // classes of the rows
	Codes    map[string]int         `json:"codes"`   // codes of the classes in the array classes
	Targets  [engine.Outputs]string `json:"targets"` // columns of the array targets
	Inputs   []string               `json:"inputs"`  // columns of the array inputs
	Database string                 `json:"database_sha256"`
}

// suffixes of the file names, the description last.
const (
	endInputs      = ".inputs.npy"
	endTargets     = ".targets.npy"
	endClasses     = ".classes.npy"
	endKeys        = ".keys.npy"
	endDescription = ".json"
)

// Files returns the files that [Export] writes for a path: the path itself or, for
// FILE.npy, the arrays FILE.inputs.npy and so on and their description, FILE.json.
func Files(path string) []string {
	base, arrays := strings.CutSuffix(path, extArrays)
	if !arrays {
		return []string{path}
	}
	var files []string
	for _, end := range []string{endInputs, endTargets, endClasses, endKeys, endDescription} {
		files = append(files, base+end)
	}
	return files
}

// Check returns an error if the extension of the path is not that of a known format.
func Check(path string) error {
	if ext := filepath.Ext(path); ext != extArrays && ext != extParquet {
		return fmt.Errorf("extension %q, want %s or %s", ext, extArrays, extParquet)
	}
	return nil
}

// create creates the files for a path.
func create(path string, db *datasets.File, s Settings, classes []engine.Class) (writer, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	d, err := describe(db, s, classes)
	if err != nil {
		return nil, err
	}
	if filepath.Ext(path) == extParquet {
		return createTable(path, d)
	}
	return createArrays(path, d)
}

// describe returns the description, without the number of rows.
func describe(db *datasets.File, s Settings, classes []engine.Class) (*Description, error) {
	sum, _, err := db.Digest()
	if err != nil {
		return nil, err
	}
	d := &Description{
		Features: features.ID(s.Set), Variant: db.Meta().Variant.String(), Database: sum,
		Targets: datasets.OutputNames(), Codes: map[string]int{},
	}
	for _, c := range classes {
		d.Classes = append(d.Classes, c.String())
		d.Codes[c.String()] = int(c)
	}
	for _, in := range s.Set.Inputs() {
		d.Inputs = append(d.Inputs, in.Name)
	}
	return d, nil
}

// arrays writes NumPy files.
type arrays struct {
	inputs, targets, classes, keys *npy.Writer
	base                           string
	description                    *Description
}

// createArrays creates the files.
func createArrays(path string, d *Description) (writer, error) {
	a := &arrays{base: strings.TrimSuffix(path, extArrays), description: d}
	for _, file := range []struct {
		at      **npy.Writer
		end     string
		kind    npy.Type
		columns int
	}{
		{&a.inputs, endInputs, npy.Float32, len(d.Inputs)},
		{&a.targets, endTargets, npy.Float32, engine.Outputs},
		{&a.classes, endClasses, npy.Uint8, 0},
		{&a.keys, endKeys, npy.Uint8, len(board.Key{})},
	} {
		var err error
		if *file.at, err = npy.Create(a.base+file.end, file.kind, file.columns); err != nil {
			a.abort()
			return nil, err
		}
	}
	return a, nil
}

// all lists the arrays that were created.
func (a *arrays) all() []*npy.Writer {
	var begun []*npy.Writer
	for _, w := range []*npy.Writer{a.inputs, a.targets, a.classes, a.keys} {
		if w != nil {
			begun = append(begun, w)
		}
	}
	return begun
}

func (a *arrays) write(r *row) error {
	return errors.Join(a.inputs.Floats(r.inputs), a.targets.Floats(r.targets[:]),
		a.classes.Bytes([]byte{byte(r.class)}), a.keys.Bytes(r.key[:]))
}

// commit puts the files in place. It removes an earlier description first, so that no
// description is beside arrays of another export.
func (a *arrays) commit() error {
	path := a.base + endDescription
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	a.description.Rows = a.inputs.Rows()
	for _, w := range a.all() {
		if err := w.Commit(); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(a.description, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(path, append(text, '\n'))
}

func (a *arrays) abort() {
	for _, w := range a.all() {
		w.Abort()
	}
}
