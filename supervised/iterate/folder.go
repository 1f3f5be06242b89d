package iterate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/version"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
	"gammonlab/supervised"
)

// Folder is a run's folder. It holds config.json, start.safetensors,
// best.safetensors, metrics.jsonl with a line for each generation, and in
// generations/ a folder for each with its databases, its training run,
// measured.json and generation.json.
type Folder struct {
	files *runfolder.Folder
	doc   document
	start *nets.Model
}

// document is the content of config.json.
type document struct {
	Format  string `json:"format,omitempty"`
	Toolkit string `json:"toolkit,omitempty"`
	Kernel  string `json:"kernel,omitempty"` // class of the kernels; not in older folders
	Config
	StartDigest string            `json:"start_digest,omitempty"` // of the model
	Databases   []string          `json:"databases,omitempty"`    // of endings, in words
	Benchmarks  map[string]string `json:"benchmarks,omitempty"`   // digests of the files in measure.values
}

const (
	configFormat = "gammonlab-iterate-run 1"
	startFile    = "start.safetensors"
	bestFile     = "best.safetensors"
)

// Create makes the folder of a new run that starts from the model. It refuses a
// folder that has a run in it.
func Create(dir string, cfg Config, start *nets.Model, databases *engine.Databases) (*Folder, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if cfg.Train.Nets == nil {
		cfg.Train.Nets = shapesOf(start)
	}
	f := &Folder{files: runfolder.New(dir), doc: document{
		Format: configFormat, Toolkit: version.Toolkit, Kernel: kernel.Class(), Config: cfg, Databases: databases.Names(),
	}, start: start}
	if err := f.checkNets(); err != nil {
		return nil, err
	}
	var err error
	if f.doc.StartDigest, err = start.Digest(); err != nil {
		return nil, fmt.Errorf("iterate: start: %w", err)
	}
	if f.doc.Benchmarks, err = digests(cfg.Measure.Values); err != nil {
		return nil, err
	}
	if err := f.files.Begin(); err != nil {
		return nil, fmt.Errorf("iterate: %w", err)
	}
	defer f.files.Unlock()
	if err := start.Save(f.files.Path(startFile)); err != nil {
		return nil, err
	}
	if err := f.files.WriteConfig(f.doc); err != nil {
		return nil, fmt.Errorf("iterate: %w", err)
	}
	return f, nil
}

// Open opens the folder of a run. Of config.json, only the number of generations
// may have changed since it was made.
func Open(dir string) (*Folder, error) {
	f := &Folder{files: runfolder.New(dir)}
	if err := f.files.ReadConfig(configFormat, &f.doc); err != nil {
		return nil, fmt.Errorf("iterate: %w", err)
	}
	if err := kernel.CheckClass(f.doc.Kernel); err != nil {
		return nil, fmt.Errorf("iterate: %s: the run was %w", dir, err)
	}
	if err := f.doc.Config.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", f.files.Path(runfolder.ConfigFile), err)
	}
	var err error
	if f.start, err = nets.Load(f.files.Path(startFile)); err != nil {
		return nil, fmt.Errorf("iterate: %w", err)
	}
	digest, err := f.start.Digest()
	if err != nil {
		return nil, fmt.Errorf("iterate: %w", err)
	}
	if digest != f.doc.StartDigest {
		return nil, fmt.Errorf("iterate: %s is another model than the run began with: its digest is %s, not %s",
			f.files.Path(startFile), digest, f.doc.StartDigest)
	}
	there, err := digests(f.doc.Measure.Values)
	if err != nil {
		return nil, err
	}
	for _, path := range f.doc.Measure.Values {
		if there[path] != f.doc.Benchmarks[path] {
			return nil, fmt.Errorf("iterate: measure.values: %s is another file than the run began with: its digest is %s, not %s",
				path, there[path], f.doc.Benchmarks[path])
		}
	}
	return f, f.checkNets()
}

// Dir returns the folder's path.
func (f *Folder) Dir() string { return f.files.Dir() }

// Config returns the run's settings.
func (f *Folder) Config() Config { return f.doc.Config }

// Best returns the path of the best model so far.
func (f *Folder) Best() string { return f.files.Path(bestFile) }

// generationDir returns the path of a generation's folder.
func (f *Folder) generationDir(g int) string {
	return filepath.Join(f.files.Path("generations"), fmt.Sprintf("%04d", g))
}

// key stands for all that a generation's steps depend on: the settings but for
// the number of generations and what is kept.
func (f *Folder) key() string {
	doc := f.doc
	doc.Toolkit, doc.Kernel, doc.Start, doc.Bearoff, doc.Generations, doc.KeepDatabases = "", "", "", "", 0, false
	text, err := json.Marshal(doc)
	if err != nil {
		panic("iterate: a config that cannot be written: " + err.Error()) // no field of a valid one can fail
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// shapesOf returns the shapes of the nets of a model, without those for pruning.
func shapesOf(m *nets.Model) []supervised.Shape {
	var shapes []supervised.Shape
	for _, part := range trainable {
		if net := m.Nets[part]; net != nil {
			shapes = append(shapes, supervised.ShapeOf(part, net.Spec()))
		}
	}
	return shapes
}

// trainable are the parts that nets are trained for.
var trainable = []nets.Part{nets.All, nets.Race, nets.Crashed, nets.Contact}

// checkNets reports nets that cannot be had, before hours of work for them.
func (f *Folder) checkNets() error {
	generations := []int{1}
	for g := range f.doc.Hidden {
		generations = append(generations, g)
	}
	slices.Sort(generations)
	for _, g := range generations {
		shapes, err := f.doc.shapesAt(g)
		if err != nil {
			return err
		}
		if err := f.checkShapes(shapes); err != nil {
			return fmt.Errorf("iterate: generation %d: %w", g, err)
		}
	}
	return nil
}

// checkShapes reports what keeps the nets from growing out of the model to start
// from, or from being a model on their own.
func (f *Folder) checkShapes(shapes []supervised.Shape) error {
	m := &nets.Model{Nets: map[nets.Part]*nets.Net{}, Variant: f.start.Variant}
	for _, s := range shapes {
		net := f.start.Net(s.Part)
		switch {
		case f.doc.Warm && net == nil:
			return fmt.Errorf("train.nets has one for %s, which the model to start from has not; with warm it must", s.Part)
		case f.doc.Warm:
			if _, err := nets.Grow(net, s.Spec(), 0); err != nil {
				return fmt.Errorf("net for %s: %w", s.Part, err)
			}
		}
		made, err := nets.New(s.Spec())
		if err != nil {
			return fmt.Errorf("net for %s: %w", s.Part, err)
		}
		m.Nets[s.Part] = made
	}
	if f.doc.Warm {
		return nil
	}
	if err := m.Validate(); err != nil {
		return fmt.Errorf("train.nets, which nothing is added to without warm: %w", err)
	}
	return nil
}

// digests returns the SHA-256 of each file's bytes.
func digests(paths []string) (map[string]string, error) {
	all := map[string]string{}
	for _, path := range paths {
		digest, err := datasets.Digest(path)
		if err != nil {
			return nil, fmt.Errorf("iterate: measure.values: %w", err)
		}
		all[path] = digest
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
