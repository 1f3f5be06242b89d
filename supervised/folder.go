package supervised

import (
	"encoding/json"
	"errors"
	"fmt"

	"gammonlab/engine"
	"gammonlab/engine/netrun"
	"gammonlab/internal/identity"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Folder is a run's folder. It holds config.json, metrics.jsonl with a line for
// each epoch of each net, log.jsonl, checkpoints/, parent.safetensors if the run
// starts from a model and, at the end, model.safetensors.
//
// One process locks the folder at a time, from [Create] or [Folder.Resume] until
// [Folder.Run] returns or [Folder.Close] is called.
type Folder struct {
	files *netrun.Folder
	doc   document
}

// Settings are all settings and input files of a run.
type Settings struct {
	Config
	Files          *Files           `json:"files,omitempty" input:"config"`   // paths when the run began
	Digests        *Files           `json:"digests,omitempty" input:"config"` // digests of these files
	engine.Endings `input:"config"` // databases of measurements, without effect on the weights
}

// document is the content of config.json.
type document struct {
	runfolder.Head
	Settings
}

// parts returns the parts of the document, which share its memory.
func (d *document) parts() netrun.Document {
	return netrun.Document{All: d, Head: &d.Head, Settings: &d.Settings, Config: &d.Config}
}

// validate returns an error for settings that no run has.
func (d *document) validate() error {
	if err := d.Config.Validate(); err != nil {
		return err
	}
	if d.Files == nil || d.Digests == nil {
		return errors.New("files or digests are missing")
	}
	return nil
}

// Format is the format of config.json.
const Format = "gammonlab-supervised-run 1"

// Create makes the folder of a new run, whose nets are measured with the databases. It
// returns an error if the folder contains a run.
func Create(dir string, t *Trainer, endings engine.Endings) (*Folder, error) {
	files, digests := t.data.files, t.data.digests
	f := &Folder{doc: document{Settings: Settings{t.cfg, &files, &digests, endings}}}
	var err error
	if f.files, err = netrun.Create(dir, Format, f.doc.parts(), t.plan.Parent, t.save); err != nil {
		return nil, err
	}
	return f, nil
}

// Close unlocks the folder for other processes.
func (f *Folder) Close() { f.files.Unlock() }

// Endings returns the bear-off databases that measurements of the run use.
func (f *Folder) Endings() engine.Endings { return f.doc.Endings }

// Open opens the folder of a run; [Folder.Resume] resumes the run.
func Open(dir string) (*Folder, error) {
	f := new(Folder)
	var err error
	if f.files, err = netrun.Open(dir, Format, f.doc.parts(), f.doc.validate); err != nil {
		return nil, err
	}
	return f, nil
}

// SetEpochs changes the number of epochs of the run, from [Folder.Resume] on. It
// returns an error if the rate depends on the number of epochs. The run ends in the
// same weights as a run that had this number from the beginning.
func (f *Folder) SetEpochs(epochs int) error {
	cfg := f.doc.Config
	if epochs == cfg.Epochs {
		return nil
	}
	if cfg.Rate.FollowsLength() {
		return setting.Errorf("%s cannot be changed from %d to %d: %s %v depends on the number of epochs, "+
			"and the finished steps had other rates", setting.Name("epochs"), cfg.Epochs, epochs, setting.Name("rate"), cfg.Rate)
	}
	cfg.Epochs = epochs
	if err := cfg.Validate(); err != nil {
		return err
	}
	f.doc.Config = cfg
	f.files.Change()
	return nil
}

// Config returns the run's settings.
func (f *Folder) Config() Config { return f.doc.Config }

// Files returns the paths of data and benchmarks when the run began.
func (f *Folder) Files() Files { return *f.doc.Files }

// Dir returns the folder's path.
func (f *Folder) Dir() string { return f.files.Dir() }

// Model returns the path of the trained model.
func (f *Folder) Model() string { return f.files.Model() }

// Metrics reads the run's metrics. A last line that was cut off is left out.
func (f *Folder) Metrics() ([]Point, error) { return runfolder.Metrics[Point](f.files.Folder) }

// Resume returns the trainer at the last checkpoint. The data must be those of the run,
// loaded by the folder's config. It ignores the parent in the options: the folder
// contains it. It removes the metrics of later epochs, which are repeated.
func (f *Folder) Resume(data *Data, o Options) (*Trainer, error) {
	return netrun.Resume(f.files, "steps", func() (*Trainer, int64, error) {
		t, err := f.resume(data, o)
		if err != nil {
			return nil, 0, err
		}
		return t, t.steps(), nil
	})
}

// Finished reports whether the run has ended: its model is that of its settings.
func (f *Folder) Finished() bool { return f.files.Finished() }

// CheckFiles returns an error if the files differ from those with which the run began.
func (f *Folder) CheckFiles(files Files) error {
	sums, err := files.digests()
	if err != nil {
		return err
	}
	return f.checkDigests(sums)
}

func (f *Folder) checkDigests(sums Files) error {
	if diff := identity.Between(f.doc.Digests, sums); diff != nil {
		run := "the run in " + f.Dir()
		return fmt.Errorf("the data differ from those of %s, which began %w", run, &identity.Mismatch{Where: run, Differences: diff})
	}
	return nil
}

func (f *Folder) resume(data *Data, o Options) (*Trainer, error) {
	if err := f.checkDigests(data.digests); err != nil {
		return nil, err
	}
	o.Parent = nil
	if f.doc.Parent != "" {
		var err error
		if o.Parent, err = f.files.Parent(); err != nil {
			return nil, err
		}
	}
	t, err := prepare(f.doc.Config, data, o)
	if err != nil {
		return nil, err
	}
	if err := f.readCheckpoint(t); err != nil {
		return nil, err
	}
	epochs, lines := map[nets.Part]int{}, int64(0)
	for _, p := range t.nets {
		epochs[p.shape.Part] = p.Epoch
		lines += int64(p.Epoch)
	}
	err = runfolder.KeepMetrics(f.files.Folder, lines, func(p *Point) bool { return p.Epoch <= epochs[p.Part] })
	if err != nil {
		return nil, err
	}
	return t, nil
}

// jsonText returns a value as JSON; it panics if the value cannot be encoded.
func jsonText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic("supervised: value cannot be encoded: " + err.Error()) // finish has rejected values that are not finite
	}
	return string(text)
}
