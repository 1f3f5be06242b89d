package features

import "gammonlab/board"

// Tesauro198 is the raw board description of TD-Gammon as in Sutton and Barto
// (Reinforcement Learning, section 16.1): for each of the 24 points four units
// for White's checkers and four for Black's (n = 1, n ≥ 2, n ≥ 3, (n-3)/2),
// then for each side half the number of checkers on the bar and a fifteenth of
// the number borne off, and two units for the player on roll. White is the
// player on roll and points have White's numbers, so the last two units are
// always 1 and 0: the first acts as a second bias.
type Tesauro198 struct{}

const (
	tesauroBar  = 24 * 2 * unitsPerPoint
	tesauroOff  = tesauroBar + 2
	tesauroTurn = tesauroOff + 2
	tesauroLen  = tesauroTurn + 2
)

// Name returns "tesauro198".
func (Tesauro198) Name() string { return "tesauro198" }

// Version returns 1.
func (Tesauro198) Version() int { return 1 }

// Len returns 198.
func (Tesauro198) Len() int { return tesauroLen }

// Extract implements [Set].
func (Tesauro198) Extract(dst []float32, pos *board.Position) {
	in := (*[tesauroLen]float32)(dst)
	for point := 1; point <= 24; point++ {
		base := (point - 1) * 2 * unitsPerPoint
		*(*[unitsPerPoint]float32)(in[base:]) = blotted[pos.Own[point]&15]
		*(*[unitsPerPoint]float32)(in[base+unitsPerPoint:]) = blotted[pos.Opp[board.Bar-point]&15]
	}
	in[tesauroBar] = float32(pos.Own[board.Bar]) / 2
	in[tesauroBar+1] = float32(pos.Opp[board.Bar]) / 2
	in[tesauroOff] = float32(pos.Own[board.Off]) / board.MaxCheckers
	in[tesauroOff+1] = float32(pos.Opp[board.Off]) / board.MaxCheckers
	in[tesauroTurn] = 1
	in[tesauroTurn+1] = 0
}

// ExtractSparse implements [Set].
func (Tesauro198) ExtractSparse(idx []int32, val []float32, pos *board.Position) int {
	w := sparseWriter{idx: idx, val: val}
	for point := 1; point <= 24; point++ {
		base := (point - 1) * 2 * unitsPerPoint
		w.addUnits(base, &blotted[pos.Own[point]&15])
		w.addUnits(base+unitsPerPoint, &blotted[pos.Opp[board.Bar-point]&15])
	}
	w.add(tesauroBar, float32(pos.Own[board.Bar])/2)
	w.add(tesauroBar+1, float32(pos.Opp[board.Bar])/2)
	w.add(tesauroOff, float32(pos.Own[board.Off])/board.MaxCheckers)
	w.add(tesauroOff+1, float32(pos.Opp[board.Off])/board.MaxCheckers)
	w.add(tesauroTurn, 1)
	return w.n
}

// Inputs implements [Set].
func (Tesauro198) Inputs() []Input {
	all := make([]Input, 0, tesauroLen)
	for point := 1; point <= 24; point++ {
		all = append(all, unitInputs("white", "White's", "own", point, "1", "2+")...)
		all = append(all, unitInputs("black", "Black's", "opp", point, "1", "2+")...)
	}
	return append(all,
		Input{"white.bar", groupBar, "White's checkers on the bar / 2"},
		Input{"black.bar", groupBar, "Black's checkers on the bar / 2"},
		Input{"white.off", groupOff, "White's checkers borne off / 15"},
		Input{"black.off", groupOff, "Black's checkers borne off / 15"},
		Input{"white.turn", groupTurn, "1: White is the player on roll"},
		Input{"black.turn", groupTurn, "0: Black is the opponent"})
}
