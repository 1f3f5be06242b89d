package reason

import (
	"cmp"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// outcomes is a set of outcomes, bit i for index i of [engine.Probabilities].
type outcomes uint8

// The outcomes that signs can serve. Backgammons count with the gammons.
const (
	wins        outcomes = 1 << engine.Win
	gammonsWon  outcomes = 1<<engine.WinGammon | 1<<engine.WinBackgammon
	gammonsLost outcomes = 1<<engine.LoseGammon | 1<<engine.LoseBackgammon
)

const (
	mainPart   = 0.3   // of the cost, which an outcome must make to be given
	shownLeast = 0.002 // smallest difference of an outcome that is given, as a share of the games
	mostSigns  = 3     // number of signs at most
)

// outcomeWords has the name and the clause of each outcome.
var outcomeWords = [engine.Outputs][2]string{
	engine.Win:            {"wins", "wins more games"},
	engine.WinGammon:      {"gammons won", "wins more gammons"},
	engine.WinBackgammon:  {"backgammons won", "wins more backgammons"},
	engine.LoseGammon:     {"gammons lost", "loses fewer gammons"},
	engine.LoseBackgammon: {"backgammons lost", "loses fewer backgammons"},
}

// OfPlay says why the best play from a position is better than another play, at the stakes, nil
// without the cube. The plays must be evaluated alike; there is no reason if they have different
// plies, or if the other one costs nothing.
func OfPlay(pos *board.Position, st *cube.Stakes, best, other *advice.Choice) Reason {
	cost := float64(best.Worth() - other.Worth())
	if cost <= 0 || best.Plies != other.Plies || (best.Rolled == nil) != (other.Rolled == nil) {
		return Reason{}
	}
	gains, served := gains(st, cost, best.Probabilities(), other.Probabilities())
	if len(gains) == 0 {
		return Reason{}
	}
	r := Reason{Gains: gains}
	before, own, others := pos, best.Play.Result.Swap(), other.Play.Result.Swap()
	for i := range signs {
		s := &signs[i]
		if s.serves&served == 0 || s.race == (own.Contact() || others.Contact()) {
			continue
		}
		if q, ok := s.of(before, &own, &others); ok && q.Holds() && len(r.Signs) < mostSigns {
			q.Name = s.name
			r.Signs = append(r.Signs, q)
		}
	}
	return r
}

// gains returns the outcomes that make a large part of the cost, the largest part first, and the
// set of these outcomes. There are none if the outcomes together are worse with the best play: then
// the cube makes the difference.
func gains(st *cube.Stakes, cost float64, best, other engine.Probabilities) (all []Quantity, served outcomes) {
	prices := cube.Prices{WinGammon: 1, WinBackgammon: 1, LoseGammon: 1, LoseBackgammon: 1}
	if st != nil {
		prices = st.Prices()
	}
	if prices.Utility(&best) <= prices.Utility(&other) {
		return nil, 0
	}
	worth := [engine.Outputs]float64{2, prices.WinGammon, prices.WinBackgammon, -prices.LoseGammon, -prices.LoseBackgammon}
	var part [engine.Outputs]float64
	var order []int
	for i := range part {
		difference := float64(best[i]) - float64(other[i])
		part[i] = worth[i] * difference
		if part[i] >= mainPart*cost && max(difference, -difference) >= shownLeast {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(part[b], part[a]) })
	for _, i := range order {
		b, o := float64(best[i]), float64(other[i])
		all = append(all, Quantity{outcomeWords[i][0], b, o, worth[i] > 0, outcomeWords[i][1] + " " + against(b, o)})
		served |= 1 << i
	}
	return all, served
}
