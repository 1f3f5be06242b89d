package main

import (
	"context"
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// doubling is a cube decision with what it is based on.
type doubling struct {
	pos      board.Position
	class    string
	plies    int
	stakes   *cube.Stakes
	decision *advice.Doubling
}

// double returns the cube decision in a position.
func (h *hinter) double(ctx context.Context, pos board.Position, stakes *cube.Stakes) (*doubling, error) {
	decision, err := h.advice.Double(ctx, &pos, stakes)
	return &doubling{pos, h.class(&pos), h.advice.Plies(), stakes, decision}, err
}

func (d *doubling) write(out *rowWriter, json bool) error {
	if json {
		return d.writeJSON(out)
	}
	return out.block(drawStakes(&d.pos, board.Roll{}, d.class, d.stakes) + "\n" + d.table())
}

// alternatives returns the alternatives as they stand in JSON. Where nobody may
// double, there is but one.
func (d *doubling) alternatives(a *cube.Alternatives) *doubleJSON {
	j := &doubleJSON{NoDouble: a.NoDouble, Optimal: a.Optimal}
	if d.stakes.Doubled() != nil {
		j.DoubleTake, j.DoublePass = &a.DoubleTake, &a.DoublePass
	}
	return j
}

type doubleJSON struct {
	NoDouble   float64  `json:"no_double"`
	DoubleTake *float64 `json:"double_take,omitempty"`
	DoublePass *float64 `json:"double_pass,omitempty"`
	Optimal    float64  `json:"optimal"`
}

func (d *doubling) writeJSON(out *rowWriter) error {
	var mwc *doubleJSON
	if s := d.stakes.State(); s.IsMatch() {
		mwc = d.alternatives(&d.decision.Values)
	}
	var bluff *float64
	if share, ok := d.bluff(); ok {
		bluff = &share
	}
	return out.json(struct {
		ID     string `json:"position_id"`
		Plies  int    `json:"plies"`
		Stakes string `json:"stakes"`
		outcome
		*doubleJSON
		MWC    *doubleJSON `json:"mwc,omitempty"`
		Action string      `json:"action"`
		Bluff  *float64    `json:"wrong_answers,omitempty"` // share at which a wrong double would be as good as none
		Double bool        `json:"double"`                  // a double is right, and matters
		Take   bool        `json:"take"`                    // so is it to take one
	}{
		d.pos.ID(), d.plies, stateWords(d.stakes.State()), newOutcome(&d.decision.Chances, d.decision.Chances.Equity()),
		d.alternatives(&d.decision.Equities), mwc,
		d.decision.String(), bluff, d.decision.Double(), d.decision.Take(),
	})
}

// table lists the alternatives in aligned columns.
func (d *doubling) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "       %s  Cubeless\n%d-ply  %s  %8s\n\n", probabilityHeader, d.plies,
		probabilityColumns(&d.decision.Chances), signed(d.decision.Chances.Equity(), 3))
	s := d.stakes.State()
	mwc := ""
	if s.IsMatch() {
		mwc = "      MWC"
	}
	fmt.Fprintf(&b, "%-14s  Equity    Diff%s\n", "", mwc)
	row := func(name string, equity, value float64) {
		diff := ""
		if equity != d.decision.Equities.Optimal {
			diff = signed(float32(equity-d.decision.Equities.Optimal), 3)
		}
		if mwc != "" {
			mwc = fmt.Sprintf("  %7s", percentage(value))
		}
		line := fmt.Sprintf("%-14s  %s  %6s%s", name, signed(float32(equity), 3), diff, mwc)
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	verb := "Double"
	if d.decision.Redouble {
		verb = "Redouble"
	}
	e, v := &d.decision.Equities, &d.decision.Values
	row("No "+strings.ToLower(verb), e.NoDouble, v.NoDouble)
	if d.stakes.Doubled() != nil {
		row(verb+", take", e.DoubleTake, v.DoubleTake)
		row(verb+", pass", e.DoublePass, v.DoublePass)
	}
	action := d.decision.String()
	fmt.Fprintf(&b, "\nProper cube action: %s", strings.ToUpper(action[:1])+action[1:])
	if share, ok := d.bluff(); ok {
		fmt.Fprintf(&b, " (%s%%)", fixed(float32(100*share), 1))
	}
	b.WriteString("\n")
	return b.String()
}

// bluff returns how many of the answers to a double that is wrong would have to
// be wrong, too, for the double to be as good as none.
func (d *doubling) bluff() (float64, bool) {
	e := &d.decision.Equities
	switch d.decision.Action {
	case cube.NoDoubleTake, cube.NoDoubleBeaver:
		share := (e.NoDouble - e.DoubleTake) / (e.DoublePass - e.DoubleTake)
		return share, share > 0
	case cube.TooGoodPass:
		return (e.NoDouble - e.DoublePass) / (e.DoubleTake - e.DoublePass), true
	}
	return 0, false
}
