// Package portable serializes evaluators and players, so another machine can
// reconstruct them with bit-identical results.
package portable

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"gammonlab/engine"
	"gammonlab/farm"
	"gammonlab/internal/digest"
	"gammonlab/nets"
)

// Evaluator describes an evaluator: a model with databases, by the SHA-256 of
// their files.
type Evaluator struct {
	Model     string   `json:"model"`
	Databases []string `json:"databases,omitempty"` // in order of priority
}

// DescribeEvaluator returns the description of the evaluator and the files that
// it names. Evaluators other than [engine.Static] cannot be described.
func DescribeEvaluator(e engine.Evaluator) (Evaluator, []farm.File, error) {
	if full, ok := e.(*engine.Full); ok {
		e = full.Unwrap()
	}
	static, ok := e.(*engine.Static)
	if !ok {
		return Evaluator{}, nil, fmt.Errorf("the evaluator %T is not a model that other machines can load", e)
	}
	data, err := static.Model().Encode()
	if err != nil {
		return Evaluator{}, nil, err
	}
	files := []farm.File{FileOf("model", data)}
	d := Evaluator{Model: files[0].SHA256}
	var databases []farm.File
	d.Databases, databases = DescribeDatabases(static.Databases())
	return d, append(files, databases...), nil
}

// DescribeDatabases returns the SHA-256 of the databases, in order of priority,
// and their files.
func DescribeDatabases(databases *engine.Databases) (sums []string, files []farm.File) {
	for _, database := range contents(databases) {
		f := FileOf("bearoff database", database)
		sums, files = append(sums, f.SHA256), append(files, f)
	}
	return sums, files
}

// OpenDatabases opens the databases with the given SHA-256; it returns nil if
// sums is empty.
func OpenDatabases(ctx context.Context, sums []string, files farm.Files) (*engine.Databases, error) {
	var databases *engine.Databases
	for _, sum := range sums {
		if databases == nil {
			databases = new(engine.Databases)
		}
		path, err := files(ctx, sum)
		if err != nil {
			return nil, err
		}
		if err := databases.Open(path); err != nil {
			return nil, err
		}
	}
	return databases, nil
}

// contents returns the bytes of the databases in order of priority.
func contents(d *engine.Databases) [][]byte {
	if d == nil {
		return nil
	}
	var all [][]byte
	for _, h := range d.Hyper {
		all = append(all, h.Bytes())
	}
	for _, t := range d.TwoSided {
		all = append(all, t.Bytes())
	}
	for _, o := range d.OneSided {
		all = append(all, o.Bytes())
	}
	return all
}

// FileOf returns the file with the content.
func FileOf(name string, data []byte) farm.File {
	return farm.File{SHA256: digest.Bytes(data), Name: name, Size: int64(len(data)), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(data)), nil
	}}
}

// Open reconstructs the evaluator.
func (d *Evaluator) Open(ctx context.Context, files farm.Files) (*engine.Full, error) {
	path, err := files(ctx, d.Model)
	if err != nil {
		return nil, err
	}
	model, err := nets.Load(path)
	if err != nil {
		return nil, err
	}
	databases, err := OpenDatabases(ctx, d.Databases, files)
	if err != nil {
		return nil, err
	}
	return engine.NewFull(engine.NewStatic(model, databases)), nil
}
