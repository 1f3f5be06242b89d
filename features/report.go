package features

import (
	"cmp"
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/internal/plaintext"
)

// SetInfo describes a set in JSON.
type SetInfo struct {
	Set     string `json:"features"`
	Name    string `json:"name"`
	Version int    `json:"version"`
	Inputs  int    `json:"inputs" unit:"inputs" meaning:"inputs of the last set"`
	Module  string `json:"module,omitempty"` // module that has the set; missing for sets of gammonlab
}

// SetList is a list of sets, for text and JSON output.
type SetList []SetInfo

// List returns the descriptions of all [Sets].
func List() SetList {
	var list SetList
	for _, s := range Sets() {
		list = append(list, SetInfo{ID(s), s.Name(), s.Version(), s.Len(), Module(s)})
	}
	return list
}

// Text returns one line for each set.
func (l SetList) Text() string {
	t := plaintext.Table{Left: []int{0, 2}}
	others := slices.ContainsFunc(l, func(s SetInfo) bool { return s.Module != "" })
	if others {
		t.Add("SET", "INPUTS", "MODULE")
	} else {
		t.Add("SET", "INPUTS")
	}
	for _, s := range l {
		row := []string{s.Set, fmt.Sprint(s.Inputs)}
		if others {
			row = append(row, cmp.Or(s.Module, "gammonlab"))
		}
		t.Add(row...)
	}
	return t.Text()
}

// Report contains inputs of a position, for text and JSON output.
type Report struct {
	ID     string       `json:"position_id"`
	Set    string       `json:"features"`
	Len    int          `json:"of" unit:"inputs" meaning:"inputs of the set"` // number of inputs of the set
	Inputs []InputValue `json:"inputs"`
}

// InputValue is an input with its value.
type InputValue struct {
	Index   int     `json:"index"`
	Name    string  `json:"name"`
	Value   float32 `json:"value"`
	Meaning string  `json:"meaning"`
}

// NewReport returns the inputs of a position: all of them, or only those that
// are not 0.
func NewReport(set Set, pos *board.Position, all bool) *Report {
	r := &Report{ID: pos.ID(), Set: ID(set), Len: set.Len(), Inputs: []InputValue{}}
	values := make([]float32, set.Len())
	set.Extract(values, pos)
	for i, input := range set.Inputs() {
		if all || values[i] != 0 {
			r.Inputs = append(r.Inputs, InputValue{i, input.Name, values[i], input.Meaning})
		}
	}
	return r
}

// Text returns one line for each input.
func (r *Report) Text() string {
	t := plaintext.Table{Left: []int{1, 3}}
	t.Add("  #", "NAME", " VALUE", "MEANING")
	for _, in := range r.Inputs {
		t.Add(fmt.Sprint(in.Index), in.Name, fmt.Sprintf("%6s", plaintext.Fixed(in.Value, 4)), in.Meaning)
	}
	return fmt.Sprintf("%s, %s: %d of %d inputs\n", r.ID, r.Set, len(r.Inputs), r.Len) + t.Text()
}
