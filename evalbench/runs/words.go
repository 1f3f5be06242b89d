package runs

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gammonlab/internal/chart"
	"gammonlab/internal/plaintext"
)

// Better returns 1 if a higher value of the quantity means a better net, -1 if a lower value
// does, and 0 otherwise: losses of training fall also in a net that only remembers its
// positions, losses of self-play depend on the play, and the previous best net is another
// opponent each time.
func (q Quantity) Better() int {
	switch {
	case q.isStrength(), q.Name == "start_ppg":
		return 1
	case q.Name == "validation_loss", q.Name == "divergence", strings.HasPrefix(q.Name, "equity_rmse"):
		return -1
	}
	return 0
}

// Sentences returns a sentence for each series with the last value, its interval, and the
// best value. If neither higher nor lower is better, it has the lowest and the highest
// value instead.
func (c *Chart) Sentences() []string {
	var all []string
	for i := range c.Series {
		all = append(all, c.sentence(&c.Series[i]))
	}
	return all
}

func (c *Chart) sentence(s *chart.Series) string {
	values := s.Y
	if len(s.Raw) > 0 {
		values = s.Raw
	}
	if len(values) == 0 {
		return s.Name + ": not measured."
	}
	low, high := 0, 0
	for i, v := range values {
		if v < values[low] {
			low = i
		}
		if v >= values[high] {
			high = i
		}
	}
	last := len(values) - 1
	text := fmt.Sprintf("%s: %s at %s %s", s.Name, c.value(s, values, last), Number(s.X[last]), c.XLabel)
	at := func(i int) string { return fmt.Sprintf("%s at %s", Number(values[i]), Number(s.X[i])) }
	switch better := c.Quantity.Better(); {
	case values[low] == values[high]:
		return text + "; always the same."
	case better > 0:
		return text + "; the best is " + at(high) + "."
	case better < 0:
		return text + "; the best is " + at(low) + "."
	}
	return text + "; from " + Number(values[low]) + " to " + Number(values[high]) + "."
}

// value formats a value with its interval.
func (c *Chart) value(s *chart.Series, values []float64, i int) string {
	if len(s.Lo) == 0 || s.Lo[i] == s.Hi[i] {
		return Number(values[i])
	}
	return fmt.Sprintf("%s (%s to %s)", Number(values[i]), Number(s.Lo[i]), Number(s.Hi[i]))
}

// Number formats a number with four significant digits and a true minus sign.
func Number(x float64) string {
	text := strconv.FormatFloat(x, 'g', 4, 64)
	if a := math.Abs(x); a >= 1000 && a < 1e15 {
		text = plaintext.Thousands(int64(math.Round(x)))
	} else if a >= 1e-4 && a < 1000 {
		text = strconv.FormatFloat(x, 'f', max(0, 3-int(math.Floor(math.Log10(a)))), 64)
		if strings.Contains(text, ".") {
			text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
		}
	}
	return strings.Replace(text, "-", "−", 1)
}

// Table returns the values of all series as text, in at most most rows: one for the last
// place on the horizontal axis, the others at even distances.
func (c *Chart) Table(most int) (head []string, rows [][]string) {
	head = []string{c.XLabel}
	cells := map[float64][]string{}
	for k := range c.Series {
		s := &c.Series[k]
		head = append(head, s.Name)
		values := s.Y
		if len(s.Raw) > 0 {
			values = s.Raw
		}
		for i, x := range s.X {
			if cells[x] == nil {
				cells[x] = make([]string, len(c.Series))
			}
			cells[x][k] = c.value(s, values, i)
		}
	}
	for _, x := range thinned(sortedKeys(cells), most) {
		rows = append(rows, append([]string{Number(x)}, cells[x]...))
	}
	return head, rows
}
