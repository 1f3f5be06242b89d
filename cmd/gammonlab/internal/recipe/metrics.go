package recipe

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gammonlab/evalbench/runs"
	"gammonlab/internal/parquettable"
	"gammonlab/recipe"
)

// Kinds of rows of the table of metrics.
const (
	curveRow  = "curve"  // a line of the metrics of a training
	resultRow = "result" // what finished work has measured
)

// Beginnings of the names of columns, which programs tell apart by them.
const (
	settingColumn = "settings."
	metricColumn  = "metrics."
	resultColumn  = "results."
)

// metrics is a table of the work of a recipe: a row for each line of the metrics of its trainings
// and one for the results of each piece of work, with the settings on which it depends.
type metrics struct {
	rows    []metricsRow
	columns map[string]bool // with a beginning
}

// metricsRow is a row: texts and numbers by column.
type metricsRow struct {
	texts   map[string]string
	numbers map[string]float64
}

// metricsOf returns the table of the finished work of a plan.
func metricsOf(r *recipe.Recipe, store *recipe.Store, p *recipe.Plan) (*metrics, error) {
	m := &metrics{columns: map[string]bool{}}
	named := map[string]int{}
	settings := map[*recipe.Work]map[string]string{}
	for _, w := range p.Works { // after the work that it needs
		record, err := store.Find(w)
		if err != nil {
			return nil, err
		}
		if record == nil {
			continue
		}
		settings[w] = settingsOf(w, record, settings)
		texts := maps.Clone(settings[w])
		for name := range settings[w] {
			m.columns[name] = true
		}
		name := w.Name()
		if named[name]++; named[name] > 1 { // such as the same point with other lengths in halving
			name += " " + w.Digest[:shownDigest]
		}
		for column, text := range map[string]string{
			"run": name, "recipe": r.Name, "step": w.Step.Name, "command": record.Command, "digest": w.Digest, "model": record.Model,
		} {
			texts[column] = text
		}
		whole := map[string]float64{"repetition": float64(w.Run + 1)}
		if err := m.addCurve(filepath.Join(record.Dir, "run"), texts, whole); err != nil {
			return nil, err
		}
		numbers := maps.Clone(whole)
		numbers["wall_seconds"], numbers["cpu_seconds"] = record.Seconds, record.Cores
		for name, value := range record.Results {
			m.columns[resultColumn+name] = true
			numbers[resultColumn+name] = value
		}
		m.add(resultRow, texts, numbers)
	}
	return m, nil
}

// settingsOf returns the settings of finished work and of all work that it needs, by the names of
// their columns, without the outputs of other work. Where it needs work with several values of a
// setting, that setting is left out.
func settingsOf(w *recipe.Work, record *recipe.Record, known map[*recipe.Work]map[string]string) map[string]string {
	all, several := map[string]string{}, map[string]bool{}
	for _, needed := range w.Needs {
		for name, value := range known[needed] {
			if before, there := all[name]; there && before != value {
				several[name] = true
			}
			all[name] = value
		}
	}
	maps.DeleteFunc(all, func(name, _ string) bool {
		return several[name] || strings.HasPrefix(name, settingColumn+w.Step.Name+".")
	})
	for name, value := range record.Settings {
		if text := settingText(value); !isInput(record, text) {
			all[settingColumn+w.Step.Name+"."+name] = text
		}
	}
	return all
}

// settingText returns a setting of a record as a text; a list is joined by commas.
func settingText(value any) string {
	switch of := value.(type) {
	case string:
		return of
	case []any:
		var texts []string
		for _, v := range of {
			texts = append(texts, settingText(v))
		}
		return strings.Join(texts, ",")
	}
	return ""
}

// isInput reports whether the value of a setting contains an output of other work.
func isInput(record *recipe.Record, value string) bool {
	const digits = 16 // of the folder
	for digest := range record.Inputs {
		if strings.Contains(value, digest[:digits]) {
			return true
		}
	}
	return false
}

// addCurve adds the lines of the metrics of a training, if the folder is that of one.
func (m *metrics) addCurve(folder string, texts map[string]string, whole map[string]float64) error {
	if _, err := os.Stat(filepath.Join(folder, "metrics.jsonl")); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	r, err := runs.Open(folder)
	if err != nil {
		return err
	}
	for _, line := range r.Measured() {
		numbers := maps.Clone(whole)
		for _, axis := range counters {
			if x, ok := line.At[axis.axis]; ok {
				numbers[axis.column] = x
			}
		}
		for name, value := range line.Values {
			m.columns[metricColumn+name] = true
			numbers[metricColumn+name] = value
		}
		m.add(curveRow, texts, numbers)
	}
	return nil
}

// counters are the columns of the axes.
var counters = []struct {
	column string
	axis   runs.Axis
	as     parquettable.Type
}{
	{"games", runs.Games, parquettable.Whole}, {"positions", runs.Positions, parquettable.Whole}, {"epoch", runs.Epoch, parquettable.Whole},
	{"wall_seconds", runs.Wall, parquettable.Number}, {"cpu_seconds", runs.CPU, parquettable.Number},
}

func (m *metrics) add(kind string, texts map[string]string, numbers map[string]float64) {
	texts = maps.Clone(texts)
	texts["row"] = kind
	m.rows = append(m.rows, metricsRow{texts, numbers})
}

// table returns the columns: those of the work, of its settings, of the place on the curve, of
// metrics and of results.
func (m *metrics) table() (all []parquettable.Column) {
	for _, name := range []string{"run", "recipe", "step", "command", "digest", "model", "row"} {
		all = append(all, parquettable.Column{Name: name, Texts: m.texts(name), Optional: name == "model"})
	}
	all = append(all, m.numbers("repetition", parquettable.Whole))
	names := slices.SortedFunc(maps.Keys(m.columns), func(a, b string) int { return cmp.Or(order(a)-order(b), strings.Compare(a, b)) })
	split := 0
	for split < len(names) && order(names[split]) == 0 {
		all = append(all, typed(names[split], m.texts(names[split])))
		split++
	}
	for _, c := range counters {
		all = append(all, m.numbers(c.column, c.as))
	}
	for _, name := range names[split:] {
		all = append(all, m.numbers(name, parquettable.Number))
	}
	return all
}

// order returns the place of a kind of columns.
func order(name string) int {
	return slices.IndexFunc([]string{settingColumn, metricColumn, resultColumn}, func(begin string) bool { return strings.HasPrefix(name, begin) })
}

// texts returns the texts of a column.
func (m *metrics) texts(name string) []string {
	all := make([]string, len(m.rows))
	for i, row := range m.rows {
		all[i] = row.texts[name]
	}
	return all
}

// numbers returns a column of numbers, NaN where a row has none.
func (m *metrics) numbers(name string, as parquettable.Type) parquettable.Column {
	c := parquettable.Column{Name: name, Numbers: make([]float64, len(m.rows)), As: as}
	for i, row := range m.rows {
		x, ok := row.numbers[name]
		if !ok {
			x = math.NaN()
		}
		c.Numbers[i] = x
		if x != math.Trunc(x) && x == x {
			c.As = parquettable.Number
		}
	}
	return c
}

// readers read the values of settings by type, the narrowest type first. A type has all values, or
// the column has another one; whole numbers of more than 53 bits are texts, since no digit may be lost.
var readers = []struct {
	as   parquettable.Type
	read func(text string) (float64, bool)
}{
	{parquettable.Bool, func(text string) (float64, bool) {
		switch text {
		case "true":
			return 1, true
		case "false":
			return 0, true
		}
		return 0, false
	}},
	{parquettable.Whole, func(text string) (float64, bool) {
		const bits = 1 << 53
		n, err := strconv.ParseInt(text, 10, 64)
		return float64(n), err == nil && n <= bits && n >= -bits
	}},
	{parquettable.Number, func(text string) (float64, bool) {
		x, err := strconv.ParseFloat(text, 64)
		return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) && (math.Abs(x) < 1<<53 || strings.ContainsAny(text, ".eE"))
	}},
}

// typed returns a column of a setting with the type of its values; "" is null.
func typed(name string, texts []string) parquettable.Column {
	for _, r := range readers {
		c := parquettable.Column{Name: name, As: r.as}
		for _, text := range texts {
			x, ok := math.NaN(), true
			if text != "" {
				x, ok = r.read(text)
			}
			if !ok {
				break
			}
			c.Numbers = append(c.Numbers, x)
		}
		if len(c.Numbers) == len(texts) {
			return c
		}
	}
	return parquettable.Column{Name: name, Texts: texts, Optional: true}
}
