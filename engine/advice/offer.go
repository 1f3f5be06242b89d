package advice

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/cube"
	"gammonlab/internal/plaintext"
)

// Offer is a double that must be answered, with the values of the answers.
type Offer struct {
	Kind    string   `json:"kind"` // double, beaver or raccoon
	Cube    int      `json:"cube"` // after a take
	To      string   `json:"to"`   // the side that answers: player, who is on roll, or opponent
	Best    string   `json:"best"` // the correct answer
	Answers []Choice `json:"answers"`
}

// The kinds of offers.
const (
	offeredDouble  = "double"
	offeredBeaver  = "beaver"
	offeredRaccoon = "raccoon"
)

// offerOf returns the offer of a match, without answers.
func offerOf(m *board.Match) *Offer {
	o := &Offer{Kind: offeredDouble, Cube: 2 * m.Cube, To: cube.Opponent.String()}
	switch {
	case !game.Beavered(m):
	case m.Turn == m.Roller:
		o.Kind, o.To = offeredBeaver, cube.Player.String()
	default:
		o.Kind = offeredRaccoon
	}
	return o
}

// DecideMatch evaluates the plays of a roll or, for the zero Roll, whether to double, as
// [Adviser.Decide]; if a double, a beaver or a raccoon is on offer in the match, also the answers to
// it. The stakes are those of the match, nil only with a roll.
func (a *Adviser) DecideMatch(ctx context.Context, x *board.XGID, roll board.Roll, st *cube.Stakes) (*Decision, error) {
	if !x.Match.Doubled || roll != (board.Roll{}) || st.Doubled() == nil {
		return a.Decide(ctx, &x.Position, roll, st)
	}
	d := NewDecision(&x.Position, roll, st, a.Plies())
	d.Class = a.Static().ClassOf(&x.Position).String()
	double, err := a.Double(ctx, &x.Position, st)
	if err != nil {
		return nil, err
	}
	d.SetDouble(double, a.Static())
	d.setOffer(double.Offer(&x.Match, st, d.Plies))
	return &d, nil
}

// Offer returns the double on offer in the match with its answers. The stakes are those of the
// decision.
func (d *Doubling) Offer(m *board.Match, st *cube.Stakes, plies int) *Offer {
	state, o := st.State(), offerOf(m)
	answers := d.Answers(m, state.MayBeaver() && o.Kind != offeredRaccoon)
	o.Answers = answers.Choices(plies, state.IsMatch())
	o.Best = o.name(answers.Best().String())
	for i := range o.Answers {
		o.Answers[i].Move = o.name(o.Answers[i].Move)
	}
	return o
}

// setOffer sets the answers to an offer. After a beaver they are the decision.
func (d *Decision) setOffer(o *Offer) {
	if d.Offer = o; o.Kind != offeredDouble {
		d.Action, d.Verdict.Double, d.Verdict.Take, d.Wrong = o.Best, false, o.Best != "pass", 0
	}
}

// name returns the name of an answer: a beaver of a beaver is a raccoon.
func (o *Offer) name(answer string) string {
	if answer == offeredBeaver && o.Kind == offeredBeaver {
		return offeredRaccoon
	}
	return answer
}

// Text describes the offer and lists the answers.
func (o *Offer) Text() string {
	who := map[string]string{cube.Player.String(): "player on roll", cube.Opponent.String(): "opponent"}[o.To]
	t := plaintext.Table{Left: []int{0}, Rows: choiceCells("Answer        ", o.Answers)}
	return fmt.Sprintf("A %s to %d is on offer to the %s.\n\n%s\nProper answer: %s\n", o.Kind, o.Cube, who, t.Text(), plaintext.Capital(o.Best))
}
