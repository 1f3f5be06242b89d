package features

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gammonlab/board"
)

// registry holds the sets that [Lookup] finds, by name and version.
var registry = struct {
	sync.RWMutex
	sets []Set
}{sets: []Set{
	gnubgBase200{},
	gnubgExpert{version: 1}, gnubgExpert{version: 2},
	gnubgExpert{crashed: true, version: 1}, gnubgExpert{crashed: true, version: 2},
	gnubgRace214{},
	Perspective196{}, Pubeval122{}, Tesauro198{},
}}

// Register makes a set known by its name, in this process. Call it before anything
// looks the set up, so before a net with its inputs is made or read. It refuses a
// set that breaks the rules of [Check] at the start of a game, a name with other
// characters than letters, digits and hyphens, and a version that is there already.
func Register(s Set) error {
	if err := checkName(s); err != nil {
		return err
	}
	start := board.Backgammon.Start()
	if err := Check(s, []board.Position{start}); err != nil {
		return err
	}
	registry.Lock()
	defer registry.Unlock()
	at, there := slices.BinarySearchFunc(registry.sets, s, compare)
	if there {
		return fmt.Errorf("features: there is a set %s already", ID(s))
	}
	registry.sets = slices.Insert(registry.sets, at, s)
	return nil
}

// compare orders sets by name, and by version.
func compare(a, b Set) int {
	return cmp.Or(cmp.Compare(a.Name(), b.Name()), cmp.Compare(a.Version(), b.Version()))
}

// checkName refuses names that [Lookup] could not read, and versions below 1.
func checkName(s Set) error {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
	if name := s.Name(); name == "" || strings.Trim(name, plain) != "" {
		return fmt.Errorf("features: a set is named %q, want letters, digits and hyphens", name)
	}
	if s.Version() < 1 {
		return fmt.Errorf("features: set %s has the version %d, want at least 1", s.Name(), s.Version())
	}
	return nil
}

// Check reports the first rule of [Set] that the set breaks: inputs without a name
// of their own, a group or a meaning, or, in one of the positions, values beyond
// ±[MaxInput] or other values by ExtractSparse than by Extract.
func Check(s Set, positions []board.Position) error {
	inputs := s.Inputs()
	if s.Len() < 1 || len(inputs) != s.Len() {
		return fmt.Errorf("features: set %s has %d inputs and documents %d, want as many and at least 1", ID(s), s.Len(), len(inputs))
	}
	names := map[string]bool{}
	for k, in := range inputs {
		if in.Name == "" || in.Group == "" || in.Meaning == "" || names[in.Name] {
			return fmt.Errorf("features: set %s: input %d is %+v, want a name of its own, a group and a meaning", ID(s), k, in)
		}
		names[in.Name] = true
	}
	c := checker{
		set: s, dense: make([]float32, s.Len()), spread: make([]float32, s.Len()),
		idx: make([]int32, s.Len()), val: make([]float32, s.Len()),
	}
	for i := range positions {
		if err := c.values(&positions[i]); err != nil {
			return fmt.Errorf("features: set %s: position %s: %w", ID(s), positions[i].ID(), err)
		}
	}
	return nil
}

// checker compares the two extractions of a set.
type checker struct {
	set                Set
	dense, spread, val []float32
	idx                []int32
}

// values checks the values of a position.
func (c *checker) values(pos *board.Position) error {
	const unset = 2 * MaxInput // is to be overwritten
	for k := range c.dense {
		c.dense[k] = unset
	}
	c.set.Extract(c.dense, pos)
	clear(c.spread)
	last := int32(-1)
	n := c.set.ExtractSparse(c.idx, c.val, pos)
	for k, at := range c.idx[:n] {
		if at <= last || int(at) >= len(c.spread) || c.val[k] == 0 {
			return fmt.Errorf("sparse entry %d is input %d = %v after input %d, want ascending inputs that are not 0", k, at, c.val[k], last)
		}
		c.spread[at], last = c.val[k], at
	}
	for k, v := range c.dense {
		if !(v > -MaxInput && v < MaxInput) || v != c.spread[k] { // so that NaN fails too
			return fmt.Errorf("input %d is %v by Extract and %v by ExtractSparse, want the same within ±%d", k, v, c.spread[k], MaxInput)
		}
	}
	return nil
}

// Compact turns the inputs that stand in val, zeros included, into the sparse form
// in place and returns how many there are: ExtractSparse of a set whose inputs are
// mostly not zero can be Extract into val and this.
func Compact(idx []int32, val []float32) int {
	n := 0
	for k, v := range val {
		if v != 0 {
			idx[n], val[n] = int32(k), v
			n++
		}
	}
	return n
}

// Sets lists every version of every set that is registered, by name and the oldest
// version first.
func Sets() []Set {
	registry.RLock()
	defer registry.RUnlock()
	return slices.Clone(registry.sets)
}

// Lookup returns the set with the given name: of the version that the name ends
// with, such as "tesauro198@1", or the newest. Names joined by + give a set that has
// the inputs of all of them, one after the other. Inputs keep their names; one whose
// name is taken by a set before it gets its own set's name in front, such as
// "gnubg-base200:own.bar".
func Lookup(name string) (Set, error) {
	var set Set
	for part := range strings.SplitSeq(name, "+") {
		next, err := lookup(part)
		if err == nil && set != nil {
			next, err = join(set, next)
		}
		switch {
		case err != nil && part != name:
			return nil, fmt.Errorf("features: %q: %w", name, err)
		case err != nil:
			return nil, fmt.Errorf("features: %w", err)
		}
		set = next
	}
	return set, nil
}

// lookup is Lookup of a single name.
func lookup(name string) (Set, error) {
	base, version, versioned := strings.Cut(name, "@")
	var found Set
	var versions, names []string
	for _, s := range Sets() {
		names = append(names, s.Name())
		if s.Name() != base {
			continue
		}
		found = s
		if v := strconv.Itoa(s.Version()); versioned && v == version {
			return s, nil
		} else {
			versions = append(versions, v)
		}
	}
	switch {
	case found == nil:
		return nil, fmt.Errorf("unknown set %q, want one of %s", name, strings.Join(slices.Compact(names), ", "))
	case versioned:
		return nil, fmt.Errorf("set %s has no version %q here, only %s", base, version, strings.Join(versions, ", "))
	}
	return found, nil
}
