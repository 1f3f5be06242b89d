package recipe

import (
	"cmp"
	"slices"
	"strings"
)

// Net is a net that a step has made, with the nets that come from it.
type Net struct {
	Recipe    string   `json:"recipe"`
	Step      string   `json:"step"`
	Command   string   `json:"command"`
	Model     string   `json:"model"`             // digest
	Parents   []string `json:"parents"`           // digests of the nets from which it comes
	Changed   string   `json:"changed,omitempty"` // settings that differ from those of the parent, or of the net that the step made before
	RMSE      *float64 `json:"equity_rmse"`       // on validation positions, mEq; null if unknown
	Matches   []Match  `json:"matches"`
	CoreHours float64  `json:"core_hours"` // of the step
	Kept      bool     `json:"kept"`       // a later net comes from it, or weights choose has chosen it
	Children  []Net    `json:"children"`
}

// Match is the result of a match of a net, as player a.
type Match struct {
	Against string  `json:"against"`
	MEq     float64 `json:"meq"`    // thousandths of a point per game
	Margin  float64 `json:"margin"` // half the 95 % interval
}

// family finds the nets of records.
type family struct {
	records  []*Record
	byDigest map[string]*Record
	children map[*Record][]*Record
	chosen   map[*Record]bool // by steps that only choose one of several nets
	shown    map[*Record]bool
}

// Tree returns the nets that steps have made, each below the first net from which it comes.
func Tree(records []*Record) []Net {
	f := &family{byDigest: map[string]*Record{}, children: map[*Record][]*Record{}, chosen: map[*Record]bool{}, shown: map[*Record]bool{}}
	records = slices.Clone(records)
	slices.SortStableFunc(records, func(a, b *Record) int {
		return cmp.Or(a.Finished.Compare(b.Finished), cmp.Compare(a.Digest, b.Digest))
	})
	for _, r := range records {
		if f.byDigest[r.Digest] != nil { // stores may share steps
			continue
		}
		if of := f.choice(r); of != nil {
			f.byDigest[r.Digest], f.chosen[of] = of, true
			continue
		}
		f.byDigest[r.Digest] = r
		f.records = append(f.records, r)
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
	all := []Net{}
	for _, r := range roots {
		all = append(all, f.net(r, nil))
	}
	return all
}

// choice returns the record of the net that a step has only copied, nil for other steps.
func (f *family) choice(r *Record) *Record {
	for identity := range r.Inputs {
		if of := f.byDigest[identity]; of != nil && r.Model != "" && of.Model == r.Model {
			return of
		}
	}
	return nil
}

// parents returns the nets that a step has read, or else those whose games or labels it has
// read.
func (f *family) parents(r *Record, seen map[string]bool) []*Record {
	var direct, indirect []*Record
	digests := make([]string, 0, len(r.Inputs))
	for identity := range r.Inputs {
		digests = append(digests, identity)
	}
	slices.Sort(digests)
	for _, identity := range digests {
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
		Recipe: r.Recipe, Step: r.Step, Command: r.Command, Model: r.Model, Parents: []string{}, CoreHours: r.Cores / secondsPerHour,
		Kept: f.chosen[r] || len(f.children[r]) > 0, Matches: f.matches(r), Children: []Net{},
	}
	for _, p := range f.parents(r, map[string]bool{}) {
		n.Parents = append(n.Parents, p.Model)
	}
	if parent == nil || parent.Command != r.Command {
		parent = f.before(r)
	}
	if parent != nil {
		n.Changed = Changes(parent.Settings, r.Settings)
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

// before returns the record of the net that the same step of the recipe made before, nil if
// it made none.
func (f *family) before(r *Record) (last *Record) {
	for _, of := range f.records {
		if of == r {
			return last
		}
		if of.Recipe == r.Recipe && of.Step == r.Step && of.Command == r.Command {
			last = of
		}
	}
	return last
}

// matches returns the matches in which the net is player a.
func (f *family) matches(r *Record) []Match {
	all := []Match{}
	for _, of := range f.records {
		a, _ := of.Settings["a"].(string)
		b, _ := of.Settings["b"].(string)
		low, known := of.Results["ppg_low"]
		ofThis := false
		for identity, label := range of.Inputs {
			ofThis = ofThis || f.byDigest[identity] == r && strings.Contains(a, identity[:shortDigest])
			if strings.Contains(b, identity[:shortDigest]) {
				b = label
			}
		}
		if !known || !ofThis {
			continue
		}
		const thousandths = 1000
		all = append(all, Match{b, of.Results["ppg"] * thousandths, (of.Results["ppg_high"] - low) / 2 * thousandths})
	}
	return all
}
