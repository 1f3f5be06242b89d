package recipe

import (
	"cmp"
	"maps"
	"slices"
)

// family finds the nets of records.
type family struct {
	all      map[string]*Record // by digest
	byDigest map[string]*Record // the same, but of steps that only choose one of several nets the net
	records  []*Record          // without these steps, in the order of time
	children map[*Record][]*Record
	chosen   map[*Record]bool
	rejected map[*Record]bool
	shown    map[*Record]bool
}

// tree returns the nets of records, each below the first net from which it comes.
func tree(records []*Record) []Net {
	f := &family{
		all: map[string]*Record{}, byDigest: map[string]*Record{}, children: map[*Record][]*Record{},
		chosen: map[*Record]bool{}, rejected: map[*Record]bool{}, shown: map[*Record]bool{},
	}
	for _, r := range slices.SortedStableFunc(slices.Values(records), func(a, b *Record) int {
		return cmp.Or(a.Finished.Compare(b.Finished), cmp.Compare(a.Digest, b.Digest))
	}) {
		if f.all[r.Digest] == nil { // stores may share steps
			f.add(r)
		}
	}
	var roots []*Record
	for _, r := range f.records {
		if r.Model == "" {
			continue
		}
		parents := f.parents(r, map[string]bool{})
		for _, p := range parents {
			f.children[p] = append(f.children[p], r)
		}
		if len(parents) == 0 {
			roots = append(roots, r)
		}
	}
	nets := []Net{}
	for _, r := range roots {
		nets = append(nets, f.net(r, nil))
	}
	return nets
}

// add adds a record. If its step only copied one of the nets that it read, the record of that
// net stands for it.
func (f *family) add(r *Record) {
	f.all[r.Digest], f.byDigest[r.Digest] = r, r
	inputs := slices.Collect(maps.Keys(r.Inputs))
	copied := slices.IndexFunc(inputs, func(identity string) bool {
		of := f.byDigest[identity]
		return of != nil && r.Model != "" && of.Model == r.Model
	})
	if copied < 0 {
		f.records = append(f.records, r)
		return
	}
	f.byDigest[r.Digest] = f.byDigest[inputs[copied]]
	for _, identity := range inputs {
		if of := f.byDigest[identity]; of != nil && of.Model != "" {
			into := f.rejected
			if of.Model == r.Model {
				into = f.chosen
			}
			into[of] = true
		}
	}
}

// parents returns the nets that a step has read, or else those whose games or labels it has
// read.
func (f *family) parents(r *Record, seen map[string]bool) []*Record {
	var direct, indirect []*Record
	for _, identity := range slices.Sorted(maps.Keys(r.Inputs)) {
		of := f.byDigest[identity]
		switch {
		case of == nil || seen[identity]:
		case of.Model != "":
			direct = append(direct, of)
		default:
			seen[identity] = true
			indirect = append(indirect, f.parents(of, seen)...)
		}
	}
	if direct != nil {
		return direct
	}
	return indirect
}

// net returns a net with those that come from it.
func (f *family) net(r, parent *Record) Net {
	f.shown[r] = true
	n := Net{
		Recipe: r.Recipe, Step: r.Step, Command: r.Command, Folder: r.Dir, Finished: r.Finished, Model: r.Model, Parents: []string{},
		CoreHours: r.Hours(), SoFar: f.seconds(r, map[string]bool{}) / secondsPerHour,
		Fate: f.fate(r), Errors: f.errors(r), Matches: f.matches(r), Children: []Net{},
	}
	for _, p := range f.parents(r, map[string]bool{}) {
		n.Parents = append(n.Parents, p.Model)
	}
	if parent == nil || parent.Command != r.Command {
		parent = f.before(r)
	}
	if parent != nil {
		n.Changed = Changes(parent.named(), r.named())
	}
	if rmse, ok := r.Results["equity_rmse"]; ok {
		n.RMSE = &rmse
	}
	for _, child := range f.children[r] {
		if !f.shown[child] {
			n.Children = append(n.Children, f.net(child, r))
		}
	}
	return n
}

// seconds returns the processor time of a step and of the steps before it, except those seen.
func (f *family) seconds(r *Record, seen map[string]bool) float64 {
	if r == nil || seen[r.Digest] {
		return 0
	}
	seen[r.Digest] = true
	sum := r.Cores
	for _, identity := range slices.Sorted(maps.Keys(r.Inputs)) {
		sum += f.seconds(f.all[identity], seen)
	}
	return sum
}

// fate returns whether a net is kept.
func (f *family) fate(r *Record) string {
	kept := func(r *Record) bool { return f.chosen[r] || len(f.children[r]) > 0 }
	switch {
	case kept(r):
		return Kept
	case f.rejected[r], slices.ContainsFunc(f.records, func(of *Record) bool { return of.sameStep(r) && kept(of) }):
		return NotKept
	}
	return Open
}

// sameStep reports whether two records are of the same step of a recipe.
func (r *Record) sameStep(of *Record) bool {
	return of.Recipe == r.Recipe && of.Step == r.Step && of.Command == r.Command
}

// before returns the record of the net that the same step of the recipe made before, nil if
// it made none.
func (f *family) before(r *Record) (last *Record) {
	for _, of := range f.records {
		if of == r {
			break
		}
		if of.sameStep(r) {
			last = of
		}
	}
	return last
}
