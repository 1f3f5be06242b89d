package nets

import (
	"fmt"
	"slices"

	"gammonlab/features"
)

// extend returns a copy of the net over a feature set that contains all inputs of the net.
func extend(n *Net, name string) (*Net, error) {
	set, err := features.Lookup(name)
	if err != nil {
		return nil, err
	}
	if features.ID(set) == features.ID(n.set) {
		same := n.Clone()
		same.spec = same.spec.Canonical()
		return same, nil
	}
	places, err := placesIn(set, n.set)
	if err != nil {
		return nil, err
	}
	spec := n.spec.Canonical()
	spec.Features = features.ID(set)
	larger, err := New(spec)
	if err != nil {
		return nil, err
	}
	for l, from := range n.layers() {
		to := larger.layers()[l]
		if l > 0 {
			copyUnits(to, from, sequence(from.out))
			continue
		}
		copy(to.b, from.b)
		for i, place := range places {
			copy(to.w[place*to.perIn:(place+1)*to.perIn], from.w[i*from.perIn:(i+1)*from.perIn])
		}
	}
	return larger, nil
}

// placesIn returns, for each input of the smaller set, its index in the larger set.
func placesIn(larger, smaller features.Set) ([]int, error) {
	refuse := func(format string, args ...any) error {
		return fmt.Errorf("inputs of %s cannot grow into those of %s: %s",
			features.ID(smaller), features.ID(larger), fmt.Sprintf(format, args...))
	}
	// Sets with the same input names, such as two versions of one set, differ in
	// their values.
	if larger.Len() <= smaller.Len() {
		return nil, refuse("it has %d, want more than %d", larger.Len(), smaller.Len())
	}
	var places []int
	there := larger.Inputs()
	for _, in := range smaller.Inputs() {
		at := slices.IndexFunc(there, func(other features.Input) bool {
			return other.Name == in.Name && other.Meaning == in.Meaning
		})
		if at < 0 {
			return nil, refuse("it lacks %s, %s", in.Name, in.Meaning)
		}
		places = append(places, at)
	}
	return places, nil
}
