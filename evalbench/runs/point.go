package runs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gammonlab/internal/runfolder"
)

// key identifies a column of numbers of a run: a quantity, and the part of the model or
// the file to which it belongs; "" for the whole model.
type key struct{ name, of string }

func (k key) compare(other key) int {
	return cmp.Or(strings.Compare(k.name, other.name), strings.Compare(k.of, other.of))
}

// measured is a number with its interval, if it has one.
type measured struct {
	y, lo, hi float64
	interval  bool
}

// point is the content of a metrics line.
type point struct {
	x      map[Axis]float64
	cpu    float64 // seconds of processor time since the run began
	values map[key]measured

	opponent opponent // of the strength, if that was measured
}

// readPoints reads the metrics. It accumulates the games and positions of single
// generations.
func readPoints(folder *runfolder.Folder, kind Kind) ([]point, error) {
	var all []point
	sums := map[Axis]float64{}
	err := folder.EachMetric(func(line []byte) error {
		var fields map[string]any
		if err := json.Unmarshal(line, &fields); err != nil {
			return err
		}
		if fields == nil {
			return fmt.Errorf("found null, want an object")
		}
		p := pointOf(kind, fields)
		if kind == Iterate {
			for _, axis := range []Axis{Games, Positions} {
				sums[axis] += p.x[axis]
				p.x[axis] = sums[axis]
			}
		}
		all = append(all, p)
		return nil
	})
	return all, err
}

// pointOf returns the point of the fields of a line.
func pointOf(kind Kind, fields map[string]any) point {
	p := point{x: map[Axis]float64{}, cpu: math.NaN(), values: map[key]measured{}, opponent: opponentOf(fields)}
	if cpu, ok := fields["cpu_seconds"].(float64); ok && finite(cpu) {
		p.cpu = cpu
	}
	for _, f := range axisFields {
		if x, ok := fields[f.name].(float64); ok {
			p.x[f.axis] = x
		}
	}
	numbers := map[key]float64{}
	part, _ := fields["part"].(string)
	collect(numbers, "", part, fields)
	for _, k := range slices.SortedFunc(maps.Keys(numbers), key.compare) {
		y := numbers[k]
		name := quantityName(kind, k.name)
		if name == "" || isBound(numbers, k) {
			continue
		}
		m := measured{y: y}
		lo, hasLo := numbers[key{k.name + lowSuffix, k.of}]
		hi, hasHi := numbers[key{k.name + highSuffix, k.of}]
		if hasLo && hasHi && lo <= hi {
			m.lo, m.hi, m.interval = lo, hi, true
		}
		of := k.of
		if name == Strength { // of the model with all its nets
			of = ""
		}
		p.values[key{name, of}] = m
	}
	return p
}

// Suffixes of the names of an interval's ends.
const (
	lowSuffix  = "_low"
	highSuffix = "_high"
)

// isBound reports whether a number is an end of another number's interval.
func isBound(numbers map[key]float64, k key) bool {
	for _, suffix := range []string{lowSuffix, highSuffix} {
		if name, ok := strings.CutSuffix(k.name, suffix); ok {
			if _, ok := numbers[key{name, k.of}]; ok {
				return true
			}
		}
	}
	return false
}

// collect stores all numbers of an object in numbers. Numbers of nested objects have the
// object's name and a point as prefix. Elements of a list belong to the part or file that
// they name. A luck-adjusted score replaces the raw score.
func collect(numbers map[key]float64, prefix, of string, fields map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch value := fields[name].(type) {
		case float64:
			if _, ok := fields[luckAdjusted].(map[string]any); ok && isScore(name) {
				continue
			}
			numbers[key{prefix + name, of}] = value
		case map[string]any:
			switch {
			case name == luckAdjusted:
				collect(numbers, prefix, of, value)
			case name == "bench": // it belongs to the whole model
				collect(numbers, prefix+name+".", "", value)
			default:
				collect(numbers, prefix+name+".", of, value)
			}
		case []any:
			for _, element := range value {
				collectElement(numbers, prefix+name+".", element)
			}
		}
	}
}

const luckAdjusted = "luck_adjusted"

// isScore reports whether a field of a score also exists in the luck-adjusted score.
func isScore(name string) bool { return strings.HasPrefix(name, "ppg") || name == "standard_error" }

// collectElement stores the numbers of an element of a list, if the element has a name.
func collectElement(numbers map[key]float64, prefix string, element any) {
	fields, ok := element.(map[string]any)
	if !ok {
		return
	}
	for _, label := range []string{"part", "file"} {
		if of, ok := fields[label].(string); ok {
			collect(numbers, prefix, of, fields)
			return
		}
	}
}

// finite reports whether a number can be drawn and added up.
func finite(x float64) bool { return math.Abs(x) < 1e300 }
