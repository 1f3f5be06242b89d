package td

import (
	"encoding/json"
	"fmt"
	"strconv"

	"gammonlab/engine"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/version"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// Folder is a run's folder. It holds config.json, metrics.jsonl with a line for
// each segment, checkpoints/ and, at the end, model.safetensors: enough to
// repeat the run and to go on with it.
//
// One process has the folder at a time, from [Create] or [Open] until [Folder.Run]
// returns or [Folder.Close] is called.
type Folder struct {
	files   *runfolder.Folder
	endings engine.Endings
	starts  []string
}

// configDocument is the content of config.json.
type configDocument struct {
	Format  string `json:"format"`
	Toolkit string `json:"toolkit"`
	Kernel  string `json:"kernel,omitempty"` // class of the kernels; not in older folders
	Config
	engine.Endings          // that measurements know, without effect on the weights
	StartFiles     []string `json:"start_files,omitempty"` // where the pools of the config's starts were when the run began
}

const configFormat = "gammonlab-td-run 1"

// Create makes the folder of a new run, which begins with the trainer's net and is
// measured with the databases. It refuses a folder that has a run in it. The names
// of the trainer's pools of positions must be those of their files.
func Create(dir string, t *Trainer, endings engine.Endings) (*Folder, error) {
	if t.starts == nil {
		return nil, errNoStarts
	}
	f := &Folder{files: runfolder.New(dir), endings: endings, starts: t.starts.Names()}
	if err := f.files.Begin(runfolder.CheckpointDir); err != nil {
		return nil, fmt.Errorf("td: %w", err)
	}
	if err := f.saveCheckpoint(t); err != nil {
		f.Close()
		return nil, err
	}
	if err := f.files.WriteConfig(configDocument{configFormat, version.Toolkit, kernel.Class(), t.cfg, endings, f.starts}); err != nil {
		f.Close()
		return nil, fmt.Errorf("td: %w", err)
	}
	return f, nil
}

// Open opens the folder of a run that was interrupted and returns the trainer
// as it was at the last checkpoint. Metrics of later games are dropped: they
// will be made again. If games begin in positions of [Folder.StartFiles], the
// trainer must be given them by [Trainer.SetStarts].
func Open(dir string) (*Folder, *Trainer, error) {
	f := &Folder{files: runfolder.New(dir)}
	cfg, err := f.readConfig()
	if err != nil {
		return nil, nil, err
	}
	if err := f.files.Lock(); err != nil {
		return nil, nil, fmt.Errorf("td: %w", err)
	}
	t, err := f.newest(cfg)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, t, nil
}

// newest returns the trainer as it was at the last checkpoint and drops the
// metrics of later games.
func (f *Folder) newest(cfg Config) (*Trainer, error) {
	path, err := f.files.Newest()
	if err != nil {
		return nil, fmt.Errorf("td: %w", err)
	}
	t, err := readCheckpoint(cfg, path)
	if err != nil {
		return nil, err
	}
	return t, f.dropMetricsAfter(t.begun)
}

// Close lets other processes have the folder.
func (f *Folder) Close() { f.files.Unlock() }

// Endings returns the databases that the run is measured with.
func (f *Folder) Endings() engine.Endings { return f.endings }

// Dir returns the folder's path.
func (f *Folder) Dir() string { return f.files.Dir() }

// StartFiles returns the files of the pools of positions from which games begin,
// in the order of the config's starts, as they were named when the run began.
func (f *Folder) StartFiles() []string { return f.starts }

// Model returns the path of the trained model.
func (f *Folder) Model() string { return f.files.Model() }

// Reached returns after how many games the newest checkpoint was written, 0 if
// there is none.
func (f *Folder) Reached() int64 { return f.files.Reached() }

func (f *Folder) readConfig() (Config, error) {
	var doc configDocument
	if err := f.files.ReadConfig(configFormat, &doc); err != nil {
		return Config{}, fmt.Errorf("td: %w", err)
	}
	if err := kernel.CheckClass(doc.Kernel); err != nil {
		return Config{}, fmt.Errorf("td: %s: the run was %w", f.Dir(), err)
	}
	if err := doc.Config.Validate(); err != nil {
		return Config{}, fmt.Errorf("td: %s: %w", f.files.Path(runfolder.ConfigFile), err)
	}
	if len(doc.StartFiles) != len(doc.Starts) {
		return Config{}, fmt.Errorf("td: %s: %d start_files, want one for each of the %d starts",
			f.files.Path(runfolder.ConfigFile), len(doc.StartFiles), len(doc.Starts))
	}
	f.endings, f.starts = doc.Endings, doc.StartFiles
	return doc.Config, nil
}

// Keys of a checkpoint's provenance that a run is resumed from.
const (
	keyConfig    = "config"
	keyGames     = "games"
	keyPositions = "positions"
	keyLoss      = "loss_sum"
	keyResults   = "results"

	// Of one that was written amid a segment, or before the segment was measured:
	keySegment = "segment_games" // before the segment
	keyMark    = "segment_stats" // at that time
)

// model returns the trainer's net as a model with its provenance.
func (t *Trainer) model() *nets.Model {
	config, err := json.Marshal(&t.cfg)
	if err != nil {
		panic("td: a config that cannot be written: " + err.Error()) // no field can fail
	}
	m := nets.NewModel(t.net, t.variant)
	m.Provenance = map[string]string{
		"made_by":    "gammonlab train td",
		"toolkit":    version.Toolkit,
		keyConfig:    string(config),
		keyGames:     strconv.FormatInt(t.games, 10),
		keyPositions: strconv.FormatInt(t.stats.Positions, 10),
	}
	return m
}

// saveCheckpoint writes the trainer's state.
func (f *Folder) saveCheckpoint(t *Trainer) error {
	m := t.model()
	results, err := json.Marshal(t.stats.Results)
	if err != nil {
		return fmt.Errorf("td: %w", err)
	}
	m.Provenance[keyLoss] = strconv.FormatFloat(t.stats.Loss, 'g', -1, 64)
	m.Provenance[keyResults] = string(results)
	if t.begun < t.games {
		mark, err := json.Marshal(t.mark)
		if err != nil {
			return fmt.Errorf("td: %w", err)
		}
		m.Provenance[keySegment], m.Provenance[keyMark] = strconv.FormatInt(t.begun, 10), string(mark)
	}
	path := f.files.CheckpointPath(t.games)
	if t.older != nil && t.begun < t.games {
		if err := t.saveOlder(path); err != nil {
			return err
		}
	}
	if t.learned.Moments != nil {
		if err := t.saveOptimizer(path); err != nil {
			return err
		}
	}
	return m.Save(path)
}

// readCheckpoint returns the trainer that a checkpoint of the run was written
// from.
func readCheckpoint(cfg Config, path string) (*Trainer, error) {
	m, err := nets.Load(path)
	if err != nil {
		return nil, fmt.Errorf("td: checkpoint: %w", err)
	}
	var made Config
	if err := json.Unmarshal([]byte(m.Provenance[keyConfig]), &made); err != nil {
		return nil, fmt.Errorf("td: checkpoint %s: config: %w", path, err)
	}
	if diff := made.Difference(&cfg); diff != "" {
		return nil, fmt.Errorf("td: checkpoint %s belongs to another run: %s", path, diff)
	}
	games, err := strconv.ParseInt(m.Provenance[keyGames], 10, 64)
	if err != nil {
		return nil, fmt.Errorf("td: checkpoint %s: %s: %w", path, keyGames, err)
	}
	var stats Stats
	if stats.Positions, err = strconv.ParseInt(m.Provenance[keyPositions], 10, 64); err != nil {
		return nil, fmt.Errorf("td: checkpoint %s: %s: %w", path, keyPositions, err)
	}
	if stats.Loss, err = strconv.ParseFloat(m.Provenance[keyLoss], 64); err != nil {
		return nil, fmt.Errorf("td: checkpoint %s: %s: %w", path, keyLoss, err)
	}
	if err := json.Unmarshal([]byte(m.Provenance[keyResults]), &stats.Results); err != nil {
		return nil, fmt.Errorf("td: checkpoint %s: %s: %w", path, keyResults, err)
	}
	if m.Variant.String() != cfg.Variant {
		return nil, fmt.Errorf("td: checkpoint %s: variant is %v, the run's %v", path, m.Variant, cfg.Variant)
	}
	net, err := m.Single()
	if err != nil {
		return nil, fmt.Errorf("td: checkpoint %s: %w", path, err)
	}
	t, err := resumeAfter(cfg, net, games, stats)
	if err != nil {
		return nil, fmt.Errorf("td: checkpoint %s: %w", path, err)
	}
	if err := t.readSegment(path, m.Provenance); err != nil {
		return nil, fmt.Errorf("td: checkpoint %s: %w", path, err)
	}
	if cfg.Update == BatchUpdate && games > 0 {
		return t, t.readOptimizer(path, m.Provenance)
	}
	return t, nil
}
