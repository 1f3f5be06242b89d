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
