package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"gammonlab/engine/named"
	"gammonlab/farm"
	"gammonlab/internal/strictjson"
	"gammonlab/nets/kernel"
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

// shard is a [farm.Source] of shards.
func (s *source) shard(items int) (*shard, error) {
	for range s.order {
		c := s.order[s.turn]
		s.turn = (s.turn + 1) % len(s.order)
		if from, n := s.missing(c, items); n > 0 {
			s.next[c] = from + n
			return &shard{First: s.first[c] + uint64(from), Items: uint64(n)}, nil
		}
	}
	return nil, io.EOF
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

// job returns the work for a pool.
func (p *plan) job() *farm.Work[*shard] { return farm.NewWork(newMatchRunner(p), p.describe) }

// together returns the number of matches of a cell that a shard has at least: preparing
// players for each shard takes a few per cent of the time of a match at 0 plies.
func (p *plan) together(c int) int {
	pair := &p.Grid.Pairs[p.cells[c].pair]
	if max(pair.A.Plies, pair.B.Plies, p.Judge) == 0 {
		return 10
	}
	return 1
}

// checkRecord returns an error for an impossible record, or that of another match.
func (p *plan) checkRecord(number uint64, m *record) error {
	if err := p.possible(m); err != nil {
		return err
	}
	if cell, match := p.place(number); int(m.Cell) != cell || int(m.Match) != match {
		return fmt.Errorf("match %d of place %d, want match %d of place %d", m.Match, m.Cell, match, cell)
	}
	return nil
}

// kindName is the name of [Kind].
const kindName = "simulate/1"

// describe implements Describe of a [farm.Job].
func (p *plan) describe() (*farm.Description, error) {
	described, files, err := named.Describe(p.Settings)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(described)
	return &farm.Description{Kind: kindName, Class: kernel.Class(), Spec: text, Files: files}, err
}

// Kind returns the kind of farm jobs that play matches of studies.
func Kind() farm.Kind { return farm.NewKind(kindName, open) }

// open makes the doer from a description.
func open(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Worker[*shard], error) {
	s := new(Settings)
	if err := strictjson.Unmarshal(text, s); err != nil {
		return nil, err
	}
	p, err := newPlan(s)
	if err != nil {
		return nil, err
	}
	if err := named.Open(s, named.Files(ctx, files)); err != nil {
		return nil, err
	}
	return newMatchRunner(p), nil
}
