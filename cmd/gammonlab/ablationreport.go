package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"gammonlab/internal/chart"
	"gammonlab/nets"
	"gammonlab/supervised/ablate"
)

// ablation is what features ablate prints.
type ablation struct {
	Model        string      `json:"model,omitempty"`
	Set          string      `json:"set,omitempty"` // of the net that was trained instead
	Data         string      `json:"data"`
	Positions    int         `json:"positions"`
	Over         int         `json:"skipped_over"`
	OtherClass   int         `json:"skipped_other_classes"`
	TrainedOn    int         `json:"trained_on,omitempty"` // positions
	Epochs       int         `json:"epochs,omitempty"`     // up to the best
	Permutations int         `json:"permutations"`
	Seed         uint64      `json:"seed"`
	Nets         []netWorth  `json:"nets"`
	Unasked      []nets.Part `json:"nets_without_positions,omitempty"`
}

// netWorth is what the groups are worth to one net.
type netWorth struct {
	Part      nets.Part `json:"part"`
	Shape     string    `json:"shape"`
	Features  string    `json:"features"`
	Positions int       `json:"positions"` // measured on
	lossValues
	Groups []groupWorth `json:"groups"`
}

// lossValues are a loss, or what is added to one.
type lossValues struct {
	Divergence float64 `json:"loss"`            // nats a position
	Equity     float64 `json:"equity_rmse_meq"` // thousandths of a point
}

// groupWorth is what a group is worth: all values are added to the net's loss.
type groupWorth struct {
	Group    string `json:"group"`
	Inputs   int    `json:"inputs"`
	Shuffled struct {
		lossValues
		LossSE float64 `json:"loss_se"`
		MEqSE  float64 `json:"equity_rmse_meq_se"`
	} `json:"shuffled"`
	LeftOut lossValues  `json:"left_out"`
	Retrain *lossValues `json:"trained_without,omitempty"`
}

// add appends what was measured of a net.
func (a *ablation) add(part nets.Part, net *nets.Net, r *ablate.Result) {
	spec := net.Spec()
	w := netWorth{
		Part: part, Shape: spec.String(), Features: spec.Features, Positions: r.Base.Positions(),
		lossValues: lossValues{r.Base.Divergence(), r.Base.Equity()},
	}
	for _, e := range r.Groups {
		g := groupWorth{Group: e.Name, Inputs: len(e.Inputs), LeftOut: lossValues(e.LeftOut), Retrain: (*lossValues)(e.Retrain)}
		g.Shuffled.lossValues = lossValues(e.Shuffled)
		g.Shuffled.LossSE, g.Shuffled.MEqSE = e.Error.Divergence, e.Error.Equity
		w.Groups = append(w.Groups, g)
	}
	a.Nets = append(a.Nets, w)
}

// retrained reports whether nets were trained without groups.
func (w *netWorth) retrained() bool { return len(w.Groups) > 0 && w.Groups[0].Retrain != nil }

// text is the report as aligned tables, one for each net.
func (a *ablation) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d positions", a.Data, a.Positions)
	if a.TrainedOn > 0 {
		fmt.Fprintf(&b, ", %d to train on, best after %d epochs", a.TrainedOn, a.Epochs)
	}
	b.WriteByte('\n')
	if a.Over > 0 {
		fmt.Fprintf(&b, "skipped: %d where the game is over\n", a.Over)
	}
	if a.OtherClass > 0 {
		fmt.Fprintf(&b, "skipped: %d of other classes\n", a.OtherClass)
	}
	for _, part := range a.Unasked {
		fmt.Fprintf(&b, "%s: no position for this net\n", part)
	}
	for i := range a.Nets {
		b.WriteByte('\n')
		a.Nets[i].write(&b)
	}
	return b.String()
}

// write appends the table of a net.
func (w *netWorth) write(b *strings.Builder) {
	width := len("GROUP")
	for _, g := range w.Groups {
		width = max(width, len(g.Group))
	}
	fmt.Fprintf(b, "%s: %s over %s, measured on %d positions\nloss %.5f nats, equity error %.1f mEq (RMS); what is added to them:\n\n",
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

// bars draws the losses of the report.
func (a *ablation) bars() chart.Bars {
	name := filepath.Base(a.Model)
	if a.Model == "" {
		name = "a net over " + a.Set
	}
	bars := chart.Bars{
		Title:    "What inputs are worth to " + name,
		Measured: fmt.Sprintf("each group shuffled %d times among the positions, or held at its mean", a.Permutations),
		XLabel:   "loss that is added, in nats a position",
		Series:   []string{"shuffled, with standard error", "held at the mean"},
	}
	for i := range a.Nets {
		w := &a.Nets[i]
		if w.retrained() && i == 0 {
			bars.Series = append(bars.Series, "trained without")
		}
		bars.Sections = append(bars.Sections, w.section())
	}
	return bars
}

// section returns a net's part of the bars.
func (w *netWorth) section() chart.Section {
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
