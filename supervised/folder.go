package supervised

import (
	"encoding/json"
	"fmt"
	"os"

	"gammonlab/engine"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/version"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
	"gammonlab/nets/learn"
	"gammonlab/nets/safetensors"
)

// Folder is a run's folder. It holds config.json, metrics.jsonl with a line for
// each epoch of each net, checkpoints/, parent.safetensors if the run starts
// from a model and, at the end, model.safetensors.
//
// One process has the folder at a time, from [Create] or [Folder.Resume] until
// [Folder.Run] returns or [Folder.Close] is called.
type Folder struct {
	files *runfolder.Folder
	doc   document
}

// document is the content of config.json.
type document struct {
	Format  string `json:"format,omitempty"`
	Toolkit string `json:"toolkit,omitempty"`
	Kernel  string `json:"kernel,omitempty"` // class of the kernels; not in older folders
	Config
	Files          *Files `json:"files,omitempty"`   // where they were when the run began
	Digests        *Files `json:"digests,omitempty"` // of their bytes
	engine.Endings        // that measurements know, without effect on the weights
}

const (
	configFormat = "gammonlab-supervised-run 1"
	parentFile   = "parent.safetensors"
)

// Create makes the folder of a new run, whose nets are measured with the
// databases. It refuses a folder that has a run in it.
func Create(dir string, t *Trainer, endings engine.Endings) (*Folder, error) {
	files, digests := t.data.files, t.data.digests
	f := &Folder{runfolder.New(dir), document{configFormat, version.Toolkit, kernel.Class(), t.cfg, &files, &digests, endings}}
	if err := f.files.Begin(runfolder.CheckpointDir); err != nil {
		return nil, fmt.Errorf("supervised: %w", err)
	}
	if err := f.fill(t); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// fill writes what a new run begins with.
func (f *Folder) fill(t *Trainer) error {
	if t.parent != nil {
		if err := t.parent.Save(f.files.Path(parentFile)); err != nil {
			return err
		}
	}
	if err := f.saveCheckpoint(t); err != nil {
		return err
	}
	if err := f.files.WriteConfig(f.doc); err != nil {
		return fmt.Errorf("supervised: %w", err)
	}
	return nil
}

// Close lets other processes have the folder.
func (f *Folder) Close() { f.files.Unlock() }

// Endings returns the databases that the run's nets are measured with.
func (f *Folder) Endings() engine.Endings { return f.doc.Endings }

// Open opens the folder of a run. [Folder.Resume] goes on with it.
func Open(dir string) (*Folder, error) {
	f := &Folder{files: runfolder.New(dir)}
	if err := f.files.ReadConfig(configFormat, &f.doc); err != nil {
		return nil, fmt.Errorf("supervised: %w", err)
	}
	if err := f.doc.Config.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", f.files.Path(runfolder.ConfigFile), err)
	}
	if f.doc.Files == nil || f.doc.Digests == nil {
		return nil, fmt.Errorf("supervised: %s: files or digests are missing", f.files.Path(runfolder.ConfigFile))
	}
	return f, nil
}

// Config returns the run's settings.
func (f *Folder) Config() Config { return f.doc.Config }

// Files returns where data and benchmarks were when the run began.
func (f *Folder) Files() Files { return *f.doc.Files }

// Dir returns the folder's path.
func (f *Folder) Dir() string { return f.files.Dir() }

// Model returns the path of the trained model.
func (f *Folder) Model() string { return f.files.Model() }

// Metrics reads the run's metrics. A last line that was cut off is left out.
func (f *Folder) Metrics() ([]Point, error) {
	points, err := runfolder.Metrics[Point](f.files)
	if err != nil {
		return nil, fmt.Errorf("supervised: %w", err)
	}
	return points, nil
}

// Resume returns the trainer as it was at the last checkpoint, with data that
// were loaded by the folder's config and must be those of the run. The options'
// parent is not asked for: the folder has it. Metrics of later epochs are
// dropped: they will be made again.
func (f *Folder) Resume(data *Data, o Options) (*Trainer, error) {
	if err := f.files.Lock(); err != nil {
		return nil, fmt.Errorf("supervised: %w", err)
	}
	t, err := f.resume(data, o)
	if err != nil {
		f.Close()
	}
	return t, err
}

func (f *Folder) resume(data *Data, o Options) (*Trainer, error) {
	if got, want := jsonText(data.digests), jsonText(f.doc.Digests); got != want {
		return nil, fmt.Errorf("supervised: the data are not those that the run in %s began with: their digests are %s, not %s",
			f.Dir(), got, want)
	}
	if err := kernel.CheckClass(f.doc.Kernel); err != nil {
		return nil, fmt.Errorf("supervised: %s: the run was %w", f.Dir(), err)
	}
	o.Parent = nil
	if f.doc.Parent != "" {
		var err error
		if o.Parent, err = nets.Load(f.files.Path(parentFile)); err != nil {
			return nil, fmt.Errorf("supervised: %w", err)
		}
	}
	t, err := prepare(f.doc.Config, data, o)
	if err != nil {
		return nil, err
	}
	path, err := f.files.Newest()
	if err != nil {
		return nil, fmt.Errorf("supervised: %w", err)
	}
	if err := t.readCheckpoint(path); err != nil {
		return nil, fmt.Errorf("supervised: checkpoint %s: %w", path, err)
	}
	epochs := map[nets.Part]int{}
	for _, p := range t.pupils {
		epochs[p.shape.Part] = p.Epoch
	}
	err = runfolder.KeepMetrics(f.files, func(p *Point) bool { return p.Epoch <= epochs[p.Part] })
	if err != nil {
		return nil, fmt.Errorf("supervised: %w", err)
	}
	return t, nil
}

// Metadata of a checkpoint.
const (
	keyFormat        = "format"
	keyConfig        = "config"
	keyDigests       = "digests"
	keyState         = "state" // of each pupil, in the config's order
	checkpointFormat = "gammonlab-supervised-checkpoint 1"
)

// saveCheckpoint writes the trainer's state.
func (f *Folder) saveCheckpoint(t *Trainer) error {
	var states []progress
	tensors := map[string]safetensors.Tensor{}
	for _, p := range t.pupils {
		states = append(states, p.progress)
		for name, values := range p.vectors(p.learner.State()) {
			tensors[name] = safetensors.Vector(values)
		}
	}
	file, err := safetensors.Encode(tensors, map[string]string{
		keyFormat: checkpointFormat, keyConfig: jsonText(t.cfg), keyDigests: jsonText(t.data.digests), keyState: jsonText(states),
	})
	if err != nil {
		return fmt.Errorf("supervised: %w", err)
	}
	return atomicfile.WriteFile(f.files.CheckpointPath(t.steps()), file)
}

// vectors returns all numbers that a checkpoint keeps of a pupil, by name. All
// but the moments are the pupil's own.
func (p *pupil) vectors(s learn.State) map[string][]float32 {
	name := func(what string) string { return string(p.shape.Part) + "." + what }
	all := map[string][]float32{name("weights"): p.learner.Net().Params(), name("best"): p.best.Params()}
	if p.average != nil {
		all[name("average")] = p.average.Params()
	}
	for i, m := range s.Moments {
		all[name(fmt.Sprintf("moment%d", i))] = m
	}
	return all
}

// readCheckpoint takes over the state of a checkpoint of the same run.
func (t *Trainer) readCheckpoint(path string) error {
	file, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	tensors, metadata, err := safetensors.Decode(file)
	if err != nil {
		return err
	}
	if got := metadata[keyFormat]; got != checkpointFormat {
		return fmt.Errorf("metadata %s is %q, want %q", keyFormat, got, checkpointFormat)
	}
	var made Config
	if err := json.Unmarshal([]byte(metadata[keyConfig]), &made); err != nil {
		return fmt.Errorf("metadata %s: %w", keyConfig, err)
	}
	if diff := made.Difference(&t.cfg); diff != "" {
		return fmt.Errorf("it belongs to another run: %s", diff)
	}
	if got, want := metadata[keyDigests], jsonText(t.data.digests); got != want {
		return fmt.Errorf("it belongs to a run on other data: %s there and %s here", got, want)
	}
	var states []progress
	if err := json.Unmarshal([]byte(metadata[keyState]), &states); err != nil {
		return fmt.Errorf("metadata %s: %w", keyState, err)
	}
	if len(states) != len(t.pupils) {
		return fmt.Errorf("metadata %s: %d nets, want %d", keyState, len(states), len(t.pupils))
	}
	taken := 0
	for i, p := range t.pupils {
		n, err := t.restore(p, states[i], tensors)
		if err != nil {
			return fmt.Errorf("net for %s: %w", p.shape.Part, err)
		}
		taken += n
	}
	if taken != len(tensors) {
		return fmt.Errorf("%d tensors, want %d", len(tensors), taken)
	}
	return nil
}

// restore gives a pupil the state that a checkpoint has of it, and returns the
// number of tensors that it took.
func (t *Trainer) restore(p *pupil, state progress, tensors map[string]safetensors.Tensor) (int, error) {
	if err := state.check(p.cfg.Epochs, p.steps()); err != nil {
		return 0, err
	}
	net, err := nets.New(p.shape.Spec())
	if err != nil {
		return 0, err
	}
	// The learner begins twice: once for the names and sizes of what it wants,
	// and then with the weights, which it may have copied.
	if err := p.begin(net, t.backend, t.workers); err != nil {
		return 0, err
	}
	learning := p.learner.State()
	vectors := p.vectors(learning)
	for name, values := range vectors {
		got, ok := tensors[name]
		if !ok {
			return 0, fmt.Errorf("tensor %s is missing", name)
		}
		if len(got.Data) != len(values) {
			return 0, fmt.Errorf("tensor %s has %d values, want %d", name, len(got.Data), len(values))
		}
		for i, v := range got.Data {
			if v-v != 0 {
				return 0, fmt.Errorf("tensor %s: value %d is %v", name, i, v)
			}
		}
		copy(values, got.Data)
	}
	if p.learner, err = t.backend(p.learner.Net(), *p.cfg.learning(t.workers)); err != nil {
		return 0, err
	}
	learning.Steps = state.Steps
	p.progress = state
	return len(vectors), p.learner.SetState(learning)
}

// check reports a state that no pupil can be in.
func (s *progress) check(epochs, steps int) error {
	switch {
	case s.Epoch < 0 || s.Epoch > epochs || s.Step < 0 || s.Step > steps, s.Steps != int64(s.Epoch)*int64(steps)+int64(s.Step):
		return fmt.Errorf("it cannot be at step %d of epoch %d after %d steps: there are %d epochs of %d steps",
			s.Step, s.Epoch+1, s.Steps, epochs, steps)
	case (s.Best == nil) != (s.Epoch == 0), s.Best != nil && (s.Best.Epoch < 1 || s.Best.Epoch > s.Epoch):
		return fmt.Errorf("the best of %d epochs is not one of them", s.Epoch)
	}
	return nil
}

// jsonText spells a value that can be spelled.
func jsonText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic("supervised: a value that cannot be written: " + err.Error()) // finish has refused what is not finite
	}
	return string(text)
}
