package cube

import (
	"fmt"

	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// Worth is a value as normalised equity and, in matches, as match-winning chance.
type Worth struct {
	Equity float64  `json:"equity"`
	MWC    *float64 `json:"mwc,omitempty"`
}

// Worth returns a value at the stakes in both units.
func (st *Stakes) Worth(value float64) Worth {
	w := Worth{Equity: st.Equity(value)}
	if st.match != nil {
		w.MWC = &value
	}
	return w
}

// Valuation is what probabilities are worth to the player on roll at a state of the cube,
// without look-ahead.
type Valuation struct {
	Probabilities engine.Chances `json:"probabilities"` // with the cubeless money equity
	Dead          Worth          `json:"dead"`          // with a dead cube: cubeless
	Live          Worth          `json:"live"`          // both sides double at exactly the right moment

	// Efficiency is the share of the difference of these two values that counts, before and
	// after a double; nil where it is not used: of an exact value, of a cube that nobody can
	// use, and after a double if there is none.
	Efficiency        *float64 `json:"efficiency,omitempty"`
	EfficiencyDoubled *float64 `json:"efficiency_doubled,omitempty"`

	NoDouble   Worth  `json:"no_double"`
	DoubleTake *Worth `json:"double_take,omitempty"` // nil if the player may not double
	DoublePass *Worth `json:"double_pass,omitempty"`
	Action     string `json:"action"` // correct cube action of both sides, in words
}

// Valuation returns what the probabilities of a leaf are worth.
func (st *Stakes) Valuation(l *Leaf) *Valuation {
	d := st.Decide(l)
	v := &Valuation{
		Probabilities: engine.NewChances(&l.Chances, l.Chances.Equity()),
		Dead:          st.Worth(st.Dead(&l.Chances)), Live: st.Worth(st.Live(&l.Chances)),
		Efficiency: st.used(l), NoDouble: st.Worth(d.Values.NoDouble), Action: d.String(),
	}
	if st.doubled != nil {
		take, pass := st.Worth(d.Values.DoubleTake), st.Worth(d.Values.DoublePass)
		v.DoubleTake, v.DoublePass, v.EfficiencyDoubled = &take, &pass, st.doubled.used(l)
	}
	return v
}

// used returns the efficiency with which the value of a leaf is computed, nil if it is not
// used.
func (st *Stakes) used(l *Leaf) *float64 {
	switch {
	case st.match == nil && l.Exact && st.state.MaxCube == 0, st.DeadCube(), st.match == nil && st.state.doublesLeft() == 0:
		return nil
	case st.match != nil:
		return new(l.matchEfficiency(st))
	}
	return new(l.share(st))
}

// Text returns the probabilities, a table of the values, and the action.
func (v *Valuation) Text() string {
	p := v.Probabilities.Probabilities()
	return fmt.Sprintf("%s\n%s\ncubeless money equity %+.3f\n\n%s\n%s\n", engine.ProbabilityHeader, p.Columns(), v.Probabilities.Equity,
		v.Table(), plaintext.Capital(v.Action))
}

// Table returns the values as a table.
func (v *Valuation) Table() string {
	t := plaintext.Table{Left: []int{0}, Head: []string{"", "equity"}}
	if v.Dead.MWC != nil {
		t.Head = append(t.Head, "match won")
	}
	t.Head = append(t.Head, "efficiency")
	row := func(name string, w *Worth, efficiency *float64) {
		cells := []string{name, fmt.Sprintf("%+.3f", w.Equity)}
		if w.MWC != nil {
			cells = append(cells, plaintext.Percentage(*w.MWC))
		}
		if efficiency != nil {
			cells = append(cells, fmt.Sprintf("%.3f", *efficiency))
		}
		t.Add(cells...)
	}
	row("dead cube (cubeless)", &v.Dead, nil)
	row("live cube", &v.Live, nil)
	row("no double", &v.NoDouble, v.Efficiency)
	if v.DoubleTake != nil {
		row("double, take", v.DoubleTake, v.EfficiencyDoubled)
		row("double, pass", v.DoublePass, nil)
	}
	return t.Text()
}

// Conversions are normalised equities with the match-winning chances that they are at a score
// and a cube.
type Conversions []Worth

// Text returns a table.
func (c Conversions) Text() string {
	t := plaintext.Table{Head: []string{"equity", "match won"}}
	for i := range c {
		t.Add(fmt.Sprintf("%+.4f", c[i].Equity), fmt.Sprintf("%.3f%%", 100**c[i].MWC))
	}
	return t.Text()
}
