package td

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"gammonlab/engine"
	"gammonlab/engine/netplan"
	"gammonlab/internal/identity"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
	"gammonlab/internal/version"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// Folder is a run's folder. It holds config.json, metrics.jsonl with a line for each
// segment, log.jsonl, checkpoints/, parent.safetensors if the model keeps nets of its
// parent and, at the end, model.safetensors. They suffice to repeat or resume the run.
//
// One process locks the folder at a time, from [Create] or [Folder.Resume] until
// [Folder.Run] returns or [Folder.Close] is called.
type Folder struct {
	files   *runfolder.Folder
	doc     document
	changed bool // doc differs from config.json
}

// Settings are all settings of a run: those of the training, and the paths of its input
// files when it began.
type Settings struct {
	Config
	engine.Endings `input:"config"` // databases of measurements, without effect on the weights
	StartFiles     []string         `json:"start_files,omitempty" input:"config"` // paths of the pools of the config's starts
}

// document is the content of config.json.
type document struct {
	runfolder.Head
	Settings
}

const (
	// Format is the format of config.json.
	Format = "gammonlab-td-run 1"

	parentFile = "parent.safetensors"
)

// Create makes the folder of a new run, which begins with the trainer's nets and is
// measured with the databases. It returns an error if the folder contains a run. The
// names of the trainer's pools must be the paths of their files.
func Create(dir string, t *Trainer, endings engine.Endings) (*Folder, error) {
	if t.starts == nil {
		return nil, errNoStarts
	}
	f := &Folder{files: runfolder.New(dir), doc: document{
		runfolder.NewHead(Format, kernel.Class()), Settings{t.cfg, endings, t.starts.Names()},
	}}
	if err := f.files.Begin(runfolder.CheckpointDir); err != nil {
		return nil, err
	}
	f.files.Started("begun", f.doc.Kernel, &f.doc.Settings)
	if err := f.fill(t); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// fill writes the first files of a new run.
func (f *Folder) fill(t *Trainer) error {
	if len(t.kept()) > 0 {
		if err := t.plan.Parent.Save(f.files.Path(parentFile)); err != nil {
			return err
		}
	}
	if err := f.saveCheckpoint(t); err != nil {
		return err
	}
	if err := f.files.WriteConfig(f.doc); err != nil {
		return err
	}
	return nil
}

// parent returns the model whose nets the run keeps, nil if it keeps none.
func (f *Folder) parent() (*nets.Model, error) {
	m, err := nets.Load(f.files.Path(parentFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = (&netplan.Plan{Parent: m}).CheckParent(f.doc.Parent)
	}
	return m, err
}

// Open opens the folder of a run; [Folder.Resume] resumes the run.
func Open(dir string) (*Folder, error) {
	f := &Folder{files: runfolder.New(dir)}
	if err := f.files.ReadConfig(Format, &f.doc); err != nil {
		return nil, err
	}
	if err := kernel.CheckClass(f.doc.Kernel); err != nil {
		return nil, fmt.Errorf("%s: the run was %w", f.Dir(), err)
	}
	path := f.files.Path(runfolder.ConfigFile)
	if err := f.doc.Config.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if files, starts := len(f.doc.StartFiles), len(f.doc.Starts); files != starts {
		return nil, fmt.Errorf("%s: %d start_files, want one for each of the %d starts", path, files, starts)
	}
	return f, nil
}

// SetGames changes the number of games of the run, from [Folder.Resume] on. It returns
// an error if more games are done, or if a schedule depends on the number of games. The
// run ends in the same bytes as a run that had this number from the beginning.
func (f *Folder) SetGames(games int64) error {
	cfg := f.doc.Config
	if games == cfg.Games {
		return nil
	}
	if name, s := cfg.followsLength(); name != "" {
		return setting.Errorf("%s cannot be changed from %d to %d: %s %v depends on the number of games, "+
			"and the finished games were learned with other values", setting.Name("games"), cfg.Games, games, setting.Name(name), s)
	}
	cfg.Games = games
	if err := cfg.Validate(); err != nil {
		return err
	}
	if reached := f.reached(); games < reached {
		return setting.Errorf("%s cannot be changed from %d to %d: %d are done", setting.Name("games"), f.doc.Games, games, reached)
	}
	f.doc.Config, f.changed = cfg, true
	return nil
}

// Finished reports whether the run has ended: its model is that of its settings.
func (f *Folder) Finished() bool {
	m, err := nets.Load(f.Model())
	return err == nil && identity.Between(json.RawMessage(m.Provenance["config"]), f.doc.Config) == nil
}

// Resume returns the trainer at the last checkpoint. It removes the metrics of later
// games, which are repeated. If the settings have StartFiles, the caller passes their
// pools to [Trainer.SetStarts].
func (f *Folder) Resume() (*Trainer, error) {
	if err := f.files.Lock(); err != nil {
		return nil, err
	}
	t, err := f.resume()
	if err != nil {
		f.Close()
		return nil, err
	}
	f.files.Started("resumed", kernel.Class(), &f.doc.Settings, "games", t.games)
	return t, nil
}

func (f *Folder) resume() (*Trainer, error) {
	t, err := f.newest()
	if err != nil {
		return nil, err
	}
	if err := f.dropMetricsAfter(t.begun); err != nil {
		return nil, err
	}
	if f.changed {
		if err := f.files.WriteConfig(f.doc); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// Close unlocks the folder for other processes.
func (f *Folder) Close() { f.files.Unlock() }

// Endings returns the bear-off databases that measurements of the run use.
func (f *Folder) Endings() engine.Endings { return f.doc.Endings }

// Dir returns the folder's path.
func (f *Folder) Dir() string { return f.files.Dir() }

// Settings returns all settings, and the files of the pools from which games begin.
func (f *Folder) Settings() Settings { return f.doc.Settings }

// Model returns the path of the trained model.
func (f *Folder) Model() string { return f.files.Model() }

// reached returns the number of games at the newest checkpoint, 0 without one.
func (f *Folder) reached() int64 { return f.files.Reached() }

// model returns the trainer's model with its provenance.
func (t *Trainer) model() *nets.Model {
	config, err := json.Marshal(&t.cfg)
	if err != nil {
		panic("td: config cannot be encoded: " + err.Error()) // no field can fail
	}
	m := &nets.Model{Nets: t.weights.model.Nets, Variant: t.variant}
	m.Provenance = map[string]string{
		"made_by":   "gammonlab train td",
		"toolkit":   version.Toolkit,
		"config":    string(config),
		"games":     strconv.FormatInt(t.games, 10),
		"positions": strconv.FormatInt(t.stats.Positions, 10),
	}
	return m
}
