package named

import (
	"context"
	"fmt"
	"os"
	"strings"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/farm"
	"gammonlab/nets"
)

// Files returns the opener of names that [Describe] has replaced by digests. It finds the
// files of a farm and starts no programs.
func Files(ctx context.Context, files farm.Files) *Opener {
	load := func(sum string) (*nets.Model, error) {
		path, err := files(ctx, sum)
		if err != nil {
			return nil, err
		}
		return nets.Load(path)
	}
	return &Opener{
		Model: load, files: true, Only: "workers play only nets, pubeval and random",
		Databases: func(sums string) (*engine.Databases, error) {
			return openDatabases(ctx, strings.FieldsFunc(sums, func(r rune) bool { return r == '+' }), files)
		},
		MET: func(sum string) (*cube.MET, error) { return openMET(ctx, sum, files) },
	}
}

// describeStatic returns the name under which [Files] opens an evaluator, and its files.
// Evaluators other than [engine.Static] cannot be described.
func describeStatic(e engine.Evaluator) (string, []farm.File, error) {
	full := engine.NewFull(e)
	static, ok := full.Unwrap().(*engine.Static)
	if !ok {
		return "", nil, fmt.Errorf("%v is not a model that other machines can load", full)
	}
	data, err := static.Model().Encode()
	if err != nil {
		return "", nil, err
	}
	model := farm.NewFile("model", data)
	sums, databases := describeDatabases(static.Databases())
	return strings.Join(append([]string{model.SHA256}, sums...), "+"), append([]farm.File{model}, databases...), nil
}

// describeDatabases returns the digests of databases, in order of priority, and their files.
func describeDatabases(d *engine.Databases) (sums []string, files []farm.File) {
	if d == nil {
		return nil, nil
	}
	add := func(data []byte) {
		f := farm.NewFile("bearoff database", data)
		sums, files = append(sums, f.SHA256), append(files, f)
	}
	for _, h := range d.Hyper {
		add(h.Bytes())
	}
	for _, t := range d.TwoSided {
		add(t.Bytes())
	}
	for _, o := range d.OneSided {
		add(o.Bytes())
	}
	return sums, files
}

// openDatabases opens the databases with the given digests; it returns nil for none.
func openDatabases(ctx context.Context, sums []string, files farm.Files) (*engine.Databases, error) {
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

// describeMET returns the file of a match equity table.
func describeMET(m *cube.MET) (farm.File, error) {
	data, err := m.Encode()
	return farm.NewFile("match equity table", data), err
}

// openMET opens the match equity table whose file has the given digest.
func openMET(ctx context.Context, sum string, files farm.Files) (*cube.MET, error) {
	path, err := files(ctx, sum)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return cube.DecodeMET(data)
}
