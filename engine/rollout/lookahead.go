package rollout

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// rollResults holds the positions after each roll of a position, with their
// values, by the roll's index in [board.Rolls].
type rollResults struct {
	known    uint32 // bit i: the result of roll i is known
	complete bool   // all results, and their excess, are known
	result   [len(board.Rolls)]board.Position
	chances  [len(board.Rolls)]engine.Probabilities // after the roll, of the player who plays it
	value    [len(board.Rolls)]float64              // of the result, to the player who plays the roll
	excess   [len(board.Rolls)]valuation            // the mean valuation minus that of the roll
}

func (t *rollResults) reset() { t.known, t.complete = 0, false }

func (t *rollResults) knows(number int) bool { return t.known>>number&1 != 0 }

func (t *rollResults) set(number int, result board.Position) {
	t.result[number] = result
	t.known |= 1 << number
}

// lookAhead plays every roll and evaluates the results. With QuickLuck, or with
// a side that looks ahead, the best play of a roll is not always known.
func (w *trialRunner) lookAhead(t *rollResults, pos *board.Position, side *deeper) {
	w.rolls.Find(w.static, pos, w.settings.Luck.precision(), w.values.Score())
	t.chances = w.rolls.Chances
	for i := range board.Rolls {
		t.result[i] = *w.rolls.Result(i)
		if w.rolls.Choices[i] < 0 || w.rolls.Partial>>i&1 == 0 && side == nil {
			t.set(i, t.result[i])
		}
	}
	if side != nil && side.luck != nil {
		w.lookDeeper(side, t)
	}
	for i := range board.Rolls {
		t.value[i] = w.values.After(&t.result[i], &t.chances[i])
	}
}

// average computes the excess of all rolls. The first roll of a game is not a
// double.
func (t *rollResults) average(opening bool) {
	for i := range t.excess {
		t.excess[i] = newValuation(&t.chances[i], t.value[i])
	}
	for k := range t.excess[0] {
		mean := advice.Mean(opening, func(i int) float64 { return t.excess[i][k] })
		for i := range t.excess {
			t.excess[i][k] = mean - t.excess[i][k]
		}
	}
	t.complete = true
}

// memo caches the tables of early turns, which many trials reach.
type memo struct {
	index  map[memoKey]*rollResults
	room   int           // remaining number of tables
	tables []rollResults // unused tables
}

type memoKey struct {
	pos      board.Position
	stakes   *cube.Stakes
	turn     int
	opponent bool
}

const (
	memoTurns  = 3 // turns with cached tables: those of 1, 21 and some 400 positions
	memoTables = 1 + 21 + 21*21
	memoStep   = 32 // number of tables allocated together

	memoAlternatives = 16 // number of alternatives for which there is room
)

func newMemo(alternatives int) *memo {
	return &memo{index: map[memoKey]*rollResults{}, room: memoTables * min(alternatives, memoAlternatives)}
}

// find returns the table of a position, or a new empty one if there is room;
// nil if it is not cached.
func (m *memo) find(g *game) *rollResults {
	if g.turn >= memoTurns {
		return nil
	}
	key := memoKey{g.pos, g.stakes, g.turn, g.opponent}
	t := m.index[key]
	if t == nil && len(m.index) < m.room {
		if len(m.tables) == 0 {
			m.tables = make([]rollResults, memoStep)
		}
		t, m.tables = &m.tables[0], m.tables[1:]
		m.index[key] = t
	}
	return t
}
