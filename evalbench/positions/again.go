package positions

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/internal/setting"
)

// OpenAll returns the decisions of benchmarks, see [Open], which must be of one variant, as one set.
func OpenAll(paths []string) (*Set, error) {
	all := new(Set)
	for i, path := range paths {
		set, err := Open(path)
		if err != nil {
			return nil, err
		}
		if i > 0 && set.Variant != all.Variant {
			return nil, fmt.Errorf("%s is of %v, those before of %v", path, set.Variant, all.Variant)
		}
		all.Variant, all.Decisions = set.Variant, append(all.Decisions, set.Decisions...)
	}
	return all, nil
}

// readAgain reads the decisions that are rolled out again, each once.
func (s *Settings) readAgain() error {
	const again = setting.Name("again")
	set, err := OpenAll(s.Again)
	if err != nil {
		return setting.Errorf("%s: %w", again, err)
	}
	if game := s.Game(); set.Variant != game {
		return setting.Errorf("%s: the decisions are of %v, and rollouts would be of %v", again, set.Variant, game)
	}
	seen := map[spot]bool{}
	s.Earlier = &Set{Variant: set.Variant}
	for i := range set.Decisions {
		d := &set.Decisions[i]
		if at := d.spot(); !seen[at] {
			seen[at] = true
			s.Earlier.Decisions = append(s.Earlier.Decisions, *d)
		}
	}
	return nil
}

// spot returns the decision without its choices. The larger die comes first.
func (d *Decision) spot() spot {
	return spot{d.Position, board.Roll{max(d.Roll[0], d.Roll[1]), min(d.Roll[0], d.Roll[1])}, d.State}
}
