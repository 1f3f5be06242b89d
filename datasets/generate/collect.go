package generate

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"gammonlab/datasets"
	"gammonlab/datasets/unfinished"
	"gammonlab/engine"
	"gammonlab/internal/journal"
	"gammonlab/internal/seed"
)

// collector receives the positions found in items, in the order of the items, and decides
// which positions are kept.
type collector struct {
	settings *Settings
	weighted bool // rows have weights
	journal  *unfinished.Database
	keys     datasets.KeySet
	counts   done
	full     [fullClasses]atomic.Bool // classes that need no more positions; never reset

	eligible []int // indexes of an item's positions that may be kept
	taken    []int
	rows     []datasets.Row
}

// idleGames is the number of games without a new position, in a class that needs more,
// after which the work fails.
const idleGames = 10_000

var classesOfGames = engine.ClassesOfGames()

const fullClasses = int(engine.Contact) + 1

// newCollector opens the journal and reads the positions in it.
func newCollector(s *Settings, weighted bool, identity map[string]string) (*collector, error) {
	c := &collector{settings: s, weighted: weighted}
	c.counts.Classes, c.counts.Recent = map[string]int64{}, map[string]int64{}
	var err error
	c.journal, err = unfinished.Open(s.Out, s.Variant, identity, func(r *datasets.Row) error {
		if !c.keys.Add(r.Position.Key()) {
			return fmt.Errorf("position %s occurs twice", r.Position.ID())
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.journal.Cubes = s.Cubeful
	if _, note := c.journal.Done(); len(note) > 0 {
		if err = json.Unmarshal(note, &c.counts); err == nil && c.counts.Positions != int64(c.keys.Len()) {
			err = fmt.Errorf("%d positions counted, %d found", c.counts.Positions, c.keys.Len())
		}
		if err != nil {
			c.journal.Close()
			return nil, fmt.Errorf("%s: damaged: %w", s.Out+journal.Suffix, err)
		}
	}
	c.setFull()
	return c, nil
}

// wants reports whether the database needs more positions of the class. Any goroutine may
// call it; once false, it stays false.
func (c *collector) wants(class engine.Class) bool { return !c.full[class].Load() }

func (c *collector) setFull() {
	for _, class := range engine.Classes() {
		quota := c.settings.Quotas[class]
		if !c.settings.wants(class) || quota > 0 && c.counts.of(class) >= quota {
			c.full[class].Store(true)
		}
	}
}

// done reports whether the database has enough positions.
func (c *collector) done() bool {
	if c.settings.Positions > 0 && c.counts.Positions >= c.settings.Positions {
		return true
	}
	return !slices.ContainsFunc(classesOfGames, c.wants)
}

// take keeps the needed positions of an item. labeller is the digest of the model that
// labelled them.
func (c *collector) take(it *item, labeller string) error {
	c.countItem(it)
	c.choose(it)
	random := c.order(it)
	c.taken = c.taken[:0]
	for _, i := range c.eligible {
		if c.done() || random && len(c.taken) == c.settings.PerGame {
			break
		}
		f := &it.candidates[i]
		switch {
		case !c.wants(f.class):
		case !c.keys.Add(f.pos.Key()):
			c.counts.Duplicates++
		default:
			c.keep(f, i)
		}
	}
	return c.write(it, labeller)
}

// countItem adds the item to the counts.
func (c *collector) countItem(it *item) {
	switch it.kind {
	case selfPlay:
		c.counts.Games++
		return
	case matchGame:
		c.counts.Matches++
	default:
		c.counts.Read += int64(len(it.spots))
	}
	c.counts.Items++
	for i := range it.spots {
		if it.spots[i].pos.Result() != 0 {
			c.counts.Finished++
		}
	}
}

// choose sets c.eligible to the positions of an item that may be kept.
func (c *collector) choose(it *item) {
	c.eligible = c.eligible[:0]
	for i := range it.candidates {
		f := &it.candidates[i]
		if !c.wants(f.from) {
			continue // workers may, but need not, leave out such positions
		}
		if c.settings.Informative != nil {
			c.countCompared(f)
		}
		if f.informative && c.wants(f.class) {
			c.eligible = append(c.eligible, i)
		}
	}
}

func (c *collector) countCompared(f *candidate) {
	if f.choice {
		return
	}
	c.counts.Judged++
	for _, n := range []struct {
		is    bool
		count *int64
	}{{f.informative, &c.counts.Informative}, {f.compared, &c.counts.Decisions}, {f.disagree, &c.counts.Choices}} {
		if n.is {
			*n.count++
		}
	}
}

// order shuffles the eligible positions if only some of them can be kept, and reports
// whether it did.
func (c *collector) order(it *item) bool {
	if c.settings.PerGame == 0 || it.kind == piece {
		return false
	}
	number := uint64(c.counts.Items + c.counts.Games - 1)
	rng := rand.New(seed.Stream(seed.Derive(c.settings.Seed, number), drawStream))
	rng.Shuffle(len(c.eligible), func(i, k int) { c.eligible[i], c.eligible[k] = c.eligible[k], c.eligible[i] })
	return true
}

// keep adds a kept position to the counts.
func (c *collector) keep(f *candidate, i int) {
	c.taken = append(c.taken, i)
	c.counts.Positions++
	c.counts.Classes[f.class.String()]++
	c.counts.Recent[f.class.String()] = c.counts.Games
	c.setFull()
}

// write writes the kept rows of an item, in the order in which they were found.
func (c *collector) write(it *item, labeller string) error {
	slices.Sort(c.taken)
	c.rows = c.rows[:0]
	for _, i := range c.taken {
		row := datasets.NewRow(it.candidates[i].pos)
		row.Source = it.candidates[i].source
		if c.weighted {
			row.Weight = it.candidates[i].weight
		}
		if l := it.candidates[i].label; l != nil {
			l.put(&row)
			row.Labeller = labeller
		}
		c.rows = append(c.rows, row)
	}
	note, err := json.Marshal(&c.counts)
	if err != nil {
		return err
	}
	return c.journal.Append(c.rows, uint64(c.counts.Items+c.counts.Games), note)
}

// checkIdle returns an error if games no longer contain new positions of a class.
func (c *collector) checkIdle() error {
	for _, class := range classesOfGames {
		name := class.String()
		if c.settings.Quotas[class] > 0 && c.wants(class) && c.counts.Games-c.counts.Recent[name] >= idleGames {
			return c.idle(fmt.Sprintf("class %v has %d of %d positions;", class, c.counts.Classes[name], c.settings.Quotas[class]))
		}
	}
	if c.settings.Positions == 0 {
		return nil
	}
	last := int64(0)
	for _, games := range c.counts.Recent {
		last = max(last, games)
	}
	if c.counts.Games-last >= idleGames {
		return c.idle(fmt.Sprintf("there are %d of %d positions;", c.counts.Positions, c.settings.Positions))
	}
	return nil
}

func (c *collector) idle(what string) error {
	return fmt.Errorf("%s the last %d of %d games reached no new one: reduce the number, or increase the variety of play "+
		"(random plies, epsilon, noise); to start again remove %s", what, idleGames, c.counts.Games, c.settings.Out+journal.Suffix)
}
