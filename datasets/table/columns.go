package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gammonlab/datasets"
)

// Columns names columns of a table that have other names than [Reader] expects: a map from
// the names that it expects to those in the table. Other columns with these names are
// skipped.
type Columns map[string]string

// columnNames returns the names that a table's columns can have.
func columnNames() []string {
	names := slices.Concat(idNames[:1], longNames[:])
	for _, name := range datasets.ColumnNames(true, true) {
		if name != datasets.KeyColumn && name != datasets.ClassColumn && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// UnmarshalText reads pairs as in win=p_win,position_id=board.
func (c *Columns) UnmarshalText(text []byte) error {
	*c = nil
	for pair := range strings.SplitSeq(string(text), ",") {
		name, title, ok := strings.Cut(pair, "=")
		name, title = strings.TrimSpace(name), strings.TrimSpace(title)
		switch {
		case !ok || title == "":
			return fmt.Errorf("%q, want NAME=COLUMN, such as win=p_win", pair)
		case !slices.Contains(columnNames(), name):
			return fmt.Errorf("%q, want one of %s", name, strings.Join(columnNames(), ", "))
		case (*c)[name] != "":
			return fmt.Errorf("%s is given twice", name)
		}
		if *c == nil {
			*c = Columns{}
		}
		(*c)[name] = title
	}
	return nil
}

// MarshalText implements [encoding.TextMarshaler].
func (c Columns) MarshalText() ([]byte, error) {
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		pairs = append(pairs, name+"="+c[name])
	}
	return []byte(strings.Join(pairs, ",")), nil
}

// String returns the text that UnmarshalText reads.
func (c Columns) String() string {
	text, _ := c.MarshalText()
	return string(text)
}

// apply returns the titles of a table with the names that are expected.
func (c Columns) apply(titles []string) ([]string, error) {
	header := slices.Clone(titles)
	for name := range c {
		names := namesOf(name)
		for i, title := range header {
			if isColumn(title, names) {
				header[i] = "" // another column stands for it
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c)) {
		at, times := -1, 0
		for i, title := range titles {
			if strings.TrimSpace(title) == c[name] {
				at = i
				times++
			}
		}
		if times != 1 {
			return nil, fmt.Errorf("%d columns are called %q, which should be %s; the columns are %q", times, c[name], name, strings.Join(titles, ", "))
		}
		header[at] = name
	}
	return header, nil
}
