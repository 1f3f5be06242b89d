package ablate

import (
	"fmt"
	"path/filepath"
	"strings"

	"gammonlab/internal/chart"
	"gammonlab/internal/plaintext"
)

// retrained reports whether nets were trained without groups.
func (w *NetReport) retrained() bool { return len(w.Groups) > 0 && w.Groups[0].Retrain != nil }

// Text returns aligned tables, one for each net.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d %s", r.Data, r.Positions, plaintext.Noun(r.Positions, "position", "positions"))
	if r.TrainedOn > 0 {
		fmt.Fprintf(&b, ", %d training positions, best after %d %s", r.TrainedOn, r.Epochs, plaintext.Noun(r.Epochs, "epoch", "epochs"))
	}
	b.WriteByte('\n')
	if r.Over > 0 {
		fmt.Fprintf(&b, "skipped: %d where the game is over\n", r.Over)
	}
	if r.OtherClass > 0 {
		fmt.Fprintf(&b, "skipped: %d of other classes\n", r.OtherClass)
	}
	for _, part := range r.Unasked {
		fmt.Fprintf(&b, "%s: no position for this net\n", part)
	}
	for i := range r.Nets {
		b.WriteByte('\n')
		r.Nets[i].write(&b)
	}
	return b.String()
}

// write appends the table of a net.
func (w *NetReport) write(b *strings.Builder) {
	width := len("GROUP")
	for _, g := range w.Groups {
		width = max(width, len(g.Group))
	}
	fmt.Fprintf(b, "%s: %s over %s, measured on %d positions\nloss %.5f nats, equity error %.1f mEq (RMS); increases without a group:\n\n",
		w.Part, w.Shape, w.Features, w.Positions, w.Divergence, w.Equity)
	head := fmt.Sprintf("%*s  %-37s  %-18s", width+8, "", "SHUFFLED", "HELD AT THE MEAN")
	names := fmt.Sprintf("%-*s  INPUTS  %19s  %16s  %9s  %7s", width, "GROUP", "loss ± s.e.", "mEq ± s.e.", "loss", "mEq")
	if w.retrained() {
		head += "  TRAINED WITHOUT"
		names += fmt.Sprintf("  %9s  %7s", "loss", "mEq")
	}
	fmt.Fprintf(b, "%s\n%s\n", strings.TrimRight(head, " "), names)
	for _, g := range w.Groups {
		fmt.Fprintf(b, "%-*s  %6d  %+9.5f ± %.5f  %+8.1f ± %5.1f  %+9.5f  %+7.1f", width, g.Group, g.Inputs,
			g.Shuffled.Divergence, g.Shuffled.LossSE, g.Shuffled.Equity, g.Shuffled.MEqSE, g.LeftOut.Divergence, g.LeftOut.Equity)
		if g.Retrain != nil {
			fmt.Fprintf(b, "  %+9.5f  %+7.1f", g.Retrain.Divergence, g.Retrain.Equity)
		}
		b.WriteByte('\n')
	}
}

// Draw writes the losses as bars to a PNG, SVG or PDF file, by the extension.
func (r *Report) Draw(path string) error { return r.bars().Write(path) }

func (r *Report) bars() chart.Bars {
	name := filepath.Base(r.Model)
	if r.Model == "" {
		name = "a net over " + r.Set
	}
	bars := chart.Bars{
		Title:    "Importance of the inputs of " + name,
		Measured: fmt.Sprintf("each group shuffled %d times among the positions, or held at its mean", r.Permutations),
		XLabel:   "increase of the loss, nats per position",
		Series:   []string{"shuffled, with standard error", "held at the mean"},
	}
	for i := range r.Nets {
		w := &r.Nets[i]
		if w.retrained() && i == 0 {
			bars.Series = append(bars.Series, "trained without")
		}
		bars.Sections = append(bars.Sections, w.section())
	}
	return bars
}

// section returns a net's part of the bars.
func (w *NetReport) section() chart.Section {
	s := chart.Section{Name: fmt.Sprintf("%s: %s on %d positions", w.Part, w.Shape, w.Positions)}
	for _, g := range w.Groups {
		row := chart.Row{
			Name: g.Group, Values: []float64{g.Shuffled.Divergence, g.LeftOut.Divergence}, Margins: []float64{g.Shuffled.LossSE},
		}
		if g.Retrain != nil {
			row.Values = append(row.Values, g.Retrain.Divergence)
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}
