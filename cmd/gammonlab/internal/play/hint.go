package play

import (
	"context"
	"fmt"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/internal/plaintext"
)

// hintPlays is how many plays a hint shows.
const hintPlays = 5

// hint says what the net thinks of the user's decision.
func (t *talk) hint(ctx context.Context) error {
	var text string
	var err error
	switch t.decision() {
	case whatToPlay:
		text, err = t.hintPlays(ctx)
	case whetherToDouble:
		text, err = t.hintDouble(ctx)
	case whetherToTake:
		text, err = t.hintAnswer(ctx)
	case whetherToAccept:
		text, err = t.hintAccept(ctx)
	}
	t.sayf("%s", text)
	return err
}

// equityName says in which unit hints are.
func (t *talk) equityName() string {
	switch {
	case t.NoCube && t.Length == 0:
		return "Cubeless equity"
	case t.Length > 0:
		return "Equity by cube and score (EMG)"
	}
	return "Cubeful equity"
}

// hintPlays lists the best plays.
func (t *talk) hintPlays(ctx context.Context) (string, error) {
	ranked, err := t.rank(ctx)
	if err != nil {
		return "", err
	}
	r := advice.Ranking{Position: t.Position, Roll: t.Match.Dice, Plays: ranked[:min(hintPlays, len(ranked))]}
	return t.equityName() + ":\n" + r.Table(), nil
}

// hintDouble weighs the user's double.
func (t *talk) hintDouble(ctx context.Context) (string, error) {
	st, err := t.judge.Stakes(&t.Match)
	if err != nil {
		return "", err
	}
	d, err := t.judge.Double(ctx, &t.Position, st)
	if err != nil {
		return "", err
	}
	e, v := &d.Equities, &d.Values
	text := t.hintHead(&d.Chances) +
		t.hintRow("no double", e.NoDouble, v.NoDouble) +
		t.hintRow("double, take", e.DoubleTake, v.DoubleTake) +
		t.hintRow("double, pass", e.DoublePass, v.DoublePass)
	return text + plaintext.Capital(d.String()) + "\n", nil
}

// hintAnswer weighs the user's answers to a double.
func (t *talk) hintAnswer(ctx context.Context) (string, error) {
	a, err := t.answers(ctx)
	if err != nil {
		return "", err
	}
	text := t.hintHead(&a.Chances) +
		t.hintRow("take", a.Take, a.TakeMWC) +
		t.hintRow("pass", a.Pass, a.PassMWC)
	if a.MayBeaver {
		text += t.hintRow("beaver", a.Beaver, 0)
	}
	return text + plaintext.Capital(advice.AnswerText(a.Best())) + "\n", nil
}

// hintAccept weighs the net's resignation.
func (t *talk) hintAccept(ctx context.Context) (string, error) {
	offer, err := t.judge.Offer(ctx, &t.Position, &t.Match, t.Match.Resigns)
	if err != nil {
		return "", err
	}
	chances, err := t.judge.Chances(ctx, &t.Position)
	if err != nil {
		return "", err
	}
	chances = chances.Swap()
	playOn, accept, st := offer.Opponent()
	text := t.hintHead(&chances) + t.hintRow("play on", st.Equity(playOn), playOn) + t.hintRow("accept", st.Equity(accept), accept)
	if offer.Accept(offerMargin) {
		return text + "Accept\n", nil
	}
	return text + "Reject\n", nil
}

// hintHead has the chances of the user before the dice.
func (t *talk) hintHead(p *engine.Probabilities) string {
	return fmt.Sprintf("%s, %d-ply; your chances:\n%s\n%s\n", t.equityName(), t.judge.Plies(), engine.ProbabilityHeader, p.Columns())
}

// hintRow has the equity of an alternative, in matches with the chance to win
// the match.
func (t *talk) hintRow(name string, equity, value float64) string {
	text := fmt.Sprintf("%-14s %s", name, plaintext.Signed(float32(equity), 3))
	if t.Length > 0 {
		text += fmt.Sprintf("  %7s MWC", plaintext.Percentage(value))
	}
	return text + "\n"
}
