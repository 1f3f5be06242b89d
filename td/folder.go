package td

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"gammonlab/engine"
	"gammonlab/engine/netplan"
	"gammonlab/engine/netrun"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
	"gammonlab/internal/version"
	"gammonlab/nets"
)

// Folder is a run's folder. It holds config.json, metrics.jsonl with a line for each
// segment, log.jsonl, checkpoints/, parent.safetensors if the model keeps nets of its
// parent and, at the end, model.safetensors. They suffice to repeat or resume the run.
//
// One process locks the folder at a time, from [Create] or [Folder.Resume] until
// [Folder.Run] returns or [Folder.Close] is called.
type Folder struct {
	files *netrun.Folder
	doc   document
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

// parts returns the parts of the document, which share its memory.
func (d *document) parts() netrun.Document {
	return netrun.Document{All: d, Head: &d.Head, Settings: &d.Settings, Config: &d.Config}
}

// validate returns an error for settings that no run has.
func (d *document) validate() error {
	if err := d.Config.Validate(); err != nil {
		return err
	}
	if files, starts := len(d.StartFiles), len(d.Starts); files != starts {
		return fmt.Errorf("%d start_files, want one for each of the %d starts", files, starts)
	}
	return nil
}

// Format is the format of config.json.
const Format = "gammonlab-td-run 1"

// Create makes the folder of a new run, which begins with the trainer's nets and is
// measured with the databases. It returns an error if the folder contains a run. The
// names of the trainer's pools must be the paths of their files.
func Create(dir string, t *Trainer, endings engine.Endings) (*Folder, error) {
	if t.starts == nil {
		return nil, errNoStarts
	}
	f := &Folder{doc: document{Settings: Settings{t.cfg, endings, t.starts.Names()}}}
	var parent *nets.Model
	if len(t.kept()) > 0 {
		parent = t.plan.Parent
	}
	var err error
	if f.files, err = netrun.Create(dir, Format, f.doc.parts(), parent, t.save); err != nil {
		return nil, err
	}
	return f, nil
}

// parent returns the model whose nets the run keeps, nil if it keeps none.
func (f *Folder) parent() (*nets.Model, error) {
	m, err := f.files.Parent()
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
	f := new(Folder)
	var err error
	if f.files, err = netrun.Open(dir, Format, f.doc.parts(), f.doc.validate); err != nil {
		return nil, err
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
	if reached := f.files.Reached(); games < reached {
		return setting.Errorf("%s cannot be changed from %d to %d: %d are done", setting.Name("games"), f.doc.Games, games, reached)
	}
	f.doc.Config = cfg
	f.files.Change()
	return nil
}

// Finished reports whether the run has ended: its model is that of its settings.
func (f *Folder) Finished() bool { return f.files.Finished() }

// Resume returns the trainer at the last checkpoint. It removes the metrics of later
// games, which are repeated. If the settings have StartFiles, the caller passes their
// pools to [Trainer.SetStarts].
func (f *Folder) Resume() (*Trainer, error) {
	return netrun.Resume(f.files, "games", func() (*Trainer, int64, error) {
		t, err := f.newest()
		if err != nil {
			return nil, 0, err
		}
		return t, t.games, f.dropMetricsAfter(t)
	})
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
