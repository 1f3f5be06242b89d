package openings

import (
	"cmp"
	"slices"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/rollout"
)

// playsOf returns the plays of a rollout, the best first.
func playsOf(r *rollout.Result, st *cube.Stakes) []Play {
	outcomes := slices.Clone(r.Outcomes)
	slices.SortStableFunc(outcomes, func(a, b rollout.Outcome) int {
		return cmp.Compare(b.Mean[rollout.Value], a.Mean[rollout.Value])
	})
	state := st.State()
	plays := make([]Play, len(outcomes))
	for i := range outcomes {
		o := &outcomes[i]
		var p engine.Probabilities
		for k := range p {
			p[k] = float32(o.Mean[k])
		}
		plays[i] = Play{
			Move: o.Alternative.Name, Cubeful: st.Equity(o.Mean[rollout.Value]), Error: st.EquityError(o.Error[rollout.Value]),
			Chances: engine.NewChances(&p, float32(o.Mean[rollout.Cubeless])), Trials: o.Trials, ResultID: o.Alternative.Position.ID(),
			Equal: i > 0 && rollout.Distance(&outcomes[0].Estimate, &o.Estimate) <= 1,
		}
		if state.IsMatch() {
			mwc := o.Mean[rollout.Value]
			plays[i].MWC = &mwc
		}
	}
	return plays
}
