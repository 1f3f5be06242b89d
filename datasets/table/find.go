package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gammonlab/datasets"
	"gammonlab/engine"
)

// idColumn is the name of the column of positions.
const idColumn = "position_id"

// idNames are the accepted names of the column of positions, the preferred first.
var idNames = []string{idColumn, "xgid", "position", datasets.KeyColumn}

// The accepted names of the columns of probabilities; the last ones are wildbg's.
var (
	longNames   = datasets.OutputNames()
	shortNames  = [engine.Outputs]string{"win", "wg", "wbg", "lg", "lbg"}
	middleNames = [engine.Outputs]string{"win", "win_g", "win_bg", "lose_g", "lose_bg"}
)

// namesOf returns the names of a column, given the one that errors use.
func namesOf(name string) []string {
	switch k := slices.Index(longNames[:], name); {
	case k >= 0:
		return []string{name, shortNames[k], middleNames[k]}
	case name == idColumn:
		return idNames
	case name == datasets.EquityErrorColumn:
		return []string{name, standardError}
	}
	return []string{name}
}

// standardError is another name of the column of the equity's standard error.
const standardError = "se"

// otherColumn is an optional column of the table.
type otherColumn struct {
	name string
	at   int
	set  func(r *datasets.Row, field string) error
}

var wantedColumns = idColumn + ", " + strings.Join(longNames[:], ", ")

// findColumns looks up the columns in the header.
func (t *Reader) findColumns(header []string) error {
	var err error
	for _, name := range idNames {
		if t.id, err = findColumn(header, name); err != nil {
			return err
		}
		if t.id >= 0 {
			t.keyed = name == datasets.KeyColumn
			break
		}
	}
	if t.id < 0 {
		return missing(header, idColumn)
	}
	for k, name := range longNames {
		if t.columns[k], err = findColumn(header, namesOf(name)...); err != nil {
			return err
		}
		if t.columns[k] < 0 {
			return missing(header, name)
		}
	}
	if t.method, err = findColumn(header, datasets.MethodColumn); err != nil {
		return err
	}
	return t.findOthers(header)
}

// missing returns the error about a column that a table lacks.
func missing(header []string, name string) error {
	const most = 30 // titles that the error lists
	titles := slices.DeleteFunc(slices.Clone(header), func(title string) bool { return title == "" })
	list := strings.Join(titles[:min(most, len(titles))], ", ")
	if len(titles) > most {
		list += fmt.Sprintf(" and %d more", len(titles)-most)
	}
	return fmt.Errorf("no column %s, want a header with the columns %s; the columns are %q: say by columns which one it is, as in %s=NAME",
		name, wantedColumns, list, name)
}

// isColumn reports whether a title of a table is one of the names.
func isColumn(title string, names []string) bool {
	return slices.Contains(names, strings.ToLower(strings.TrimSpace(title)))
}

// findColumn returns the index of the only column with one of the names, -1 if there is no
// such column.
func findColumn(header []string, names ...string) (int, error) {
	found := -1
	for i, title := range header {
		switch {
		case !isColumn(title, names):
		case found >= 0:
			return 0, fmt.Errorf("columns %d and %d are both %s", found+1, i+1, names[0])
		default:
			found = i
		}
	}
	return found, nil
}

// findOthers looks up the optional columns.
func (t *Reader) findOthers(header []string) error {
	var firstErr error
	add := func(set func(*datasets.Row, string) error, name string) (there bool) {
		at, err := findColumn(header, namesOf(name)...)
		if firstErr == nil {
			firstErr = err
		}
		if at >= 0 {
			t.others = append(t.others, otherColumn{name, at, set})
		}
		return at >= 0
	}
	for k, name := range longNames {
		add(func(r *datasets.Row, field string) (err error) { r.Errors[k], err = parseFigure(field); return }, name+datasets.ErrorSuffix)
	}
	add(func(r *datasets.Row, field string) (err error) { r.EquityError, err = parseFigure(field); return }, datasets.EquityErrorColumn)
	add(func(r *datasets.Row, field string) (err error) { r.Cubeful, err = parseFigure(field); return }, datasets.CubefulColumn)
	add(func(r *datasets.Row, field string) (err error) { r.Trials, err = parseCount(field); return }, datasets.TrialsColumn)
	for i, name := range cubeNames() {
		if add(func(r *datasets.Row, field string) (err error) {
			if i < datasets.NumCubeStates {
				r.States[i], err = parseFigure(field)
			} else {
				*matchCounts(r)[i-datasets.NumCubeStates], err = parseCount(field)
			}
			return err
		}, name) {
			t.cubes = true
		}
	}
	add(func(r *datasets.Row, field string) (err error) { r.Weight, err = datasets.ParseWeight(field); return }, datasets.WeightColumn)
	add(func(r *datasets.Row, field string) (err error) { r.Seed, err = parseSeed(field); return }, datasets.SeedColumn)
	var labeller, source string // texts of the last row: rows with equal texts share memory
	add(func(r *datasets.Row, field string) error { r.Labeller = again(&labeller, field); return nil }, datasets.LabellerColumn)
	add(func(r *datasets.Row, field string) error { r.Source = again(&source, field); return nil }, datasets.SourceColumn)
	return firstErr
}

// cubeNames returns the names of the columns of [datasets.Cubes.States] and of matchCounts.
func cubeNames() []string {
	return datasets.ColumnNames(true, false)[len(datasets.ColumnNames(false, false)):]
}

// matchCounts returns the score and the value of the cube, in the order of their columns.
func matchCounts(r *datasets.Row) [3]*int32 {
	return [...]*int32{&r.OwnAway, &r.OppAway, &r.MatchCube}
}

// again returns a copy of the field, or *last if they are equal.
func again(last *string, field string) string {
	if *last != field {
		*last = strings.Clone(field) // the clone does not keep the whole line in memory
	}
	return *last
}

// parseFigure reads a number; an empty field is NaN.
func parseFigure(field string) (float32, error) {
	if field == "" {
		return float32(math.NaN()), nil
	}
	v, err := strconv.ParseFloat(field, 32)
	if err != nil {
		return 0, fmt.Errorf("%q, want a number, or an empty field if it is unknown", field)
	}
	return float32(v), nil
}

func parseCount(field string) (int32, error) {
	if field == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(field, 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%q, want a whole number", field)
	}
	return int32(n), nil
}

func parseSeed(field string) (uint64, error) {
	if field == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(field, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q, want a whole number, 0 or more", field)
	}
	return n, nil
}
