package runs

import (
	"maps"
	"slices"

	"gammonlab/internal/chart"
)

// sortedKeys returns the keys of a map in ascending order.
func sortedKeys[V any](m map[float64]V) []float64 { return slices.Sorted(maps.Keys(m)) }

// thinned returns at most most elements of a list at even distances, including the first
// and the last.
func thinned[T any](list []T, most int) []T {
	if len(list) <= most {
		return list
	}
	var some []T
	for i := range most {
		some = append(some, list[i*(len(list)-1)/(most-1)])
	}
	return some
}

// Thin reduces each series of a chart to at most most points, where most is at least 4:
// the lowest and the highest point of each part of the series, and the last point.
func (c *Chart) Thin(most int) {
	c.Series = slices.Clone(c.Series)
	for i, s := range c.Series {
		if len(s.X) > most {
			c.Series[i] = pick(s, extremes(s, most/2-1))
		}
	}
}

// extremes returns the indexes of the lowest and the highest value in each of the given
// number of parts of a series, and of the last value.
func extremes(s chart.Series, parts int) []int {
	values := s.Y
	if len(s.Raw) > 0 {
		values = s.Raw
	}
	n := len(values)
	var all []int
	for p := range parts {
		from, to := p*n/parts, (p+1)*n/parts
		low, high := from, from
		for i := from; i < to; i++ {
			if values[i] < values[low] {
				low = i
			}
			if values[i] > values[high] {
				high = i
			}
		}
		all = append(all, min(low, high), max(low, high))
	}
	return slices.Compact(append(all, n-1))
}

// pick returns a series with the points at the given indexes.
func pick(s chart.Series, places []int) chart.Series {
	of := func(column []float64) []float64 {
		if len(column) == 0 {
			return nil
		}
		some := make([]float64, len(places))
		for i, p := range places {
			some[i] = column[p]
		}
		return some
	}
	return chart.Series{Name: s.Name, X: of(s.X), Y: of(s.Y), Lo: of(s.Lo), Hi: of(s.Hi), Raw: of(s.Raw)}
}
