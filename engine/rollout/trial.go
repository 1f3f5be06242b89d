package rollout

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/internal/workers"
)

// trialRunner plays trials. It does not allocate after its first trials and is
// not safe for concurrent use.
type trialRunner struct {
	ctx        context.Context // of the current trial
	settings   *Trial
	basis      int // cube value for values of money games in points per point
	dice       *dice
	static     *engine.Full
	values     *advice.Values
	gen        board.Generator
	sides      sides
	truncation *deeper // nil for the net alone
	early      *memo

	deepChances [len(board.Rolls)]engine.Probabilities

	table  rollResults  // of the current turn
	stakes *cube.Stakes // of the current turn
	rolls  advice.Rolls // of the current turn

	// Query and result for one position; as fields they do not escape to the heap.
	query  [1]board.Position
	answer [1]engine.Probabilities
}

func newTrialRunner(s *Trial, basis int, dice *dice, static *engine.Full, ahead searchers, alternatives int) *trialRunner {
	w := &trialRunner{
		settings: s, basis: basis, dice: dice, static: static.Clone(),
		sides: ahead.sides(s), truncation: ahead[s.truncation().String()],
		early: newMemo(alternatives),
	}
	w.values = advice.NewValues(w.static, nil)
	return w
}

// game is the state of a trial, from the point of view of the player on roll.
type game struct {
	pos      board.Position
	opponent bool         // the player's opponent is on roll
	stakes   *cube.Stakes // nil without a cube
	turn     int
	closed   bool // no double at this turn
}

// play plays a trial and returns the player's result. It returns an error if
// ctx ends.
func (w *trialRunner) play(ctx context.Context, a *Alternative, number int) (Sample, error) {
	w.ctx = ctx
	g := game{pos: a.Position, opponent: a.Opponent, stakes: a.Stakes}
	g.closed = a.NoDouble || w.settings.Opening
	var luck valuation // the player's, negated: added to the result
	for w.ctx.Err() == nil {
		result, over := w.end(&g)
		if !over {
			result, over = w.double(&g)
		}
		if over && w.ctx.Err() == nil { // unless a search was cancelled
			result = g.forPlayer(&result)
			result[stakesValue] *= w.factor(&g)
			result.add(&luck, 1)
			return result.sample(), nil
		}
		excess := w.playRoll(&g, w.dice.Roll(number, g.turn))
		if g.opponent {
			excess = excess.swapped()
		}
		luck.add(&excess, w.factor(&g))
		g.next()
	}
	return Sample{}, workers.Interrupted(ctx)
}

// next makes it the other player's turn; the position already has that player's
// point of view.
func (g *game) next() {
	g.opponent = !g.opponent
	g.turn++
	g.closed = false
	if g.stakes != nil {
		g.stakes = g.stakes.Swap()
	}
}

// forPlayer converts a valuation from the player on roll to the player.
func (g *game) forPlayer(w *valuation) valuation {
	if !g.opponent {
		return *w
	}
	t := w.swapped()
	t[engine.Win]++
	if g.stakes != nil {
		t[stakesValue] = g.stakes.Flip(w[stakesValue])
	}
	return t
}

// factor returns the factor from the unit of the game's stakes to that of the
// rollout.
func (w *trialRunner) factor(g *game) float64 {
	if g.stakes == nil {
		return 1
	}
	state := g.stakes.State()
	if state.IsMatch() {
		return 1
	}
	return float64(state.Cube) / float64(w.basis)
}

// end returns the valuation of the trial's last position for the player on roll.
func (w *trialRunner) end(g *game) (valuation, bool) {
	if r := g.pos.Result(); r != 0 {
		p := engine.Certain(r)
		if g.stakes != nil {
			return newValuation(&p, g.stakes.Points(int(r))), true
		}
		return newValuation(&p, float64(p.Equity())), true
	}
	if t := &w.settings.Truncation; t.Turns > 0 && g.turn >= t.Turns {
		return w.evaluate(g, w.truncation), true
	}
	if w.settings.Bearoff != NoBearoff && w.known(g) {
		return w.evaluate(g, nil), true
	}
	return valuation{}, false
}

// known reports whether a database evaluates the position well enough to end
// the trial. With a cube, only exact values at the stakes qualify, and the turn
// must begin with the cube decision.
func (w *trialRunner) known(g *game) bool {
	class := w.static.ClassOf(&g.pos)
	exact := class == engine.Bearoff2 || class == engine.Hyper
	switch {
	case g.stakes == nil:
		return exact || class == engine.Bearoff1 && w.settings.Bearoff == AnyBearoff
	case !exact || g.closed:
		return false
	case g.match():
		return w.static.Databases().RacesOf(&g.pos) != nil
	}
	_, ok := w.static.Databases().MoneyEquities(&g.pos)
	return ok
}

func (g *game) match() bool {
	state := g.stakes.State()
	return state.IsMatch()
}

// evaluate returns the valuation of the position, before the player on roll may
// double, with the searcher d, or with the net alone if d is nil.
func (w *trialRunner) evaluate(g *game, d *deeper) valuation {
	p := w.chances(&g.pos)
	if d != nil {
		w.query[0] = g.pos
		_ = d.searcher.EvaluateContext(w.ctx, w.answer[:], w.query[:]) // see trial
		p = w.answer[0]
	}
	if g.stakes == nil {
		return newValuation(&p, float64(p.Equity()))
	}
	leaf := w.values.Leaf(&g.pos, &p)
	if g.closed {
		return newValuation(&p, g.stakes.NoDouble(&leaf))
	}
	return newValuation(&p, g.stakes.Value(&leaf))
}

// chances returns the probabilities of a position by the net or a database.
func (w *trialRunner) chances(pos *board.Position) engine.Probabilities {
	w.query[0] = *pos
	w.static.Evaluate(w.answer[:], w.query[:])
	return w.answer[0]
}

// double makes the correct cube action. If the opponent passes, it returns the
// value of the game for the player on roll.
func (w *trialRunner) double(g *game) (valuation, bool) {
	if g.closed || g.stakes == nil || g.stakes.Doubled() == nil {
		return valuation{}, false
	}
	p := w.chances(&g.pos)
	leaf := w.values.Leaf(&g.pos, &p)
	switch d := g.stakes.Decide(&leaf); d.Action {
	case cube.DoubleTake, cube.DoubleBeaver:
		g.stakes = g.stakes.Doubled()
	case cube.DoublePass:
		return newValuation(&p, g.stakes.Pass()), true
	}
	return valuation{}, false
}

// playRoll plays a roll and returns the mean luck minus that of the roll, for
// the player on roll.
func (w *trialRunner) playRoll(g *game, roll board.Roll) valuation {
	w.stakes = g.stakes
	w.values.SetStakes(g.stakes)
	side := w.side(g)
	t := w.early.find(g)
	if t == nil {
		t = &w.table
		t.reset()
	}
	number := roll.Index()
	var excess valuation
	if w.settings.Luck != NoLuck {
		if !t.complete {
			w.lookAhead(t, &g.pos, side)
			t.average(g.turn == 0 && w.settings.Opening)
		}
		excess = t.excess[number]
	}
	if !t.knows(number) {
		w.choose(t, &g.pos, number, side)
	}
	g.pos = t.result[number]
	return excess
}

// choose plays one roll.
func (w *trialRunner) choose(t *rollResults, pos *board.Position, number int, side *deeper) {
	plays := w.gen.Plays(pos, board.Rolls[number])
	switch {
	case len(plays) == 0:
		t.set(number, pos.Swap())
	case len(plays) == 1:
		t.set(number, plays[0].Result)
	case side != nil:
		t.set(number, plays[w.chooseDeeper(side, pos, plays)].Result)
	default:
		var choice [1]int
		var answer [1]engine.Probabilities
		w.best(choice[:], answer[:], pos, plays, []int{len(plays)})
		t.set(number, plays[choice[0]].Result)
	}
}

// best chooses a play for each of several rolls, see [engine.Full.BestOfEach].
func (w *trialRunner) best(choices []int, chances []engine.Probabilities, pos *board.Position, plays []board.Play, ends []int) {
	w.static.BestOfEach(choices, chances, pos, plays, ends, w.values.Score())
}
