package bearoff

import "math"

// hyperValue is a record in full: what the player on roll may expect before the
// roll, without having doubled.
type hyperValue struct {
	hyperRest
	equity   float32 // cubeless
	opponent float32 // the opponent owns the cube
}

// hyperRest is the part of a record that is read for the best play alone.
type hyperRest struct {
	outputs                [5]float32
	owned, centred, jacoby float32
}

// hyperKeys is the part of a record that is read for every play that leads to
// it: what the play is worth to the player who made it, in the order cubeless,
// owned, centred, Jacoby, opponent. The numbers are bits of float32 turned such
// that integers compare as the floats would: processors choose the larger of
// two integers without a branch.
type hyperKeys [5]int32

// keys returns the keys of a record that the opponent of the player faces, who
// makes the best of the cube.
func (v *hyperValue) keys() hyperKeys {
	return hyperKeys{
		hyperKey(0 - v.equity),
		hyperKey(0 - v.opponent),
		hyperKey(0 - hyperCube(v.centred, v.opponent)),
		hyperKey(0 - hyperCube(v.jacoby, v.opponent)),
		hyperKey(0 - hyperCube(v.owned, v.opponent)),
	}
}

// setKeys takes from the keys what they hold of the record.
func (v *hyperValue) setKeys(k *hyperKeys) {
	v.equity, v.opponent = 0-hyperFloat(k[0]), 0-hyperFloat(k[1])
}

// hyperCube returns the better of doubling and not: an equity without a double,
// one after a double that was taken, for a cube of 1 again.
func hyperCube(noDouble, taken float32) float32 {
	if 2*taken >= noDouble && 1 >= noDouble {
		return min(1, 2*taken)
	}
	return noDouble
}

// hyperStart is where the iteration begins for a game that goes on.
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

// hyperKey returns the float as an integer of the same order.
func hyperKey(f float32) int32 {
	bits := int32(math.Float32bits(f))
	return bits ^ bits>>31&math.MaxInt32
}

// hyperFloat is the inverse of [hyperKey].
func hyperFloat(key int32) float32 {
	return math.Float32frombits(uint32(key ^ key>>31&math.MaxInt32))
}

// distance returns the largest difference in any quantity of two records.
func (v *hyperValue) distance(w *hyperValue) float32 {
	d := max(hyperApart(v.equity, w.equity), hyperApart(v.owned, w.owned), hyperApart(v.centred, w.centred),
		hyperApart(v.jacoby, w.jacoby), hyperApart(v.opponent, w.opponent))
	for i := range v.outputs {
		d = max(d, hyperApart(v.outputs[i], w.outputs[i]))
	}
	return d
}

func hyperApart(a, b float32) float32 { return float32(math.Abs(float64(a - b))) }
