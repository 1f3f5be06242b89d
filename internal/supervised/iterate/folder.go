package iterate

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gammonlab/engine"
	"gammonlab/internal/digest"
	"gammonlab/internal/identity"
	"gammonlab/internal/nets/kernel"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Folder is a run's folder. It holds config.json, start.safetensors, best.safetensors,
// metrics.jsonl with a line for each generation, timings.jsonl, luck.safetensors if
// Measure.Luck names a model, and in generations/ a folder for each generation with its
// databases and pools, its training run, model.safetensors with pruning nets,
// measured.json and generation.json.
type Folder struct {
	files   *runfolder.Folder
	doc     document
	start   *nets.Model
	luck    *nets.Model // model of Measure.Luck; nil for none or the best net
	opened  bool        // the folder contained the run already
	changed bool        // doc differs from config.json
}

// Setup has the inputs of a new run.
type Setup struct {
	Start     *nets.Model
	Luck      *nets.Model       // the model that Measure.Luck names, if any
	Databases *engine.Databases // bear-off databases, nil for none
	Replace   bool              // remove an existing run in the folder, after all checks
}

// document is the content of config.json.
type document struct {
	runfolder.Head
	Config
	StartDigest string            `json:"from_digest,omitempty"`       // digest of the initial model
	Databases   []string          `json:"bearoff_databases,omitempty"` // names of the bear-off databases
	Benchmarks  map[string]string `json:"benchmarks,omitempty"`        // digests of the files in measure.values
	PoolFiles   map[string]string `json:"pool_files,omitempty"`        // digests of the files in pools.files
	LuckDigest  string            `json:"luck_digest,omitempty"`       // digest of the model of Measure.Luck
}

const (
	configFormat = "gammonlab-iterate-run 1"
	startFile    = "start.safetensors"
	bestFile     = "best.safetensors"
	luckFile     = "luck.safetensors"
)

// Create makes the folder of a new run. It checks everything that could stop the run
// later, and returns an error if the folder contains a run.
func Create(dir string, cfg Config, from Setup) (*Folder, error) {
	f, err := plan(dir, cfg, from)
	if err != nil {
		return nil, err
	}
	if from.Replace {
		if err := f.files.Clear("iterate"); err != nil {
			return nil, err
		}
	}
	if err := f.files.Begin(); err != nil {
		return nil, err
	}
	defer f.files.Unlock()
	f.files.Started("begun", f.doc.Kernel, &f.doc)
	if err := f.start.Save(f.files.Path(startFile)); err != nil {
		return nil, err
	}
	if f.luck != nil {
		if err := f.luck.Save(f.files.Path(luckFile)); err != nil {
			return nil, err
		}
	}
	if err := f.files.WriteConfig(f.doc); err != nil {
		return nil, err
	}
	return f, nil
}

// plan returns the folder of a new run without making it.
func plan(dir string, cfg Config, from Setup) (*Folder, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if cfg.Train.Nets == nil {
		cfg.Train.Nets = nets.ShapesOf(from.Start)
	}
	f := &Folder{files: runfolder.New(dir), doc: document{
		Head: runfolder.NewHead(configFormat, kernel.Class()), Config: cfg, Databases: from.Databases.Names(),
	}, start: from.Start, luck: from.Luck}
	if err := f.check(); err != nil {
		return nil, err
	}
	return f, f.note()
}

// Same returns an error that names the settings and files in which a new run would differ
// from the run in the folder. Paths of models and databases are no difference.
func (f *Folder) Same(cfg Config, from Setup) error {
	other, err := plan(f.Dir(), cfg, from)
	if err != nil {
		return err
	}
	found, want := f.doc, other.doc
	found.Head, found.Start, found.Bearoff = want.Head, want.Start, want.Bearoff
	return identity.Between(found, want).Err()
}

// Finished reports whether all generations are done.
func (f *Folder) Finished() (bool, error) {
	done, err := f.records()
	return len(done) > f.doc.Generations, err
}

// check returns an error if the settings do not fit the models.
func (f *Folder) check() error {
	v := f.start.Variant
	wants := f.doc.Measure.LuckModel() != ""
	switch {
	case wants && f.luck == nil:
		return setting.Errorf("%s is %q, but no model is given", setting.Name("measure.luck"), f.doc.Measure.Luck)
	case !wants && f.luck != nil:
		return setting.Errorf("%s is %q, but another model is given", setting.Name("measure.luck"), f.doc.Measure.Luck)
	case wants && f.luck.Variant != v:
		return setting.Errorf("%s: the model is for %v, the initial model for %v", setting.Name("measure.luck"), f.luck.Variant, v)
	}
	if err := f.doc.Generate.check("generate", v); err != nil {
		return err
	}
	if err := f.doc.Pools.check(v); err != nil {
		return err
	}
	if err := f.checkNets(); err != nil {
		return err
	}
	return f.checkPruning()
}

// note records the digests of models and files.
func (f *Folder) note() (err error) {
	if f.doc.StartDigest, err = f.start.Digest(); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if f.luck != nil {
		if f.doc.LuckDigest, err = f.luck.Digest(); err != nil {
			return fmt.Errorf("measure.luck: %w", err)
		}
	}
	if f.doc.Benchmarks, err = digests("measure.values", f.doc.Measure.Values); err != nil {
		return err
	}
	f.doc.PoolFiles, err = digests("pools.files", f.doc.Pools.paths())
	return err
}

// Open opens the folder of a run. In its config.json, only generations and
// keep_databases may have changed since it was made.
func Open(dir string) (*Folder, error) {
	f := &Folder{files: runfolder.New(dir), opened: true}
	if err := f.files.ReadConfig(configFormat, &f.doc); err != nil {
		return nil, err
	}
	if err := kernel.CheckClass(f.doc.Kernel); err != nil {
		return nil, fmt.Errorf("%s: the run was %w", dir, err)
	}
	if err := f.doc.Config.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", f.files.Path(runfolder.ConfigFile), err)
	}
	var err error
	if f.start, err = f.load(startFile, f.doc.StartDigest); err != nil {
		return nil, err
	}
	if f.doc.Measure.LuckModel() != "" {
		if f.luck, err = f.load(luckFile, f.doc.LuckDigest); err != nil {
			return nil, err
		}
	}
	if err := sameFiles("measure.values", f.doc.Measure.Values, f.doc.Benchmarks); err != nil {
		return nil, err
	}
	if err := sameFiles("pools.files", f.doc.Pools.paths(), f.doc.PoolFiles); err != nil {
		return nil, err
	}
	return f, f.check()
}

// load loads one of the models that the run began with.
func (f *Folder) load(name, want string) (*nets.Model, error) {
	path := f.files.Path(name)
	m, err := nets.Load(path)
	if err != nil {
		return nil, err
	}
	digest, err := m.Digest()
	if err != nil {
		return nil, err
	}
	if digest != want {
		return nil, fmt.Errorf("%s has changed since the run began: its digest is %s, not %s", path, digest, want)
	}
	return m, nil
}

// sameFiles returns an error if a file of the setting has changed since the run began.
func sameFiles(setting string, paths []string, want map[string]string) error {
	there, err := digests(setting, paths)
	if err != nil {
		return err
	}
	for _, path := range paths {
		if there[path] != want[path] {
			return fmt.Errorf("%s: %s has changed since the run began: its digest is %s, not %s",
				setting, path, there[path], want[path])
		}
	}
	return nil
}

// Dir returns the folder's path.
func (f *Folder) Dir() string { return f.files.Dir() }

// SetGenerations changes the number of generations of the run, from the next
// [Folder.Run] on. Completed generations stay.
func (f *Folder) SetGenerations(n int) error {
	cfg := f.doc.Config
	cfg.Generations = n
	if err := cfg.Validate(); err != nil {
		return err
	}
	done, err := f.records()
	if err != nil {
		return err
	}
	if n < len(done)-1 {
		return setting.Errorf("%s cannot be changed from %d to %d: %d are done", setting.Name("generations"), f.doc.Generations, n, len(done)-1)
	}
	f.changed = f.changed || n != f.doc.Generations
	f.doc.Config = cfg
	return nil
}

// Config returns the run's settings.
func (f *Folder) Config() Config { return f.doc.Config }

// Best returns the path of the best model so far.
func (f *Folder) Best() string { return f.files.Path(bestFile) }

// generationDir returns the path of a generation's folder.
func (f *Folder) generationDir(g int) string {
	return filepath.Join(f.files.Path("generations"), fmt.Sprintf("%04d", g))
}

// key identifies all settings that a generation's steps depend on: all except
// generations and keep_databases.
func (f *Folder) key() string {
	doc := f.doc
	doc.Toolkit, doc.Revision, doc.Kernel, doc.Start, doc.Bearoff, doc.Generations, doc.KeepDatabases = "", "", "", "", "", 0, false
	key, err := digest.JSON(doc)
	if err != nil {
		panic("iterate: config cannot be encoded: " + err.Error()) // no field of a valid one can fail
	}
	return key
}

// digests returns the SHA-256 of the bytes of each file of a setting.
func digests(setting string, paths []string) (map[string]string, error) {
	all := map[string]string{}
	for _, path := range paths {
		sum, err := digest.File(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", setting, err)
		}
		all[path] = sum
	}
	return all, nil
}

// exists reports whether there is a file.
func exists(path string) (bool, error) {
	_, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
