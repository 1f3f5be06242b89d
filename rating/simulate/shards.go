package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"gammonlab/engine"
	"gammonlab/engine/portable"
	"gammonlab/farm"
	"gammonlab/internal/nets/kernel"
	"gammonlab/internal/strictjson"
)

// source divides the missing matches into shards. Cells take turns, so the speed stays
// constant, and short matches come last in each turn, so workers finish at about the
// same time.
type source struct {
	*run
	order []int // cells
	turn  int   // index in order of the next cell
	next  []int // for each cell, the first match that is not in a shard
}

func (r *run) newSource() *source {
	return &source{run: r, order: r.byLength(), next: make([]int, len(r.cells))}
}

// shard implements [farm.Source].
func (s *source) shard(items int) (farm.Shard, error) {
	for range s.order {
		c := s.order[s.turn]
		s.turn = (s.turn + 1) % len(s.order)
		if from, n := s.missing(c, items); n > 0 {
			s.next[c] = from + n
			return farm.Shard{First: s.first[c] + uint64(from), Items: uint64(n)}, nil
		}
	}
	return farm.Shard{}, io.EOF
}

// missing returns the first consecutive matches of a cell that are neither done nor in a
// shard: at most items, rounded up to a multiple of together.
func (s *source) missing(c, items int) (from, n int) {
	unit := s.together(c)
	items = (items + unit - 1) / unit * unit
	there := s.done[s.first[c]:][:s.cells[c].matches]
	from = s.next[c]
	for from < len(there) && there[from] {
		from++
	}
	for n < items && from+n < len(there) && !there[from+n] {
		n++
	}
	return from, n
}

// job returns the job for a pool.
func (p *plan) job() *farm.Job {
	return &farm.Job{Doer: newMatchRunner(p), Check: p.check, Describe: p.describe}
}

// together returns the number of matches of a cell that a shard has at least: preparing
// players for each shard takes a few per cent of the time of a match at 0 plies.
func (p *plan) together(c int) int {
	pair := &p.grid.Pairs[p.cells[c].pair]
	if max(pair.A.Plies, pair.B.Plies, p.analysis) == 0 {
		return 10
	}
	return 1
}

// check implements Check of a [farm.Job].
func (p *plan) check(s farm.Shard, result []byte) error {
	if uint64(len(result)) != s.Items*uint64(recordSize) {
		return fmt.Errorf("%d bytes for %d matches, want %d each", len(result), s.Items, recordSize)
	}
	for i := range s.Items {
		m, err := p.readRecord(result[:recordSize])
		if err != nil {
			return err
		}
		cell, match := p.place(s.First + i)
		if int(m.Cell) != cell || int(m.Match) != match {
			return fmt.Errorf("match %d of place %d, want match %d of place %d", m.Match, m.Cell, match, cell)
		}
		result = result[recordSize:]
	}
	return nil
}

// kindName is the name of [Kind].
const kindName = "simulate/1"

// spec is the [farm.Description.Spec] of a plan.
type spec struct {
	Grid     Grid                          `json:"grid"`
	Seed     uint64                        `json:"seed"`
	Analysis int                           `json:"analysis"`
	Models   map[string]portable.Evaluator `json:"models"`
}

// describe implements Describe of a [farm.Job].
func (p *plan) describe() (*farm.Description, error) {
	s := spec{Grid: *p.grid, Seed: p.seed, Analysis: p.analysis, Models: map[string]portable.Evaluator{}}
	d := &farm.Description{Kind: kindName, Class: kernel.Class()}
	for _, name := range p.names() {
		e, files, err := portable.DescribeEvaluator(p.models[name])
		if err != nil {
			return nil, err
		}
		s.Models[name] = e
		d.Files = append(d.Files, files...)
	}
	d.Files = farm.Distinct(d.Files)
	var err error
	d.Spec, err = json.Marshal(&s)
	return d, err
}

// Kind returns the kind of farm jobs that play matches of studies.
func Kind() farm.Kind { return farm.Kind{Name: kindName, Open: open} }

// open makes the doer from a description.
func open(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Doer, error) {
	var s spec
	if err := strictjson.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	p, err := newPlan(&s.Grid, s.Seed, s.Analysis)
	if err != nil {
		return nil, err
	}
	if err := p.openModels(ctx, s.Models, files); err != nil {
		return nil, err
	}
	return newMatchRunner(p), nil
}

// openModels opens the models of a description, each one once.
func (p *plan) openModels(ctx context.Context, models map[string]portable.Evaluator, files farm.Files) error {
	names := p.names()
	for _, name := range names {
		if _, ok := models[name]; !ok {
			return fmt.Errorf("no model %q among the models", name)
		}
	}
	if len(models) != len(names) {
		return fmt.Errorf("%d models, and the grid names %d", len(models), len(names))
	}
	loaded := map[string]*engine.Full{} // models by description
	for _, name := range names {
		e := models[name]
		key := fmt.Sprint(e)
		if loaded[key] == nil {
			opened, err := e.Open(ctx, files)
			if err != nil {
				return fmt.Errorf("model %q: %w", name, err)
			}
			loaded[key] = opened
		}
		p.models[name] = loaded[key]
	}
	return nil
}
