package runs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gammonlab/internal/plaintext"
)

// Setting is a field of a run's config. The name of a nested field begins with the name
// of the object and a point. In a list of objects, the name also contains the object's
// part, or its number from 1.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"` // as JSON
}

// renamed are settings that had other names in earlier versions.
var renamed = map[string]string{"alpha": "rate", "layer_alpha": "layer_rates", "batch_size": "batch"}

// SettingsOf returns the settings of a config, a JSON object, in the order of their names.
func SettingsOf(config []byte) ([]Setting, error) {
	values := map[string]string{}
	if err := flatten("", config, values); err != nil {
		return nil, err
	}
	for before, now := range renamed {
		if value, ok := values[before]; ok {
			values[now] = value
			delete(values, before)
		}
	}
	var all []Setting
	for _, name := range slices.Sorted(maps.Keys(values)) {
		all = append(all, Setting{name, values[name]})
	}
	return all, nil
}

// flatten puts the fields of an object into values.
func flatten(prefix string, object []byte, values map[string]string) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil {
		return err
	}
	for name, value := range fields {
		if err := flattenField(prefix+name, value, values); err != nil {
			return err
		}
	}
	return nil
}

// flattenField puts a field, or the fields of its objects, into values.
func flattenField(name string, value []byte, values map[string]string) error {
	if value[0] == '{' {
		return flatten(name+".", value, values)
	}
	var objects []map[string]json.RawMessage
	if json.Unmarshal(value, &objects) == nil && len(objects) > 0 && !slices.ContainsFunc(objects, func(o map[string]json.RawMessage) bool { return o == nil }) {
		for i, fields := range objects {
			label := strconv.Itoa(i + 1)
			var part string
			if json.Unmarshal(fields["part"], &part) == nil && part != "" {
				label = part
				delete(fields, "part")
			}
			for field, value := range fields {
				if err := flattenField(name+"."+label+"."+field, value, values); err != nil {
					return err
				}
			}
		}
		return nil
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, value); err != nil {
		return err
	}
	values[name] = compact.String()
	return nil
}

// Setting returns the value of the setting as JSON, "" if it is not set.
func (r *Run) Setting(name string) string {
	for _, s := range r.Config {
		if s.Name == name {
			return s.Value
		}
	}
	return ""
}

// number returns the value of a setting that is a number, otherwise 0.
func (r *Run) number(name string) float64 {
	v, err := strconv.ParseFloat(r.Setting(name), 64)
	if err != nil {
		return 0
	}
	return v
}

// Comparison lists the differences of the settings of runs.
type Comparison struct {
	Runs        []string     `json:"runs"`
	Differences []Difference `json:"differences"`
}

// Difference is a setting whose value differs between runs.
type Difference struct {
	Name   string   `json:"name"`
	Values []string `json:"values"` // value in each run, as JSON; "" where the setting is missing
}

// Compare returns the settings in which runs differ, in the order of their names.
func Compare(all []*Run) Comparison {
	c := Comparison{Runs: []string{}, Differences: []Difference{}}
	names := map[string]bool{}
	for _, r := range all {
		c.Runs = append(c.Runs, r.Name)
		for _, s := range r.Config {
			names[s.Name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		d := Difference{Name: name}
		for _, r := range all {
			d.Values = append(d.Values, r.Setting(name))
		}
		if len(slices.Compact(slices.Clone(d.Values))) > 1 {
			c.Differences = append(c.Differences, d)
		}
	}
	return c
}

// MostColumns is the number of runs up to which each has a column in a table of settings;
// more have a row each.
const MostColumns = 6

// Text returns a table of the settings that differ. Long values are cut.
func (c Comparison) Text() string {
	if len(c.Differences) == 0 {
		return fmt.Sprintf("The settings of all %d runs are the same.\n", len(c.Runs))
	}
	rows := [][]string{append([]string{"setting"}, c.Runs...)}
	for _, d := range c.Differences {
		row := []string{d.Name}
		for _, v := range d.Values {
			if v == "" {
				v = "unset"
			}
			row = append(row, plaintext.Cut(v, 40))
		}
		rows = append(rows, row)
	}
	if len(c.Runs) > MostColumns {
		rows[0][0] = "run"
		rows = transposed(rows)
	}
	t := plaintext.Table{}
	for i := range rows[0] {
		t.Left = append(t.Left, i)
	}
	for _, row := range rows {
		t.Add(row...)
	}
	return t.Text()
}

// transposed returns a table with rows and columns exchanged.
func transposed(rows [][]string) [][]string {
	other := make([][]string, len(rows[0]))
	for i := range other {
		for _, row := range rows {
			other[i] = append(other[i], row[i])
		}
	}
	return other
}
