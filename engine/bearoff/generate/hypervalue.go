package generate

import (
	"math"

	"gammonlab/engine/bearoff/internal/format"
)

// hyperValue is a complete record: the values for the player on roll before the
// roll, without a double.
type hyperValue struct {
	hyperRest
	equity   float32 // cubeless
	opponent float32 // the opponent owns the cube
}

// record returns the numbers of the record in a file.
func (v *hyperValue) record() format.Hyper {
	return format.Hyper{Probabilities: v.outputs, Owned: v.owned, Centred: v.centred, CentredJacoby: v.jacoby, OppOwned: v.opponent}
}

// hyperRest is the part of a record that is read only for the best play.
type hyperRest struct {
	outputs                [5]float32
	owned, centred, jacoby float32
}

// hyperKeys is the part of a record that is read for every play that leads to
// it: the values of the play to the player who made it, in the order cubeless,
// owned, centred, Jacoby, opponent. The numbers are the bits of float32s,
// transformed so integers have the same order as the floats: processors compute
// the maximum of two integers without a branch.
type hyperKeys [5]int32

// keys returns the keys of a record for the opponent of the record's player,
// who makes the best cube action.
func (v *hyperValue) keys() hyperKeys {
	return hyperKeys{
		hyperKey(0 - v.equity),
		hyperKey(0 - v.opponent),
		hyperKey(0 - hyperCube(v.centred, v.opponent)),
		hyperKey(0 - hyperCube(v.jacoby, v.opponent)),
		hyperKey(0 - hyperCube(v.owned, v.opponent)),
	}
}

// setKeys sets the values of the record that the keys contain.
func (v *hyperValue) setKeys(k *hyperKeys) {
	v.equity, v.opponent = 0-hyperFloat(k[0]), 0-hyperFloat(k[1])
}

// hyperCube returns the better of the equities without a double and after a
// double and take, the equity after a take at a cube of 1.
func hyperCube(noDouble, taken float32) float32 {
	if 2*taken >= noDouble && 1 >= noDouble {
		return min(1, 2*taken)
	}
	return noDouble
}

// hyperStart returns the initial value of the iteration for a game that is not
// over.
func hyperStart() hyperValue {
	return hyperValue{hyperRest: hyperRest{outputs: [5]float32{1, 1}}, equity: 2}
}

// hyperResult returns the record of a game that is over.
func hyperResult(own, opp *hyperSide, checkers int) hyperValue {
	var v hyperValue
	points := 0
	if *opp == (hyperSide{}) {
		points = own.lossValue(checkers)
		v.outputs = [5]float32{0, 0, 0, hyperTruth(points > 1), hyperTruth(points > 2)}
		points, v.jacoby = -points, -1
	} else {
		points = opp.lossValue(checkers)
		v.outputs = [5]float32{1, hyperTruth(points > 1), hyperTruth(points > 2), 0, 0}
		v.jacoby = 1
	}
	v.equity = float32(points)
	v.owned, v.centred, v.opponent = v.equity, v.equity, v.equity
	return v
}

func hyperTruth(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// hyperKey converts a float to an integer with the same order.
func hyperKey(f float32) int32 {
	bits := int32(math.Float32bits(f))
	return bits ^ bits>>31&math.MaxInt32
}

// hyperFloat is the inverse of [hyperKey].
func hyperFloat(key int32) float32 {
	return math.Float32frombits(uint32(key ^ key>>31&math.MaxInt32))
}

// distance returns the largest difference between the numbers of two records.
func (v *hyperValue) distance(w *hyperValue) float32 {
	d := max(hyperApart(v.equity, w.equity), hyperApart(v.owned, w.owned), hyperApart(v.centred, w.centred),
		hyperApart(v.jacoby, w.jacoby), hyperApart(v.opponent, w.opponent))
	for i := range v.outputs {
		d = max(d, hyperApart(v.outputs[i], w.outputs[i]))
	}
	return d
}

func hyperApart(a, b float32) float32 { return float32(math.Abs(float64(a - b))) }
