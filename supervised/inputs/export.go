package inputs

import (
	"context"
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/netplan"
	"gammonlab/features"
	"gammonlab/internal/workers"
	"gammonlab/nets"
	"gammonlab/supervised"
)

// Settings are the settings of an export.
type Settings struct {
	Set   features.Set
	Parts []nets.Part // the positions of these parts are written
}

// Exported counts the rows of a database that were written and skipped.
type Exported struct {
	Rows       int64 `json:"rows" unit:"positions" meaning:"positions that were written"`
	Inputs     int   `json:"inputs" unit:"inputs" meaning:"inputs of a position"`
	Other      int64 `json:"other_classes"` // skipped: of other classes
	Over       int64 `json:"over"`          // skipped: the game is over
	Unlabelled int64 `json:"unlabelled"`    // skipped: without a label
}

// row has the inputs and targets of a position.
type row struct {
	key     board.Key
	class   engine.Class
	inputs  []float32
	targets engine.Probabilities
}

// writer writes rows to files. The files appear at commit; after abort there are none.
type writer interface {
	write(r *row) error
	commit() error
	abort()
}

// progressRows is the number of rows between progress reports.
const progressRows = 1 << 13

// Export writes the rows of a database to path: a Parquet table (.parquet), or arrays
// (.npy), see [Files]. Rows are those that a net is trained on, in their order; inputs
// are the values of the set, targets the labels that training uses, bit for bit. Progress
// receives the number of rows read since the last call.
func Export(ctx context.Context, path string, db *datasets.File, s Settings, progress func(rows int)) (Exported, error) {
	done := Exported{Inputs: s.Set.Len()}
	classes, err := s.classes()
	if err != nil {
		return done, err
	}
	w, err := create(path, db, s, classes)
	if err != nil {
		return done, err
	}
	defer w.abort()
	r := row{inputs: make([]float32, s.Set.Len())}
	n := 0
	for from, err := range datasets.Rows(db) {
		if err != nil {
			return done, err
		}
		if done.take(&from, classes) {
			r.key, r.class, r.targets = from.Position.Key(), from.Class, supervised.Target(&from)
			s.Set.Extract(r.inputs, &from.Position)
			if err := w.write(&r); err != nil {
				return done, err
			}
		}
		if n++; n%progressRows == 0 {
			progress(progressRows)
			if err := workers.Interrupted(ctx); err != nil {
				return done, err
			}
		}
	}
	progress(n % progressRows)
	if done.Rows == 0 {
		return done, fmt.Errorf("%s: no labelled rows of class %v", db.Path(), classes)
	}
	return done, w.commit()
}

// take counts a row and reports whether it is written.
func (e *Exported) take(r *datasets.Row, classes []engine.Class) bool {
	switch {
	case r.Class == engine.Over:
		e.Over++
	case r.Method == datasets.Unlabelled:
		e.Unlabelled++
	case !slices.Contains(classes, r.Class):
		e.Other++
	default:
		e.Rows++
		return true
	}
	return false
}

// Validate returns an error for parts that no net is trained for.
func (s *Settings) Validate() error {
	_, err := s.classes()
	return err
}

// classes returns the classes of the parts.
func (s *Settings) classes() ([]engine.Class, error) {
	var all []engine.Class
	for _, part := range s.Parts {
		classes := netplan.ClassesOf(part)
		if classes == nil {
			return nil, fmt.Errorf("unknown part %q, want some of %v", part, nets.TrainedParts())
		}
		all = append(all, classes...)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}
