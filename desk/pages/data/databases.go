package data

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"gammonlab/datasets"
	"gammonlab/datasets/report"
	"gammonlab/datasets/upkeep"
	"gammonlab/desk/pages/folders"
	"gammonlab/desk/pages/problem"
	"gammonlab/engine/bearoff"
	"gammonlab/evalbench/positions"
)

// databases contains the databases and benchmarks of the folders. It is safe for
// concurrent use.
type databases struct {
	folders *folders.Folders

	mu    sync.Mutex
	infos map[string]*known // by ID
}

// known contains the cached results about a database; they are valid while its file is
// unchanged.
type known struct {
	stamp fs.FileInfo
	info  *report.Info
}

// listAnswer is all databases and benchmarks.
type listAnswer struct {
	Databases  []databaseAnswer  `json:"databases"`
	Benchmarks []benchmarkAnswer `json:"benchmarks"`
	Endings    []endingsAnswer   `json:"endings"`
	Damaged    []string          `json:"damaged"` // errors of files that cannot be read
}

// databaseAnswer is a database in the list.
type databaseAnswer struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Variant string `json:"variant"`
	Rows    int64  `json:"rows"`
	Bytes   int64  `json:"bytes"`
}

// benchmarkAnswer is a benchmark of decisions in the list.
type benchmarkAnswer struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// endingsAnswer is a bear-off database in the list.
type endingsAnswer struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"`     // one-sided, two-sided or hypergammon
	Points   int    `json:"points"`   // highest point of a checker
	Checkers int    `json:"checkers"` // maximal number of each side
	Bytes    int64  `json:"bytes"`
}

// The ID and the name of the benchmark that comes with the program.
const standardID, standardName = "standard", "Benchmark of the program"

// isDatabase, isBenchmark and isEndings test the names of files.
func isDatabase(name string) bool  { return strings.HasSuffix(name, ".parquet") }
func isBenchmark(name string) bool { return strings.HasSuffix(name, ".jsonl") }
func isEndings(name string) bool   { return strings.HasSuffix(name, ".bd") }

// list returns all databases and benchmarks.
func (d *databases) list() (*listAnswer, error) {
	files, err := d.folders.Files(func(name string) bool { return isDatabase(name) || isBenchmark(name) || isEndings(name) })
	if err != nil {
		return nil, err
	}
	a := &listAnswer{
		Databases: []databaseAnswer{}, Benchmarks: []benchmarkAnswer{{standardID, standardName}},
		Endings: []endingsAnswer{}, Damaged: []string{},
	}
	for i := range files {
		if err := a.add(&files[i]); err != nil {
			a.Damaged = append(a.Damaged, err.Error())
		}
	}
	return a, nil
}

// add adds a file to the list.
func (a *listAnswer) add(f *folders.File) error {
	switch {
	case isBenchmark(f.Name):
		if beginsAsBenchmark(f) {
			a.Benchmarks = append(a.Benchmarks, benchmarkAnswer{f.ID, f.Name})
		}
		return nil
	case isEndings(f.Name):
		h, err := headerOf(f)
		if err == nil {
			a.Endings = append(a.Endings, endingsAnswer{f.Name, h.Kind.String(), h.Points, h.Checkers, f.Info.Size()})
		}
		return err
	}
	db, err := openDatabase(f)
	if err != nil {
		return err
	}
	a.Databases = append(a.Databases, databaseAnswer{f.ID, f.Name, db.Meta().Variant.String(), db.Len(), f.Info.Size()})
	return db.Close()
}

// headerOf reads the header of a bear-off database.
func headerOf(f *folders.File) (bearoff.Header, error) {
	file, err := f.Open()
	if err != nil {
		return bearoff.Header{}, err
	}
	defer file.Close()
	return bearoff.HeaderOf(f.Name, file)
}

// openDatabase opens a database.
func openDatabase(f *folders.File) (*datasets.File, error) {
	file, err := f.Open()
	if err != nil {
		return nil, err
	}
	return datasets.OpenFile(file, f.Name)
}

// beginsAsBenchmark reports whether a file contains decisions; folders may contain other
// files with lines of JSON.
func beginsAsBenchmark(f *folders.File) bool {
	file, err := f.Open()
	if err != nil {
		return false
	}
	defer file.Close()
	first := make([]byte, 64)
	n, _ := file.ReadAt(first, 0) // reading fewer bytes is not an error
	return positions.IsFile(first[:n])
}

// find returns the file with an ID and a matching name.
func (d *databases) find(id, what string, match func(name string) bool) (*folders.File, error) {
	files, err := d.folders.Files(match)
	if err != nil {
		return nil, err
	}
	for i := range files {
		if files[i].ID == id {
			return &files[i], nil
		}
	}
	return nil, problem.NotFound(what, id)
}

// open opens the database with an ID.
func (d *databases) open(id string) (*folders.File, *datasets.File, error) {
	f, err := d.find(id, "database", isDatabase)
	if err != nil {
		return nil, nil, err
	}
	db, err := openDatabase(f)
	return f, db, err
}

// of returns the cached results about a file.
func (d *databases) of(f *folders.File) *known {
	d.mu.Lock()
	defer d.mu.Unlock()
	k := d.infos[f.ID]
	if k == nil || k.stamp.Size() != f.Info.Size() || !k.stamp.ModTime().Equal(f.Info.ModTime()) {
		k = &known{stamp: f.Info}
		d.infos[f.ID] = k
	}
	return k
}

// info returns the statistics of a database; it reads all rows once.
func (d *databases) info(ctx context.Context, f *folders.File, db *datasets.File) (*report.Info, error) {
	k := d.of(f)
	d.mu.Lock()
	info := k.info
	d.mu.Unlock()
	if info != nil {
		return info, nil
	}
	db.SkipBad()
	summary, err := upkeep.Summarize(ctx, db, nil)
	if err != nil {
		return nil, err
	}
	if info, err = report.NewInfo(db, summary); err != nil {
		return nil, err
	}
	d.mu.Lock()
	k.info = info
	d.mu.Unlock()
	return info, nil
}

// check verifies all rows of a database.
func (d *databases) check(ctx context.Context, f *folders.File, db *datasets.File) (*datasets.Verified, error) {
	found, err := datasets.Verify(ctx, db, nil)
	if err != nil {
		return nil, err
	}
	return found.Report(f.Name), nil
}

// benchmarkOf returns the benchmark with an ID.
func (d *databases) benchmarkOf(id string) (string, *positions.Set, error) {
	if id == standardID {
		return standardName, positions.Standard(), nil
	}
	f, err := d.find(id, "benchmark", isBenchmark)
	if err != nil {
		return "", nil, err
	}
	file, err := f.Open()
	if err != nil {
		return "", nil, err
	}
	defer file.Close()
	set, err := positions.Read(file, f.Name)
	if err == nil && len(set.Decisions) == 0 {
		err = errors.New("it contains no decisions")
	}
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return f.Name, set, nil
}
