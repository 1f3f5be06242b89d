package rollout

import (
	"gammonlab/board"
	"gammonlab/engine"
)

// worker plays trials. It allocates nothing in use and serves one goroutine.
type worker struct {
	settings *Settings
	dice     *Dice
	static   *engine.Static
	gen      board.Generator
	early    *memo

	table   table // of the turn in hand
	plays   []board.Play
	ends    [len(board.Rolls)]int
	choices [len(board.Rolls)]int
	score   func(*board.Position) int32 // pubeval's, of the result of a play

	// Questions and answers of one position, here so that they do not escape.
	asked  [1]board.Position
	answer [1]engine.Probabilities
}

func newWorker(s *Settings, dice *Dice, static *engine.Static, alternatives int) *worker {
	return &worker{settings: s, dice: dice, static: static.Clone(), early: newMemo(alternatives)}
}

// chances are five probabilities, or sums and differences of such.
type chances [engine.Outputs]float64

func widen(p *engine.Probabilities) (c chances) {
	for k, v := range p {
		c[k] = float64(v)
	}
	return c
}

// swap returns the chances as the other player sees them.
func (c chances) swap() chances {
	c = c.turned()
	c[engine.Win]++
	return c
}

// turned returns differences of chances as the other player sees them.
func (c chances) turned() chances {
	return chances{-c[engine.Win], c[engine.LoseGammon], c[engine.LoseBackgammon], c[engine.WinGammon], c[engine.WinBackgammon]}
}

func (c *chances) add(d *chances) {
	for k, v := range d {
		c[k] += v
	}
}

// trial plays the trial of the given number and returns the player's result.
func (w *worker) trial(a *Alternative, number int) Sample {
	var luck chances // to be added to the result
	pos, opponent := a.Position, a.Opponent
	for turn := 0; ; turn++ {
		if end, ok := w.end(&pos, turn); ok {
			result := widen(&end)
			if opponent {
				result = result.swap()
			}
			result.add(&luck)
			return newSample((*[engine.Outputs]float64)(&result))
		}
		excess := w.turn(&pos, turn, opponent, w.dice.Roll(number, turn))
		if opponent {
			excess = excess.turned()
		}
		luck.add(&excess)
		opponent = !opponent
	}
}

// end returns what a position at which the trial ends is worth to who is on
// roll.
func (w *worker) end(pos *board.Position, turn int) (engine.Probabilities, bool) {
	if r := pos.Result(); r != 0 {
		return engine.Certain(r), true
	}
	if t := &w.settings.Truncation; t.Turns > 0 && turn >= t.Turns {
		return w.evaluate(pos), true
	}
	if w.settings.Bearoff != NoBearoff {
		switch w.static.ClassOf(pos) {
		case engine.Bearoff2, engine.Hyper:
			return w.evaluate(pos), true
		case engine.Bearoff1:
			if w.settings.Bearoff == AnyBearoff {
				return w.evaluate(pos), true
			}
		}
	}
	return engine.Probabilities{}, false
}

// evaluate returns what the net or a database says of a position.
func (w *worker) evaluate(pos *board.Position) engine.Probabilities {
	w.asked[0] = *pos
	w.static.Evaluate(w.answer[:], w.asked[:])
	return w.answer[0]
}

// turn plays a roll and returns the mean luck less that of the roll, for who is
// on roll.
func (w *worker) turn(pos *board.Position, turn int, opponent bool, roll board.Roll) chances {
	t := w.early.find(pos, turn, opponent)
	if t == nil {
		t = &w.table
		t.reset()
	}
	number := rollNumber(roll)
	var excess chances
	if w.settings.Luck != NoLuck {
		if !t.complete {
			w.lookAhead(t, pos)
			t.average(turn == 0 && w.settings.Opening)
		}
		excess = t.excess[number]
	}
	if !t.knows(number) {
		w.choose(t, pos, number)
	}
	*pos = t.result[number]
	return excess
}

// choose plays one roll.
func (w *worker) choose(t *table, pos *board.Position, number int) {
	plays := w.gen.Plays(pos, board.Rolls[number])
	switch len(plays) {
	case 0:
		t.set(number, pos.Swap())
	case 1:
		t.set(number, plays[0].Result)
	default:
		best, _ := w.static.Best(pos, plays)
		t.set(number, plays[best].Result)
	}
}

// rollNumber returns the index of a roll in [board.Rolls].
func rollNumber(r board.Roll) int {
	hi, lo := int(max(r[0], r[1])), int(min(r[0], r[1]))
	return hi*(hi-1)/2 + lo - 1
}
