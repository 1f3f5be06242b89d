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

// Settings say what is written.
type Settings struct {
	Set   features.Set
	Parts []nets.Part // positions that nets for these parts are asked about
}

// Exported counts what became of the rows of a database.
type Exported struct {
	Rows       int64 `json:"rows"`
	Inputs     int   `json:"inputs"`
	Other      int64 `json:"other_classes"` // left out: of classes that are not wanted
	Over       int64 `json:"over"`          // left out: the game is over
	Unlabelled int64 `json:"unlabelled"`    // left out: without a label
}

// row is a position as a net sees it.
type row struct {
	key     board.Key
	class   engine.Class
	inputs  []float32
	targets engine.Probabilities
}

// writer writes rows to files that are in place after commit, or not at all.
type writer interface {
	write(r *row) error
	commit() error
	abort()
}

// progressRows is how many rows are read between reports.
const progressRows = 1 << 13

// Export writes the rows of a database as files that path names: a Parquet table
// (.parquet), or arrays (.npy) as [Files] lists them. Rows are those that a net is
// trained on, in their order; inputs are the values of the set, targets the labels
// that training uses, bit for bit. Progress receives how many rows more were read.
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

// Validate refuses parts that no net is trained for.
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
			return nil, fmt.Errorf("unknown part %q, want some of %v", part, nets.Parts())
		}
		all = append(all, classes...)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}
