package td

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/version"
	"gammonlab/nets"
)

// Folder is a run's folder. It holds config.json, metrics.jsonl with a line for
// each segment, checkpoints/ and, at the end, model.safetensors: enough to
// repeat the run and to go on with it.
type Folder struct {
	dir string
}

// Names in a run folder.
const (
	configFile    = "config.json"
	metricsFile   = "metrics.jsonl"
	modelFile     = "model.safetensors"
	checkpointDir = "checkpoints"
	checkpointExt = ".safetensors"
)

// configDocument is the content of config.json.
type configDocument struct {
	Format  string `json:"format"`
	Toolkit string `json:"toolkit"`
	Config
}

const configFormat = "gammonlab-td-run 1"

// Create makes the folder of a new run, which begins with the trainer's net. It
// refuses a folder that has a run in it.
func Create(dir string, t *Trainer) (*Folder, error) {
	f := &Folder{dir: dir}
	if _, err := os.Stat(f.path(configFile)); err == nil {
		return nil, fmt.Errorf("td: %s holds a run already: resume it or choose another folder", dir)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("td: %w", err)
	}
	if err := os.MkdirAll(f.path(checkpointDir), 0o777); err != nil {
		return nil, fmt.Errorf("td: %w", err)
	}
	if err := f.saveCheckpoint(t); err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(configDocument{configFormat, version.Toolkit, t.cfg}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("td: %w", err)
	}
	// Last, because a folder with a config is one that can be resumed.
	return f, atomicfile.WriteFile(f.path(configFile), append(text, '\n'))
}

// Open opens the folder of a run that was interrupted and returns the trainer
// as it was at the last checkpoint. Metrics of later games are dropped: they
// will be made again.
func Open(dir string) (*Folder, *Trainer, error) {
	f := &Folder{dir: dir}
	cfg, err := f.readConfig()
	if err != nil {
		return nil, nil, err
	}
	paths, err := f.checkpoints()
	if err != nil {
		return nil, nil, err
	}
	if len(paths) == 0 {
		return nil, nil, fmt.Errorf("td: %s has no checkpoint to resume from", f.path(checkpointDir))
	}
	t, err := readCheckpoint(cfg, paths[len(paths)-1])
	if err != nil {
		return nil, nil, err
	}
	return f, t, f.dropMetricsAfter(t.games)
}

func (f *Folder) path(name string) string { return filepath.Join(f.dir, name) }

// Dir returns the folder's path.
func (f *Folder) Dir() string { return f.dir }

// Model returns the path of the trained model.
func (f *Folder) Model() string { return f.path(modelFile) }

// Reached returns after how many games the newest checkpoint was written, 0 if
// there is none.
func (f *Folder) Reached() int64 {
	paths, err := f.checkpoints()
	if err != nil || len(paths) == 0 {
		return 0
	}
	name := strings.TrimSuffix(filepath.Base(paths[len(paths)-1]), checkpointExt)
	games, err := strconv.ParseInt(name, 10, 64)
	if err != nil {
		return 0
	}
	return games
}

func (f *Folder) readConfig() (Config, error) {
	path := f.path(configFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return Config{}, fmt.Errorf("td: %s is no run folder: %w", f.dir, err)
	}
	var doc configDocument
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&doc); err != nil {
		return Config{}, fmt.Errorf("td: %s: %w", path, err)
	}
	if doc.Format != configFormat {
		return Config{}, fmt.Errorf("td: %s: format is %q, this program reads %q", path, doc.Format, configFormat)
	}
	if err := doc.Config.Validate(); err != nil {
		return Config{}, fmt.Errorf("td: %s: %w", path, err)
	}
	return doc.Config, nil
}

// checkpoints lists the checkpoint files, oldest first.
func (f *Folder) checkpoints() ([]string, error) {
	entries, err := os.ReadDir(f.path(checkpointDir)) // sorted: names are of equal width
	if err != nil {
		return nil, fmt.Errorf("td: %w", err)
	}
	var paths []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), checkpointExt) && !strings.HasPrefix(e.Name(), ".") {
			paths = append(paths, filepath.Join(f.path(checkpointDir), e.Name()))
		}
	}
	return paths, nil
}

// Keys of a checkpoint's provenance that a run is resumed from.
const (
	keyGames     = "games"
	keyPositions = "positions"
	keyLoss      = "loss_sum"
	keyResults   = "results"
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
		"config":     string(config),
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
	return m.Save(f.checkpointPath(t.games))
}

func (f *Folder) checkpointPath(games int64) string {
	return filepath.Join(f.path(checkpointDir), fmt.Sprintf("%012d%s", games, checkpointExt))
}

// dropCheckpoint removes the checkpoint after the given number of games.
func (f *Folder) dropCheckpoint(games int64) error {
	if err := os.Remove(f.checkpointPath(games)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("td: %w", err)
	}
	return nil
}

// readCheckpoint returns the trainer that a checkpoint of the run was written
// from.
func readCheckpoint(cfg Config, path string) (*Trainer, error) {
	m, err := nets.Load(path)
	if err != nil {
		return nil, fmt.Errorf("td: checkpoint: %w", err)
	}
	var made Config
	if err := json.Unmarshal([]byte(m.Provenance["config"]), &made); err != nil {
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
	t, err := Resume(cfg, net, games, stats)
	if err != nil {
		return nil, fmt.Errorf("td: checkpoint %s: %w", path, err)
	}
	return t, nil
}
