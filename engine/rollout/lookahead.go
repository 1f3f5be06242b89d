package rollout

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// rollResults holds what the rolls of a position lead to, by their index in
// [board.Rolls].
type rollResults struct {
	known    uint32 // bit i: the result of roll i is known
	complete bool   // so are all results, and their excess
	result   [len(board.Rolls)]board.Position
	chances  [len(board.Rolls)]engine.Probabilities // of who plays the roll, after it
	value    [len(board.Rolls)]float64              // of the result, to who plays the roll
	excess   [len(board.Rolls)]valuation            // the mean valuation less that of the roll
}

func (t *rollResults) reset() { t.known, t.complete = 0, false }

func (t *rollResults) knows(number int) bool { return t.known>>number&1 != 0 }

func (t *rollResults) set(number int, result board.Position) {
	t.result[number] = result
	t.known |= 1 << number
}

// lookAhead plays every roll and says what the results are worth. With QuickLuck
// it is not known of every roll which play is the best, nor with a side that
// looks ahead.
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

// average finds the excess of all rolls; the first roll of a game is no double.
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

// memo keeps the tables of early turns, which many trials come to.
type memo struct {
	index  map[memoKey]*rollResults
	room   int           // for so many tables
	tables []rollResults // those to give out
}

type memoKey struct {
	pos      board.Position
	stakes   *cube.Stakes
	turn     int
	opponent bool
}

const (
	memoTurns  = 3 // turns whose tables are kept: those of 1, 21 and some 400 positions
	memoTables = 1 + 21 + 21*21
	memoStep   = 32 // tables are made so many at a time

	memoAlternatives = 16 // for which there is room
)

func newMemo(alternatives int) *memo {
	return &memo{index: map[memoKey]*rollResults{}, room: memoTables * min(alternatives, memoAlternatives)}
}

// find returns the table of a position, an empty one if there is room for it and
// nobody asked before; nil if none is kept.
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
