package generate

import (
	"context"
	"math"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/internal/workers"
)

// hyperTable has the records during the computation. The record of (own, opp)
// is at opp·n + own: the plays of one side, for all boards of the opponent in
// turn, then read a few dozen rows from beginning to end.
type hyperTable struct {
	checkers, n int
	index       *bearoff.Index
	boards      []hyperBoard
	plans       []*hyperPlan
	keys        []hyperKeys
	rest        []hyperRest
}

func newHyperTable(ctx context.Context, checkers, goroutines int) *hyperTable {
	x := bearoff.NewIndex(hyperPoints, checkers)
	n := x.Len()
	h := &hyperTable{
		checkers: checkers, n: n, index: x,
		boards: newHyperBoards(x),
		plans:  make([]*hyperPlan, n),
		keys:   make([]hyperKeys, n*n),
		rest:   make([]hyperRest, n*n),
	}
	planners := make([]*hyperPlanner, goroutines)
	for i := range planners {
		planners[i] = newHyperPlanner(x)
	}
	workers.Each(ctx, h, planners, n, func(h *hyperTable, p *hyperPlanner, u int) {
		h.plans[u] = p.make(&h.boards[u].side)
		h.startRow(u)
	})
	return h
}

// startRow initialises the records in which the opponent has number opp.
func (h *hyperTable) startRow(opp int) {
	for own := range h.n {
		var v hyperValue
		switch h.class(own, opp) {
		case hyperIllegal:
		case hyperOver:
			v = hyperResult(&h.boards[own].side, &h.boards[opp].side, h.checkers)
		default:
			v = hyperStart()
		}
		h.set(own, opp, &v)
	}
}

func (h *hyperTable) class(own, opp int) hyperClass {
	return hyperClassOf(&h.boards[own], &h.boards[opp])
}

// playable reports whether the iteration computes the record.
func (h *hyperTable) playable(own, opp int) bool {
	return own != 0 && opp != 0 && h.boards[own].own&h.boards[opp].held == 0
}

func (h *hyperTable) set(own, opp int, v *hyperValue) {
	at := opp*h.n + own
	h.keys[at], h.rest[at] = v.keys(), v.hyperRest
}

func (h *hyperTable) value(own, opp int) (v hyperValue) {
	at := opp*h.n + own
	v.hyperRest = h.rest[at]
	v.setKeys(&h.keys[at])
	return v
}

// step recomputes a record from the present values of the others.
func (h *hyperTable) step(own, opp int, sum *hyperValue) {
	*sum = hyperValue{}
	plan, facing := h.plans[own], &h.boards[opp]
	rolls := &plan.rolls[facing.blocked]
	var best hyperBest
	var outputs [21]*[5]float32 // read last and together, because they are rarely in the cache
	for i := range rolls {
		roll := &rolls[i]
		switch {
		case roll.full == roll.fullTo:
			best.at = uint32(own*h.n + opp)
			h.addDance(sum, best.at, hyperWeights[i])
		case roll.reach&facing.blots == 0:
			h.bestQuiet(plan.quiet[roll.quiet:roll.quietTo], uint32(opp), &best)
			sum.add(&best, hyperWeights[i])
		default:
			h.bestFull(plan.full[roll.full:roll.fullTo], facing, &best)
			sum.add(&best, hyperWeights[i])
		}
		outputs[i] = &h.rest[best.at].outputs
	}
	for i, p := range outputs {
		sum.addOutputs(p, hyperWeights[i])
	}
	sum.divide()
}

// hyperBest has the maximum of every key over the plays of a roll.
type hyperBest struct {
	equity, owned, centred, jacoby, opponent int32
	at                                       uint32 // record of the best cubeless equity
}

// bestQuiet finds the best of the plays if none hits.
func (h *hyperTable) bestQuiet(rows []uint32, opp uint32, best *hyperBest) {
	const least = math.MinInt32
	var at uint32
	var equity, owned, centred, jacoby, opponent int32 = least, least, least, least, least
	for _, row := range rows {
		i := row + opp
		k := &h.keys[i]
		if k[0] >= equity { // the last of equals
			at = i
		}
		equity = max(equity, k[0])
		owned = max(owned, k[1])
		centred = max(centred, k[2])
		jacoby = max(jacoby, k[3])
		opponent = max(opponent, k[4])
	}
	*best = hyperBest{equity, owned, centred, jacoby, opponent, at}
}

// bestFull finds the best of the plays if some may hit. It differs from
// bestQuiet only in finding the record of a play; a function call for that
// would take longer than everything else.
func (h *hyperTable) bestFull(plays []hyperChoice, facing *hyperBoard, best *hyperBest) {
	const least = math.MinInt32
	var at uint32
	var equity, owned, centred, jacoby, opponent int32 = least, least, least, least, least
	for p := range plays {
		play := &plays[p]
		if play.same[0]&facing.blots == 0 || play.same[1]&facing.blots == 0 {
			continue
		}
		i := play.row + facing.afterLanding(play.landed)
		k := &h.keys[i]
		if k[0] >= equity {
			at = i
		}
		equity = max(equity, k[0])
		owned = max(owned, k[1])
		centred = max(centred, k[2])
		jacoby = max(jacoby, k[3])
		opponent = max(opponent, k[4])
	}
	*best = hyperBest{equity, owned, centred, jacoby, opponent, at}
}

// add adds the equities of the best plays of a roll.
func (v *hyperValue) add(best *hyperBest, weight float32) {
	v.equity += float32(weight * hyperFloat(best.equity))
	v.owned += float32(weight * hyperFloat(best.owned))
	v.centred += float32(weight * hyperFloat(best.centred))
	v.jacoby += float32(weight * hyperFloat(best.jacoby))
	v.opponent += float32(weight * hyperFloat(best.opponent))
}

// addDance adds the equities of a roll that cannot be played; the next record
// is at the given index.
func (h *hyperTable) addDance(sum *hyperValue, at uint32, weight float32) {
	rest := &h.rest[at]
	var v hyperValue
	v.setKeys(&h.keys[at])
	sum.equity -= float32(weight * v.equity)
	sum.owned -= float32(weight * rest.owned)
	sum.centred -= float32(weight * rest.centred)
	sum.jacoby -= float32(weight * rest.jacoby)
	sum.opponent -= float32(weight * v.opponent)
}

// addOutputs adds probabilities from the other player's point of view. A loop
// over a swapped copy would take most of the time of a sweep.
func (v *hyperValue) addOutputs(p *[5]float32, weight float32) {
	v.outputs[0] += float32(weight * (1 - p[0]))
	v.outputs[1] += float32(weight * p[3])
	v.outputs[2] += float32(weight * p[4])
	v.outputs[3] += float32(weight * p[1])
	v.outputs[4] += float32(weight * p[2])
}

// divide converts a sum over the 36 throws of two dice to the mean.
func (v *hyperValue) divide() {
	for i := range v.outputs {
		v.outputs[i] *= hyperShare
	}
	v.equity *= hyperShare
	v.owned *= hyperShare
	v.centred *= hyperShare
	v.jacoby *= hyperShare
	v.opponent *= hyperShare
}

// hyperShare is the probability of a throw of two dice, rounded to float32.
const hyperShare = float32(1) / 36

// hyperWeights has the number of throws for each of [board.Rolls].
var hyperWeights = func() (weights [21]float32) {
	for i, roll := range board.Rolls {
		weights[i] = 2
		if roll.Double() {
			weights[i] = 1
		}
	}
	return weights
}()
