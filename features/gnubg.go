package features

import "gammonlab/board"

// The sets named gnubg-… are the inputs of gnubg's nets, in its order and with
// its values, described anew. Version 1 of a set belongs to gnubg's weights
// version 1.00, version 2 to 1.01; sets that both share have only version 1.
//
// Every set takes every position. What the nets are never asked about gets what
// the formulas give; a side without checkers on the board then counts as if its
// rearmost one stood on its ace point.

// Layout of the base units, which gnubg-base200 consists of: four for each point
// of the opponent from its ace point on and four for its bar, then the same for
// the player on roll.
const (
	gnubgSide = board.Bar * unitsPerPoint // units of one side
	gnubgBase = 2 * gnubgSide             // of both
)

// gnubgPoint units differ from the blotted ones in the second: n = 1, n = 2, n ≥
// 3, (n-3)/2 above three. Those of the bar fill up like the thermometer.
var gnubgPoint = func() *pointUnits {
	u := *blotted
	for n := range u {
		u[n][1] = indicator(n == 2)
	}
	return &u
}()

// gnubgBase200 has the base units alone. gnubg prunes with nets of these inputs.
type gnubgBase200 struct{}

// Name returns "gnubg-base200".
func (gnubgBase200) Name() string { return "gnubg-base200" }

// Version returns 1.
func (gnubgBase200) Version() int { return 1 }

// Len returns 200.
func (gnubgBase200) Len() int { return gnubgBase }

// Extract implements [Set].
func (gnubgBase200) Extract(dst []float32, pos *board.Position) {
	extractBase((*[gnubgBase]float32)(dst), pos)
}

// ExtractSparse implements [Set].
func (gnubgBase200) ExtractSparse(idx []int32, val []float32, pos *board.Position) int {
	w := sparseWriter{idx: idx, val: val}
	w.addBase(pos)
	return w.n
}

func extractBase(dst *[gnubgBase]float32, pos *board.Position) {
	for i, s := range []*board.Side{&pos.Opp, &pos.Own} {
		units := (*[gnubgSide]float32)(dst[i*gnubgSide:])
		for point := 1; point <= 24; point++ {
			*(*[unitsPerPoint]float32)(units[(point-1)*unitsPerPoint:]) = gnubgPoint[s[point]&15]
		}
		*(*[unitsPerPoint]float32)(units[24*unitsPerPoint:]) = thermometer[s[board.Bar]&15]
	}
}

func (w *sparseWriter) addBase(pos *board.Position) {
	for i, s := range []*board.Side{&pos.Opp, &pos.Own} {
		at := i * gnubgSide
		for point := 1; point <= 24; point++ {
			w.addUnits(at+(point-1)*unitsPerPoint, &gnubgPoint[s[point]&15])
		}
		w.addUnits(at+24*unitsPerPoint, &thermometer[s[board.Bar]&15])
	}
}

// gnubgExpert is gnubg-contact250 or gnubg-crashed250: the base units, a block
// of hand-crafted ones for the player on roll and one for the opponent.
type gnubgExpert struct {
	crashed bool
	version int
}

const (
	ownBlock  = gnubgBase             // where the player's block begins
	oppBlock  = ownBlock + gnubgUnits // and the opponent's
	expertLen = oppBlock + gnubgUnits
)

// Name returns "gnubg-contact250" or "gnubg-crashed250".
func (s gnubgExpert) Name() string {
	if s.crashed {
		return "gnubg-crashed250"
	}
	return "gnubg-contact250"
}

// Version returns 1 or 2.
func (s gnubgExpert) Version() int { return s.version }

// Len returns 250.
func (gnubgExpert) Len() int { return expertLen }

// Extract implements [Set].
func (s gnubgExpert) Extract(dst []float32, pos *board.Position) {
	extractBase((*[gnubgBase]float32)(dst), pos)
	own, opp := (*unitBlock)(dst[ownBlock:]), (*unitBlock)(dst[oppBlock:])
	s.fill(own, opp, pos)
}

// ExtractSparse implements [Set].
func (s gnubgExpert) ExtractSparse(idx []int32, val []float32, pos *board.Position) int {
	w := sparseWriter{idx: idx, val: val}
	w.addBase(pos)
	var blocks [2]unitBlock
	s.fill(&blocks[0], &blocks[1], pos)
	for b := range blocks {
		for k, v := range blocks[b] {
			w.add(ownBlock+b*gnubgUnits+k, v)
		}
	}
	return w.n
}

func (s gnubgExpert) fill(own, opp *unitBlock, pos *board.Position) {
	player, opponent := newSide(&pos.Own), newSide(&pos.Opp)
	own.fill(&player, &opponent, s.version)
	opp.fill(&opponent, &player, s.version)
	ownOff, oppOff := pos.Own[board.Off]&15, pos.Opp[board.Off]&15
	if s.crashed {
		*(*[3]float32)(own[:]), *(*[3]float32)(opp[:]) = offCrashed[ownOff], offCrashed[oppOff]
		return
	}
	// The contact nets were trained with the two exchanged.
	*(*[3]float32)(own[:]), *(*[3]float32)(opp[:]) = offContact[oppOff], offContact[ownOff]
}

// offUnits gives the three units that stand for each number of men off: one
// fills up after the other, the last without limit.
type offUnits [board.MaxCheckers + 1][3]float32

var (
	offContact = newOffUnits(3, per3)
	offCrashed = newOffUnits(5, per5)
)

func newOffUnits(step int, perStep float32) *offUnits {
	var u offUnits
	for n := range u {
		u[n] = [3]float32{
			float32(min(n, step)) * perStep,
			float32(min(max(n-step, 0), step)) * perStep,
			float32(max(n-2*step, 0)) * perStep,
		}
	}
	return &u
}
