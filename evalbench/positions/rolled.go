package positions

import (
	"encoding/binary"
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/advice"
)

// Rolled are other rollouts of decisions, such as those by another net. They answer as a player
// would, and state their equities.
type Rolled struct {
	Name      string // among the players
	Decisions []Decision
}

// answers returns the answers to those of the decisions that were rolled out.
func (r *Rolled) answers(decisions []Decision) (Answers, error) {
	all := Answers{Name: r.Name}
	rolled := map[spot]*Decision{}
	for i := range r.Decisions {
		rolled[r.Decisions[i].spot()] = &r.Decisions[i]
	}
	var gen board.Generator
	for i := range decisions {
		d := &decisions[i]
		own := rolled[d.spot()]
		if q := d.query(true); own != nil && q.ask != askNothing {
			all.Judged = append(all.Judged, d.judge(&q, own.answer(&q, &gen), &gen)...)
		}
	}
	if len(all.Judged) == 0 {
		return all, fmt.Errorf("%s has none of the decisions", r.Name)
	}
	return all, nil
}

// answer returns the answer to a query, see [answerSizes], that the decision's own values give.
func (d *Decision) answer(q *query, gen *board.Generator) []byte {
	if q.ask == askPlay {
		best := slices.IndexFunc(gen.Plays(&q.pos, q.roll), func(p board.Play) bool { return p.Result == d.Moves[0].Result })
		return binary.LittleEndian.AppendUint16(nil, uint16(best))
	}
	own := d.alternatives()
	w, answers := advice.WeighDouble(own, false), advice.WeighAnswers(own, false, false)
	return q.appendCube(nil, w.Double > w.NoDouble, answers.Best() == game.Take, own)
}
