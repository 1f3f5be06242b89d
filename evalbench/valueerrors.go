//go:build !site

package evalbench

import (
	"cmp"
	"math"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// ValueErrors are the errors of an evaluator over some positions.
type ValueErrors struct {
	N    int     `json:"positions" short:"positions" unit:"positions" meaning:"positions that were evaluated"`
	RMSE Summary `json:"equity_rmse" short:"rmse" unit:"points" better:"lower" table:"true" meaning:"root mean square error of the equity on labelled positions"`

	// The root mean square error without the part that the labels' standard errors
	// explain; null unless all labels have standard errors, as Known of them have.
	Beyond *float64 `json:"equity_rmse_beyond_noise" short:"rmse_beyond_noise" unit:"points" better:"lower" meaning:"the same without the part that the errors of the labels explain"`
	Known  int      `json:"-"`

	Mean   Summary                 `json:"equity_mean_absolute_error" short:"mae" unit:"points" better:"lower" meaning:"mean absolute error of the equity"`
	Bias   Summary                 `json:"equity_bias" short:"bias" unit:"points" meaning:"mean error of the equity"` // mean error of the equity
	Output [engine.Outputs]float64 `json:"output_rmse"`                                                               // win, win_gammon, win_backgammon, lose_gammon, lose_backgammon

	Width     float64             `json:"histogram_width"`
	Histogram [HistogramCells]int `json:"histogram"` // numbers of errors from i to i+1 times the width; the last cell has no upper end
}

// The cells of error histograms: each is a hundredth of a point wide.
const (
	HistogramCells = 31
	HistogramWidth = 0.01
)

// MeasureValues returns the errors of the evaluations answers of rows, in the same order.
func MeasureValues(rows []datasets.Row, answers []engine.Probabilities) ValueErrors {
	e := ValueErrors{N: len(rows), Width: HistogramWidth}
	var squares, sizes, errors Sample
	var noise float64
	for i := range rows {
		miss := missOf(&rows[i], &answers[i])
		squares.Add(miss * miss)
		sizes.Add(math.Abs(miss))
		errors.Add(miss)
		e.Histogram[min(int(math.Abs(miss)/HistogramWidth), HistogramCells-1)]++
		for k, p := range answers[i] {
			d := float64(p) - float64(rows[i].Probabilities[k])
			e.Output[k] += d * d / float64(len(rows))
		}
		if own := float64(rows[i].EquityError); !math.IsNaN(own) {
			e.Known++
			noise += own * own / float64(len(rows))
		}
	}
	e.RMSE, e.Mean, e.Bias = root(squares.Summary()), sizes.Summary(), errors.Summary()
	for k := range e.Output {
		e.Output[k] = math.Sqrt(e.Output[k])
	}
	if e.Known == e.N {
		beyond := math.Sqrt(max(squares.Mean()-noise, 0))
		e.Beyond = &beyond
	}
	return e
}

// missOf returns the error of the equity of one position.
func missOf(row *datasets.Row, answer *engine.Probabilities) float64 {
	return float64(answer.Equity()) - float64(row.Probabilities.Equity())
}

// root returns the square root of a mean of squares and of the ends of its interval.
func root(s Summary) Summary {
	s.Center, s.Low, s.High = math.Sqrt(max(s.Center, 0)), math.Sqrt(max(s.Low, 0)), math.Sqrt(max(s.High, 0))
	return s
}

// ClassGroup is a part of a set with its evaluations.
type ClassGroup struct {
	Class   string // "" for all classes
	Rows    []datasets.Row
	Answers []engine.Probabilities
}

// ByClass returns a group of all rows and evaluations, then, if there are several
// classes, one group for each class.
func ByClass(rows []datasets.Row, answers []engine.Probabilities) []ClassGroup {
	groups := []ClassGroup{{Rows: rows, Answers: answers}}
	for _, class := range []engine.Class{engine.Contact, engine.Crashed, engine.Race} {
		g := ClassGroup{Class: class.String()}
		for i := range rows {
			if rows[i].Class == class {
				g.Rows, g.Answers = append(g.Rows, rows[i]), append(g.Answers, answers[i])
			}
		}
		if len(g.Rows) > 0 && len(g.Rows) < len(rows) {
			groups = append(groups, g)
		}
	}
	return groups
}

// partsOf returns the errors of evaluations by class and kind.
func partsOf(rows []datasets.Row, answers []engine.Probabilities) []PartError {
	sums := partSums{}
	for i := range rows {
		miss := missOf(&rows[i], &answers[i])
		sums.add(rows[i].Class.String(), 1, miss*miss)
		for _, kind := range board.Kinds() {
			if kind.Of(&rows[i].Position) {
				sums.add(string(kind), 1, miss*miss)
			}
		}
	}
	return sums.list()
}

// Miss is a position with its evaluation and error.
type Miss struct {
	ID     string         `json:"position_id"`
	Class  string         `json:"class"`
	Error  float64        `json:"error"`                // error of the equity
	Noise  *float64       `json:"label_standard_error"` // of the label's equity, nil if unknown
	Label  engine.Chances `json:"label"`
	Answer engine.Chances `json:"answer"`

	Position board.Position `json:"-"`
}

// Worst returns the n positions with the largest errors of the equity, the worst
// first.
func Worst(rows []datasets.Row, answers []engine.Probabilities, n int) []Miss {
	all := make([]Miss, len(rows))
	for i := range rows {
		r := &rows[i]
		all[i] = Miss{
			r.Position.ID(), r.Class.String(), missOf(r, &answers[i]), plaintext.Known(float64(r.EquityError)),
			engine.NewChances(&r.Probabilities, r.Probabilities.Equity()), engine.NewChances(&answers[i], answers[i].Equity()), r.Position,
		}
	}
	slices.SortStableFunc(all, func(a, b Miss) int { return cmp.Compare(math.Abs(b.Error), math.Abs(a.Error)) })
	return all[:min(n, len(all))]
}
