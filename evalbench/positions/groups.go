package positions

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// By is a way to group decisions. "" has all decisions in one group.
type By string

// The ways to group decisions.
const (
	ByClass By = "class" // class of the position
	ByKind  By = "kind"  // kinds of the position, see [board.Kind]; a position may be of several or of none
	ByRules By = "rules" // score and rules
	ByLevel By = "level" // level of the analysis that judges, of decisions of records
)

// groupings lists the ways, each with the groups of a decision.
var groupings = []struct {
	by By
	of func(*Decision) []string
}{
	{ByClass, func(d *Decision) []string { return []string{engine.ClassOf(&d.Position).String()} }},
	{ByKind, func(d *Decision) []string { return d.kinds() }},
	{ByRules, func(d *Decision) []string { return []string{d.form()} }},
	{ByLevel, func(d *Decision) []string { return d.levels() }},
}

// kinds returns the names of the kinds of the position.
func (d *Decision) kinds() (names []string) {
	for _, k := range board.Kinds() {
		if k.Of(&d.Position) {
			names = append(names, string(k))
		}
	}
	return names
}

// levels returns the level of the analysis, if the decision is of a record.
func (d *Decision) levels() []string {
	if d.Level == "" {
		return nil
	}
	return []string{d.Level}
}

// Groupings are ways to group decisions. Their text joins them by commas; it may also have
// one on each line.
type Groupings []By

// Values returns the names of all ways.
func (Groupings) Values() (names []string) {
	for _, g := range groupings {
		names = append(names, string(g.by))
	}
	return names
}

// MarshalText implements [encoding.TextMarshaler].
func (g Groupings) MarshalText() ([]byte, error) {
	var names []string
	for _, by := range g {
		names = append(names, string(by))
	}
	return []byte(strings.Join(names, ",")), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (g *Groupings) UnmarshalText(text []byte) error {
	*g = nil
	for _, name := range strings.FieldsFunc(string(text), func(r rune) bool { return r == ',' || r == '\n' }) {
		if name = strings.TrimSpace(name); !slices.Contains(g.Values(), name) {
			return fmt.Errorf("%q is no way to group decisions, want some of %s", name, strings.Join(g.Values(), ", "))
		}
		*g = append(*g, By(name))
	}
	return nil
}

// Groups by score and rules.
const (
	cubelessGroup = "cubeless"
	moneyGroup    = "money games"
	jacobyGroup   = "money games, Jacoby rule"
	matchGroup    = "matches"
)

// groupOrder has the order of groups in tables; others follow by the number of their decisions.
var groupOrder = []string{
	engine.Contact.String(), engine.Crashed.String(), engine.Race.String(),
	cubelessGroup, moneyGroup, jacobyGroup, matchGroup,
}

// form returns the group of the decision's score and rules.
func (d *Decision) form() string {
	switch s := &d.State; {
	case *s == (cube.State{}):
		return cubelessGroup
	case s.IsMatch():
		return matchGroup
	case s.Jacoby:
		return jacobyGroup
	}
	return moneyGroup
}

// group is a group of decisions; the zero group has all.
type group struct {
	by   By
	name string
}

// has reports whether the decision is in the group.
func (g group) has(d *Decision) bool {
	for _, one := range groupings {
		if one.by == g.by {
			return slices.Contains(one.of(d), g.name)
		}
	}
	return true
}

// groupsOf returns the groups of the answers in the order of tables.
func groupsOf(judged []Judged) (list []group) {
	for _, one := range groupings {
		count := map[string]int{}
		for i := range judged {
			for _, name := range one.of(judged[i].Decision) {
				count[name]++
			}
		}
		var names []string
		for name := range count {
			names = append(names, name)
		}
		slices.SortFunc(names, func(a, b string) int {
			return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
		})
		for _, name := range names {
			list = append(list, group{one.by, name})
		}
	}
	return list
}

// order returns the place of a group's name in tables.
func order(name string) int {
	if i := slices.Index(groupOrder, name); i >= 0 {
		return i
	}
	if i := slices.Index(board.Kinds(), board.Kind(name)); i >= 0 {
		return len(groupOrder) + i
	}
	return len(groupOrder) + len(board.Kinds())
}
