package datasets

import (
	"fmt"

	"gammonlab/engine"
)

// BadRow is the error of readers of text about a row that cannot be taken. The
// reader may be used on: it goes on with the next row.
type BadRow struct {
	File string
	Line int // from 1
	Err  error
}

// Error says where the row stands and what is wrong with it.
func (b *BadRow) Error() string { return fmt.Sprintf("%s:%d: %v", b.File, b.Line, b.Err) }

// Unwrap returns what is wrong with the row.
func (b *BadRow) Unwrap() error { return b.Err }

// rounding is how far a probability may always be outside of 0 to 1: sums of
// databases are, by a float32's last bit.
const rounding = 1e-6

// Clamp projects p onto valid, ordered probabilities where it is off by at most
// noise, as those of luck-adjusted rollouts are, and reports whether any value was
// off by more than a float32's last bits. What is out of order by no more than
// [Slack] stays as it is.
func Clamp(p *engine.Probabilities, noise float32) (moved bool) {
	margin := max(noise, rounding)
	for k, v := range p {
		if in := min(max(v, 0), 1); v != in && v >= -margin && v <= 1+margin {
			moved = moved || v < -rounding || v > 1+rounding
			p[k] = in
		}
	}
	for _, pair := range parts { // each whole comes before its part
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
