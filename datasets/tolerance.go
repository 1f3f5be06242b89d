package datasets

import (
	"fmt"

	"gammonlab/engine"
)

// BadRow is the error about an invalid row of a table or text. The next Read continues with
// the next row.
type BadRow struct {
	File string
	Line int // of a text, from 1
	Row  int // of a Parquet file, from 1; 0 in a text
	Err  error
}

// Error returns the file, the line or row, and its error.
func (b *BadRow) Error() string {
	if b.Row > 0 {
		return fmt.Sprintf("%s: row %d: %v", b.File, b.Row, b.Err)
	}
	return fmt.Sprintf("%s:%d: %v", b.File, b.Line, b.Err)
}

// Unwrap returns the error of the row.
func (b *BadRow) Unwrap() error { return b.Err }

// rounding is the distance by which any probability may lie outside of 0 to 1: sums in
// databases can be off by the last bit of a float32.
const rounding = 1e-6

// Clamp projects p onto valid, ordered probabilities. It changes values that are out of
// range or order by at most noise, which happens in luck-adjusted rollouts. It reports
// whether a value was off by more than the last bits of a float32. Disorder up to [Slack]
// stays.
func Clamp(p *engine.Probabilities, noise float32) (moved bool) {
	margin := max(noise, rounding)
	for k, v := range p {
		if in := min(max(v, 0), 1); v != in && v >= -margin && v <= 1+margin {
			moved = moved || v < -rounding || v > 1+rounding
			p[k] = in
		}
	}
	for _, pair := range parts { // each containing outcome comes before its part
		whole := 1 - p[engine.Win]
		if pair.whole != lose {
			whole = p[pair.whole]
		}
		if excess := p[pair.part] - whole; excess > Slack && excess <= noise {
			p[pair.part], moved = whole, true
		}
	}
	return moved
}

// Tolerance decides about labels of other programs that are not valid, or that the rules of
// the game exclude.
type Tolerance struct {
	// Noise is the distance by which probabilities may be out of range or order, see
	// [Clamp], or differ from what the rules leave. They are corrected.
	Noise float32

	// RuleOut corrects labels that are out of order, or that the rules exclude, by any
	// distance, see [engine.Probabilities.Correct].
	RuleOut bool

	moved, ruledOut int64
}

// Margin returns the distance by which a probability may lie outside of 0 to 1.
func (t *Tolerance) Margin() float32 { return max(t.Noise, rounding) }

// Moved returns the number of labels that were corrected within the noise.
func (t *Tolerance) Moved() int64 { return t.moved }

// RuledOut returns the number of labels that were corrected only because of RuleOut.
func (t *Tolerance) RuledOut() int64 { return t.ruledOut }

// Apply corrects the label of a row that has one, and checks the row. It returns an error about the column
// if the row is invalid, or if the rules exclude the label, see [Row.CheckRules].
func (t *Tolerance) Apply(r *Row) error {
	moved := Clamp(&r.Probabilities, t.Noise)
	if err := checkRange(&r.Probabilities); err != nil {
		return err
	}
	excluded := r.CheckRules()
	if excluded != nil || checkOrder(&r.Probabilities) != nil {
		moved = t.correct(r) || moved
		excluded = r.CheckRules()
	}
	if moved {
		t.moved++
	}
	if err := r.Check(); err != nil {
		return err
	}
	return excluded
}

// correct corrects the label of a row to what the rules leave, if the noise or RuleOut allows
// it. It reports whether it did so within the noise.
func (t *Tolerance) correct(r *Row) bool {
	possible := r.Probabilities
	possible.Correct(&r.Position)
	within := distance(&possible, &r.Probabilities) <= t.Noise
	if !within && !t.RuleOut {
		return false
	}
	if !within {
		t.ruledOut++
	}
	r.Probabilities = possible
	return within
}

// distance returns the largest difference of two probabilities.
func distance(p, q *engine.Probabilities) (largest float32) {
	for k := range p {
		largest = max(largest, p[k]-q[k], q[k]-p[k])
	}
	return largest
}
