// Package cut removes units that hardly ever fire from the nets of a model, and measures what
// that costs.
//
// Not for other modules.
package cut

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/digest"
	"gammonlab/internal/version"
	"gammonlab/nets"
)

// measuredEvery is the share of the positions, one in so many, that measure the loss and are
// not counted.
const measuredEvery = 10

// Cut is a net of a model whose units were cut.
type Cut struct {
	Part      nets.Part `json:"part"`
	Before    string    `json:"before"`                                                                                                  // shape
	After     string    `json:"after"`                                                                                                   // shape
	Positions int       `json:"positions"`                                                                                               // in which the units that fire were counted
	Measured  int       `json:"measured"`                                                                                                // other positions, for the differences
	RMS       float64   `json:"rms" unit:"mEq" better:"lower" meaning:"root mean square difference of the equity from the model before"` // root of the mean squared difference of the equity, mEq
	Largest   float64   `json:"largest" unit:"mEq" better:"lower" meaning:"largest difference of the equity from the model before"`      // largest difference of the equity, mEq
}

// Report has the nets that were cut, as text and JSON.
type Report struct {
	Out  string `json:"out"` // the file of the model
	Nets []Cut  `json:"nets"`
}

// Text returns a line for each net.
func (r *Report) Text() string {
	text := r.Out + "\n"
	for _, c := range r.Nets {
		text += fmt.Sprintf("  %-8s %s → %s by %d positions; on %d others the equity differs by %.3f mEq (rms), %.2f at most\n",
			c.Part, c.Before, c.After, c.Positions, c.Measured, c.RMS, c.Largest)
	}
	return text
}

// Model returns the model without the units of ReLU that fire for at most the given share of
// the positions of the database, each counted for the net that evaluates it. It cuts no
// pruning nets.
func Model(ctx context.Context, m *nets.Model, path string, share float64) (*nets.Model, []Cut, error) {
	counted, measured, err := positionsOf(ctx, m, path)
	if err != nil {
		return nil, nil, err
	}
	smaller := *m
	smaller.Nets, smaller.NoSum = maps.Clone(m.Nets), false
	var cuts []Cut
	for _, part := range nets.Parts() {
		net := m.Nets[part]
		if net == nil || !part.Evaluates() {
			continue
		}
		firing := nets.NewFiring(net)
		for i := range counted[part] {
			firing.Add(&counted[part][i])
		}
		if firing.Positions() == 0 {
			return nil, nil, fmt.Errorf("%s has no positions for the net of %s", path, part)
		}
		cut, err := firing.Cut(share)
		if err != nil {
			return nil, nil, err
		}
		smaller.Nets[part] = cut
		c := Cut{Part: part, Before: net.Spec().String(), After: cut.Spec().String(), Positions: firing.Positions(), Measured: len(measured[part])}
		c.compare(net, cut, measured[part])
		cuts = append(cuts, c)
	}
	smaller.Provenance, err = provenance(m, path, share, cuts)
	return smaller.In(m.Precision), cuts, err
}

// positionsOf returns the positions of the database by the parts of the model.
func positionsOf(ctx context.Context, m *nets.Model, path string) (counted, measured map[nets.Part][]board.Position, err error) {
	f, err := datasets.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if v := f.Meta().Variant; v != m.Variant {
		return nil, nil, fmt.Errorf("%s holds positions of %v, the model is for %v", path, v, m.Variant)
	}
	counted, measured = map[nets.Part][]board.Position{}, map[nets.Part][]board.Position{}
	n := 0
	for row, err := range datasets.Rows(f) {
		if err != nil {
			return nil, nil, err
		}
		if n++; n%4096 == 1 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		part := row.Class.Part()
		if part != "" && m.Nets[part] == nil {
			part = nets.All
		}
		if part == "" {
			continue
		}
		if n%measuredEvery == 0 {
			measured[part] = append(measured[part], row.Position)
		} else {
			counted[part] = append(counted[part], row.Position)
		}
	}
	return counted, measured, nil
}

// compare sets the differences of the equities of two nets.
func (c *Cut) compare(before, after *nets.Net, positions []board.Position) {
	a, b := engine.OfNet(before), engine.OfNet(after)
	was, is := make([]engine.Probabilities, len(positions)), make([]engine.Probabilities, len(positions))
	a.Evaluate(was, positions)
	b.Evaluate(is, positions)
	squares := 0.0
	for i := range was {
		off := 1000 * math.Abs(float64(is[i].Equity()-was[i].Equity()))
		squares += off * off
		c.Largest = max(c.Largest, off)
	}
	if len(was) > 0 {
		c.RMS = math.Sqrt(squares / float64(len(was)))
	}
}

// provenance returns the provenance of the smaller model.
func provenance(parent *nets.Model, path string, share float64, cuts []Cut) (map[string]string, error) {
	sum, err := parent.Digest()
	data, err2 := digest.File(path)
	result, err3 := json.Marshal(cuts)
	return map[string]string{
		"made_by": "gammonlab weights cut",
		"toolkit": version.Toolkit,
		"parent":  sum,
		"config":  fmt.Sprintf(`{"fires":%v}`, share),
		"data":    data,
		"nets":    string(result),
	}, errors.Join(err, err2, err3)
}
