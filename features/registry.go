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

// registry holds the sets that [Lookup] returns, by name and version.
var registry = struct {
	sync.RWMutex
	sets    []Set
	modules map[string]string // of the sets of other modules, by ID
}{modules: map[string]string{}, sets: []Set{
	gnubgBase200{},
	gnubgExpert{version: 1}, gnubgExpert{version: 2},
	gnubgExpert{crashed: true, version: 1}, gnubgExpert{crashed: true, version: 2},
	gnubgRace214{},
	Perspective196{}, Pubeval122{}, Tesauro198{},
}}

// Register adds a set to those that [Lookup] finds in this process. Call Register before
// the set is looked up, that is, before a net with its inputs is created or read. It
// returns an error if the set breaks a rule of [Check] in the starting position, if its
// name has characters other than letters, digits and hyphens, or if the version is
// already registered. Weight files with a set of another module name that module, see [Module].
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
		return fmt.Errorf("set %s is already registered", ID(s))
	}
	registry.sets = slices.Insert(registry.sets, at, s)
	if module := moduleOf(s, caller()); module != "" {
		registry.modules[ID(s)] = module
	}
	return nil
}

// compare orders sets by name, then by version.
func compare(a, b Set) int {
	return cmp.Or(cmp.Compare(a.Name(), b.Name()), cmp.Compare(a.Version(), b.Version()))
}

// checkName rejects names that [Lookup] cannot parse, and versions below 1.
func checkName(s Set) error {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
	if name := s.Name(); name == "" || strings.Trim(name, plain) != "" {
		return fmt.Errorf("a set is named %q, want letters, digits and hyphens", name)
	}
	if s.Version() < 1 {
		return fmt.Errorf("set %s has the version %d, want at least 1", s.Name(), s.Version())
	}
	return nil
}

// Check returns an error for the first rule of [Set] that the set breaks. Each input must
// have a unique name, a group and a meaning. In each of the positions, values must be
// within ±[MaxInput], and Extract and ExtractSparse must agree.
func Check(s Set, positions []board.Position) error {
	inputs := s.Inputs()
	if s.Len() < 1 || len(inputs) != s.Len() {
		return fmt.Errorf("set %s has %d inputs and documents %d, want equal numbers of at least 1", ID(s), s.Len(), len(inputs))
	}
	names := map[string]bool{}
	for k, in := range inputs {
		if in.Name == "" || in.Group == "" || in.Meaning == "" || names[in.Name] {
			return fmt.Errorf("set %s: input %d is %+v, want a unique name, a group and a meaning", ID(s), k, in)
		}
		names[in.Name] = true
	}
	c := checker{
		set: s, dense: make([]float32, s.Len()), spread: make([]float32, s.Len()),
		idx: make([]int32, s.Len()), val: make([]float32, s.Len()),
	}
	for i := range positions {
		if err := c.values(&positions[i]); err != nil {
			return fmt.Errorf("set %s: position %s: %w", ID(s), positions[i].ID(), err)
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
	const unset = 2 * MaxInput // a value that Extract must overwrite
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
		if !(v > -MaxInput && v < MaxInput) || v != c.spread[k] { // rejects NaN, too
			return fmt.Errorf("input %d is %v by Extract and %v by ExtractSparse, want equal values within ±%d", k, v, c.spread[k], MaxInput)
		}
	}
	return nil
}

// Compact converts the values of all inputs in val to the sparse form in place
// and returns the number of nonzero inputs. ExtractSparse of a set with mostly
// nonzero inputs can call Extract into val and then Compact.
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

// Sets lists every registered version of every set, sorted by name and version.
func Sets() []Set {
	registry.RLock()
	defer registry.RUnlock()
	return slices.Clone(registry.sets)
}

// Lookup returns the set with the given name: in the version at the end of the name, such
// as "tesauro198@1", otherwise in the newest version. Names joined by + give a set with
// the inputs of all of them in that order. Inputs keep their names; a duplicate name gets
// its set's name as prefix, such as "gnubg-base200:own.bar".
func Lookup(name string) (Set, error) {
	var set Set
	for part := range strings.SplitSeq(name, "+") {
		next, err := lookup(part)
		if err == nil && set != nil {
			next, err = join(set, next)
		}
		switch {
		case err != nil && part != name:
			return nil, fmt.Errorf("%q: %w", name, err)
		case err != nil:
			return nil, err
		}
		set = next
	}
	return set, nil
}

// lookup is Lookup for a single name.
func lookup(name string) (Set, error) {
	base, version, versioned := strings.Cut(name, "@")
	var found Set
	var versions, names []string
	for _, s := range append(Sets(), CubeStakes{}) {
		if s != (CubeStakes{}) {
			names = append(names, s.Name())
		}
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
		return nil, fmt.Errorf("unknown set %q, want one of %s, or a set that this program registers (docs/extending.md)",
			name, strings.Join(slices.Compact(names), ", "))
	case versioned:
		return nil, fmt.Errorf("set %s has no version %q here, only %s", base, version, strings.Join(versions, ", "))
	}
	return found, nil
}
