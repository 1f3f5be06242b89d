package upkeep

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"gammonlab/datasets"
	"gammonlab/engine"
)

// Summary has statistics of the rows of a database.
type Summary struct {
	Rows      int64
	Groups    []Group // by class, then by method in the order of [datasets.Methods]; only groups with rows
	Sources   Tally
	Labellers Tally // labellers of the rows that have a labeller
	Weights   Weights
	Cubes     int64 // rows with values by the state of the cube, see [datasets.Cubes.States]
}

// Weights has statistics of the weights of rows.
type Weights struct {
	N        int64   // rows with a weight
	Min, Max float32 // 0 if no row has a weight
	sum      float64
}

func (w *Weights) add(v float32) {
	if w.N == 0 {
		w.Min, w.Max = v, v
	}
	w.N++
	w.Min, w.Max, w.sum = min(w.Min, v), max(w.Max, v), w.sum+float64(v)
}

// Mean returns the mean, NaN without weights.
func (w *Weights) Mean() float64 { return w.sum / float64(w.N) }

// Group has statistics of the rows of a class with one method.
type Group struct {
	Class  engine.Class
	Method datasets.Method
	Rows   int64
	Trials int64        // sum over all labels
	Errors Distribution // known standard errors of the equity
	Equity Histogram    // cubeless equities of the labels
}

// groupName identifies a group.
type groupName struct {
	class  engine.Class
	method datasets.Method
}

// Summarize reads the remaining rows of a file. It takes a few hundred kilobytes.
// progress receives the number of rows read since the last call.
func Summarize(ctx context.Context, from datasets.Reader, progress func(rows int)) (*Summary, error) {
	s := new(Summary)
	groups := map[groupName]*Group{}
	err := datasets.Each(ctx, from, progress, func(r *datasets.Row) error {
		s.Rows++
		s.Sources.add(r.Source)
		if r.HasWeight() {
			s.Weights.add(r.Weight)
		}
		if r.HasCubes() {
			s.Cubes++
		}
		name := groupName{r.Class, r.Method}
		g := groups[name]
		if g == nil {
			g = &Group{Class: r.Class, Method: r.Method}
			groups[name] = g
		}
		g.add(r)
		if r.Method != datasets.Unlabelled && r.Labeller != "" {
			s.Labellers.add(r.Labeller)
		}
		return nil
	})
	s.Groups = inOrder(groups)
	return s, err
}

// inOrder lists groups by class and method.
func inOrder(groups map[groupName]*Group) []Group {
	var list []Group
	for _, g := range groups {
		list = append(list, *g)
	}
	slices.SortFunc(list, func(a, b Group) int {
		return cmp.Or(cmp.Compare(a.Class, b.Class),
			cmp.Compare(slices.Index(datasets.Methods(), a.Method), slices.Index(datasets.Methods(), b.Method)))
	})
	return list
}

// add counts a row.
func (g *Group) add(r *datasets.Row) {
	if g.Rows++; r.Method == datasets.Unlabelled {
		return
	}
	g.Trials += int64(r.Trials)
	g.Equity.add(r.Probabilities.Equity())
	if r.EquityError >= 0 {
		g.Errors.add(r.EquityError)
	}
}

// Distribution summarises many numbers of at least 0: it has their exact count and mean,
// and their quantiles with a relative error of a thousandth. The zero value has no
// numbers.
type Distribution struct {
	N    int64
	sum  float64
	bins map[uint32]int64 // counts by exponent and the first bits of the fraction
}

// binShift leaves nine bits of a float32's fraction.
const binShift = 14

func (d *Distribution) add(v float32) {
	if d.bins == nil {
		d.bins = map[uint32]int64{}
	}
	d.N++
	d.sum += float64(v)
	d.bins[math.Float32bits(max(v, 0))>>binShift]++
}

// Merge adds the numbers of another distribution.
func (d *Distribution) Merge(other *Distribution) {
	if d.bins == nil {
		d.bins = map[uint32]int64{}
	}
	d.N += other.N
	d.sum += other.sum
	for bin, n := range other.bins {
		d.bins[bin] += n
	}
}

// Mean returns the mean, NaN without numbers.
func (d *Distribution) Mean() float64 { return d.sum / float64(d.N) }

// Quantile returns the quantile of the given share, with a relative error of a
// thousandth; NaN without numbers.
func (d *Distribution) Quantile(share float64) float64 {
	wanted, seen := int64(math.Ceil(share*float64(d.N))), int64(0)
	for _, bin := range slices.Sorted(maps.Keys(d.bins)) {
		if seen += d.bins[bin]; seen >= max(wanted, 1) {
			if bin == 0 {
				return 0
			}
			return float64(math.Float32frombits(bin<<binShift | 1<<(binShift-1)))
		}
	}
	return math.NaN()
}

// Between returns the count of numbers from lo to below hi. All numbers of a bin count as
// its middle.
func (d *Distribution) Between(lo, hi float64) int64 {
	n := int64(0)
	for bin, count := range d.bins {
		v := 0.0
		if bin != 0 {
			v = float64(math.Float32frombits(bin<<binShift | 1<<(binShift-1)))
		}
		if v >= lo && v < hi {
			n += count
		}
	}
	return n
}

// Histogram counts equities from -3 to 3 in bins of equal width.
type Histogram struct {
	N    int64
	Bins [HistogramBins]int64
	sum  float64
	sqs  float64
}

// HistogramBins is the number of bins of a [Histogram], each a tenth of a
// point wide.
const HistogramBins = 60

// mostPoints is the largest equity of a cubeless game.
const mostPoints = 3

func (h *Histogram) add(equity float32) {
	h.N++
	h.sum += float64(equity)
	h.sqs += float64(equity) * float64(equity)
	bin := int((float64(equity) + mostPoints) * HistogramBins / (2 * mostPoints))
	h.Bins[min(max(bin, 0), HistogramBins-1)]++
}

// Edge returns the lower edge of bin i.
func (h *Histogram) Edge(i int) float64 { return float64(i)*2*mostPoints/HistogramBins - mostPoints }

// Mean returns the mean, NaN without numbers.
func (h *Histogram) Mean() float64 { return h.sum / float64(h.N) }

// Deviation returns the standard deviation, NaN without numbers.
func (h *Histogram) Deviation() float64 {
	return math.Sqrt(max(h.sqs/float64(h.N)-h.Mean()*h.Mean(), 0))
}

// Merge adds the numbers of another histogram.
func (h *Histogram) Merge(other *Histogram) {
	h.N += other.N
	h.sum += other.sum
	h.sqs += other.sqs
	for i, n := range other.Bins {
		h.Bins[i] += n
	}
}

// Tally counts up to a thousand different texts.
type Tally struct {
	counts map[string]int64
	Others int64 // rows whose text was not among the first thousand
}

const mostNames = 1000

func (t *Tally) add(name string) {
	n, known := t.counts[name]
	switch {
	case !known && len(t.counts) == mostNames:
		t.Others++
		return
	case t.counts == nil:
		t.counts = map[string]int64{}
	}
	t.counts[name] = n + 1
}

// Count is a text and its number of occurrences.
type Count struct {
	Name string `json:"name"`
	Rows int64  `json:"rows"`
}

// Counts lists the texts, the most frequent first.
func (t *Tally) Counts() []Count {
	list := []Count{}
	for name, n := range t.counts {
		list = append(list, Count{name, n})
	}
	slices.SortFunc(list, func(a, b Count) int { return cmp.Or(cmp.Compare(b.Rows, a.Rows), cmp.Compare(a.Name, b.Name)) })
	return list
}
