package iterate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gammonlab/engine"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/strictjson"
	"gammonlab/nets"
)

// Point is a line of metrics.jsonl: a generation; number 0 is the initial model.
// Equities are in thousandths of a point (mEq).
type Point struct {
	Generation  int        `json:"generation"`
	Positions   int64      `json:"positions,omitempty"`    // positions collected and labelled
	Games       int64      `json:"games,omitempty"`        // games that the positions come from
	Rows        int64      `json:"rows,omitempty"`         // rows in the databases of the window, each position once
	LabelChange float64    `json:"label_change,omitempty"` // mean absolute difference of the labels' equities from those at 0 plies
	LabelError  *float64   `json:"label_error,omitempty"`  // mean standard error of the labels' equities, of those that have one
	Nets        []NetPoint `json:"nets,omitempty"`
	Match       *Score     `json:"match,omitempty"`   // score of the candidate against the best net
	Start       *Score     `json:"start,omitempty"`   // score of the candidate against the initial model, with the same dice in all generations
	Pubeval     *Score     `json:"pubeval,omitempty"` // score of the candidate against pubeval, with the same dice in all generations
	Values      []Value    `json:"values,omitempty"`
	Promoted    bool       `json:"promoted"`
	Model       string     `json:"model"` // digest of the candidate
}

// NetPoint has the results of the training of a net.
type NetPoint struct {
	Part           nets.Part `json:"part"`
	Layers         string    `json:"layers"` // units, inputs and outputs included
	Epochs         int       `json:"epochs"`
	Best           int       `json:"best_epoch"` // epoch of the lowest validation loss
	ValidationLoss float64   `json:"validation_loss"`
	Equity         float64   `json:"equity_rmse"` // on the validation positions
	ByClass
}

// ByClass has the root mean square error of the equity for each class of positions, nil
// for classes without positions.
type ByClass struct {
	Race    *float64 `json:"equity_rmse_race,omitempty"`
	Crashed *float64 `json:"equity_rmse_crashed,omitempty"`
	Contact *float64 `json:"equity_rmse_contact,omitempty"`
}

// Of returns the error of positions of the class, nil if there are none.
func (b *ByClass) Of(class engine.Class) *float64 {
	if at := b.at(class); at != nil {
		return *at
	}
	return nil
}

// at returns the field of the class, nil for classes without a field.
func (b *ByClass) at(class engine.Class) **float64 {
	switch class {
	case engine.Race:
		return &b.Race
	case engine.Crashed:
		return &b.Crashed
	case engine.Contact:
		return &b.Contact
	}
	return nil
}

// record is the content of generation.json: the point, and the inputs of the
// generation.
type record struct {
	Point
	Settings  string          `json:"settings"` // [Folder.key]
	Parent    parent          `json:"parent"`
	Seeds     map[Step]uint64 `json:"seeds"`
	Databases []database      `json:"databases"` // databases of the window, newest first
	Pools     []poolRecord    `json:"pools,omitempty"`
	Trained   string          `json:"trained_on,omitempty"`
}

// parent is the best net when the generation began.
type parent struct {
	Generation int    `json:"generation"` // 0 is the initial model
	Model      string `json:"model"`      // digest of the model
}

// database is a generation's database.
type database struct {
	Generation int    `json:"generation"`
	Rows       int64  `json:"rows"`
	SHA256     string `json:"sha256"`
}

// poolRecord is a pool that was made.
type poolRecord struct {
	Name string `json:"name"`
	database
}

const recordFile = "generation.json"

// records reads the records of the generations that are done, with number 0 first.
func (f *Folder) records() ([]*record, error) {
	var all []*record
	for g := 0; ; g++ {
		path := filepath.Join(f.generationDir(g), recordFile)
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		r := new(record)
		if err := strictjson.UnmarshalFile(text, r); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if r.Generation != g {
			return nil, fmt.Errorf("%s: generation is %d, want %d", path, r.Generation, g)
		}
		if r.Settings != f.key() {
			return nil, fmt.Errorf("%s was made with settings that differ from %s: only generations and "+
				"keep_databases may change", path, f.files.Path(runfolder.ConfigFile))
		}
		all = append(all, r)
	}
}

func writeJSON(path string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return atomicfile.WriteFile(path, append(text, '\n'))
}

// Points returns the metrics of the generations that are done.
func (f *Folder) Points() ([]Point, error) {
	all, err := f.records()
	if err != nil {
		return nil, err
	}
	var points []Point
	for _, r := range all {
		points = append(points, r.Point)
	}
	return points, nil
}

// finishGeneration writes the metrics and the best model of the generations that are
// done, and removes files that are not needed any more. It returns the best model.
func (f *Folder) finishGeneration(done []*record) (*nets.Model, parent, error) {
	best := parent{0, f.doc.StartDigest}
	path := f.files.Path(startFile)
	for _, r := range done {
		if r.Generation == 0 {
			best.Model, path = r.Model, f.model(0)
		}
		if r.Promoted {
			best = parent{r.Generation, r.Model}
			path = f.model(r.Generation)
		}
	}
	m, err := nets.Load(path)
	if err != nil {
		return nil, best, err
	}
	digest, err := m.Digest()
	if err == nil && digest != best.Model {
		err = fmt.Errorf("%s has changed since the end of generation %d: its digest is %s, not %s", path, best.Generation, digest, best.Model)
	}
	if err == nil {
		err = m.Save(f.Best())
	}
	if err == nil {
		err = f.writeMetrics(done)
	}
	if err != nil {
		return nil, best, err
	}
	return m, best, f.tidy(len(done) - 1)
}

// writeMetrics writes a line for each generation, with the time of the run up to its
// end.
func (f *Folder) writeMetrics(done []*record) error {
	timings, err := f.Timings()
	if err != nil {
		return err
	}
	var metrics bytes.Buffer
	for _, r := range done {
		line, err := runfolder.MetricsLine(r.Point, elapsed(timings, r.Generation))
		if err != nil {
			return err
		}
		metrics.Write(line)
	}
	return atomicfile.WriteFile(f.files.Path(runfolder.MetricsFile), metrics.Bytes())
}

// tidy removes the files that are not needed any more after the given number of
// generations.
func (f *Folder) tidy(done int) error {
	var files []string
	for g := 1; g <= done; g++ {
		files = append(files, filepath.Join(f.generationDir(g), windowFile))
		if !f.doc.KeepDatabases {
			files = append(files, f.unwanted(g, done)...)
		}
	}
	for _, path := range files {
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return nil
}

// unwanted lists the files of a completed generation that are not needed any more.
func (f *Folder) unwanted(g, done int) []string {
	last := done // last generation that trains on this database
	if done < f.doc.Generations {
		last = done + 1
	}
	dir := f.generationDir(g)
	files := []string{
		filepath.Join(dir, positionsFile), // its rows are among the labelled
		filepath.Join(dir, trainDir, runfolder.CheckpointDir),
	}
	if g <= last-f.doc.Window {
		files = append(files, filepath.Join(dir, labelledFile))
	}
	if f.doc.Pools != nil && g < f.doc.Pools.madeIn(last) {
		files = append(files, filepath.Join(dir, poolsDir))
	}
	return files
}
