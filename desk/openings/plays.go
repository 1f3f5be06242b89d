package openings

import (
	"cmp"
	"slices"

	"gammonlab/engine/cube"
	"gammonlab/engine/rollout"
)

// playsOf returns the plays of the rollouts by one net or two, the best by the first net
// first.
func playsOf(results []*rollout.Result, st *cube.Stakes) []Play {
	outcomes := results[0].Outcomes
	order := make([]int, len(outcomes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(outcomes[j].Mean[rollout.Value], outcomes[i].Mean[rollout.Value])
	})
	plays := make([]Play, len(order))
	for i, k := range order {
		plays[i] = playOf(&outcomes[k], st)
		plays[i].Equal = i > 0 && slices.ContainsFunc(results, func(r *rollout.Result) bool {
			lead := r.Outcomes[order[0]].Ahead(&r.Outcomes[k])
			return lead.Distance() <= 1
		})
		if len(results) > 1 {
			o := &results[1].Outcomes[k]
			plays[i].Second = &Second{st.Equity(o.Mean[rollout.Value]), st.EquityError(o.Error[rollout.Value]), o.Trials}
		}
	}
	return plays
}

// playOf returns a play with its rollout.
func playOf(o *rollout.Outcome, st *cube.Stakes) Play {
	return Play{
		Move: o.Alternative.Name, Evaluated: o.Mean.Evaluated(st), Error: st.EquityError(o.Error[rollout.Value]),
		Trials: o.Trials, ResultID: o.Alternative.Position.ID(),
	}
}
