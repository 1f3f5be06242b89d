package record

import (
	"math/bits"

	"gammonlab/board"
	"gammonlab/board/record/internal/xgfile"
)

// xgActor returns the acting player of a record, encoded in the field at an
// offset.
func xgActor(r xgfile.Record, at int, who int32) (board.Player, error) {
	p, ok := xgPlayer(who)
	if !ok {
		return p, xgFault(r, at, "player", "%d, want 1 or -1", who)
	}
	return p, nil
}

// checkXGCube checks the exponent of a cube.
func checkXGCube(r xgfile.Record, at int, cube int32) error {
	if most := int32(bits.Len(board.MaxCube) - 1); cube > most || cube < -most {
		return xgFault(r, at, "cube", "%d, want an exponent from %d to %d", cube, -most, most)
	}
	return nil
}

// cubeAction reads a double and its answer. The analysis of a double that was
// not made is kept for the roll.
func (x *xgReader) cubeAction(r *xgfile.Cube) error {
	if r.Double == xgfile.GameOver { // the rest of the record has no meaning
		x.remark = joinComments(x.remark, x.comment(r.Comment))
		return nil
	}
	player, err := xgActor(r, 12, r.Who)
	if err == nil {
		err = checkXGCube(r, 32, r.Cube)
	}
	if err == nil {
		err = x.place(r, 36, r.Position, r.Cube, player)
	}
	if err != nil {
		return err
	}
	analysis, remark := xgCubeEstimate(r), joinComments(x.remark, x.comment(r.Comment))
	if r.Double != 1 {
		x.cubeAnalysis, x.remark = analysis, remark
		return nil
	}
	x.cubeAnalysis, x.remark = nil, ""
	x.add(Action{Kind: Double, Player: player, Comment: remark, Analysis: analysis})
	answerer := player.Opponent()
	for i, answer := range []int32{r.Answer, r.Beaver, r.Raccoon} {
		switch answer {
		case 0:
			x.add(Action{Kind: Drop, Player: answerer})
			return nil
		case 1:
			x.add(Action{Kind: Take, Player: answerer})
			x.cube = doubledXG(r.Cube, player, x.game.Cube, i+1)
			return nil
		case 2:
			x.add(Action{Kind: Beaver, Player: answerer})
			answerer = answerer.Opponent()
		default:
			return nil
		}
	}
	return xgFault(r, 28, "answer to a raccoon", "%d, want 0 or 1", r.Raccoon)
}

// doubledXG returns the cube after the given number of doubles, the first one
// by the player.
func doubledXG(cube int32, player board.Player, start, times int) int32 {
	exponent := max(cube, -cube)
	if exponent == 0 {
		exponent = int32(bits.Len(uint(start)) - 1)
	}
	return -whoInXG(player) * (exponent + int32(times))
}

// xgCubeEstimate returns XG's analysis of a cube decision, nil for none.
func xgCubeEstimate(r *xgfile.Cube) *Analysis {
	a := &r.Analysis
	estimate, ok := xgEstimate(int(a.Level), a.Rolling)
	if !ok || r.Double == xgfile.NoChoice || !finite(a.Equities[:]) {
		return nil
	}
	estimate.Equity = float64(a.Equities[0])
	return &Analysis{Source: xgSource, Cube: &CubeEstimate{
		Estimate: estimate, DoubleTake: float64(a.Equities[1]), DoublePass: float64(a.Equities[2]),
	}}
}

// move reads a roll and its play.
func (x *xgReader) move(r *xgfile.Move) error {
	player, err := xgActor(r, 64, r.Who)
	if err == nil {
		err = checkXGCube(r, 108, r.Cube)
	}
	if err == nil {
		err = x.place(r, 9, r.Before, r.Cube, player)
	}
	if err != nil {
		return err
	}
	for i, die := range r.Dice {
		if die < 1 || die > 6 {
			return xgFault(r, 100+4*i, "dice", "%d, want 1 to 6", die)
		}
	}
	a := Action{Player: player, Roll: board.Roll{uint8(r.Dice[0]), uint8(r.Dice[1])}}
	a.Comment = joinComments(x.remark, x.comment(r.Comment))
	if a.Analysis, err = x.estimates(r); err != nil {
		return err
	}
	x.cubeAnalysis, x.remark = nil, ""
	if r.After == (xgfile.Position{}) {
		a.Kind = Rolled
		x.add(a)
		return nil
	}
	if a.Steps, err = xgSteps(r, 68, 4, r.Steps[:]); err != nil {
		return err
	}
	after, err := xgPosition(r.After, x.match.Rules.Variant)
	if err != nil {
		return xgFault(r, 35, "position after the play", "%v", err)
	}
	a.Board = x.keep(after)
	x.add(a)
	if player == board.PlayerX {
		after = after.Swap()
	}
	x.position = after
	return nil
}

// estimates returns XG's analysis of a roll, nil for none.
func (x *xgReader) estimates(r *xgfile.Move) (*Analysis, error) {
	a := x.cubeAnalysis
	if a == nil {
		a = &Analysis{Source: xgSource}
	}
	for i := range int(r.Count) {
		c := &r.Candidates[i]
		estimate, ok := xgEstimate(int(c.Level), c.Evaluation)
		if !ok {
			continue
		}
		steps := make([]int32, len(c.Steps))
		for k, place := range c.Steps {
			steps[k] = int32(place)
		}
		list, err := xgSteps(r, 124+900+8*i, 1, steps)
		if err != nil {
			return nil, err
		}
		a.Plays = append(a.Plays, Candidate{list, estimate})
	}
	if r.LuckLevel >= 0 && r.Luck > -xgMost && r.Luck < xgMost {
		a.Luck = &r.Luck
	}
	if a.Cube == nil && a.Plays == nil && a.Luck == nil {
		return nil, nil
	}
	return a, nil
}

// xgMost exceeds all errors and all luck.
const xgMost = 999

// xgSteps reads pairs of places, which are at the given offset and width bytes
// apart.
func xgSteps(r xgfile.Record, at, width int, places []int32) ([]board.Step, error) {
	var steps []board.Step
	for i := 0; i < len(places); i += 2 {
		from, to := places[i], places[i+1]
		if from == -1 {
			break
		}
		if from < 0 || from >= board.Bar || to < -6 || to >= board.Bar {
			return nil, xgFault(r, at+width*i, "play", "from %d to %d, want 0 to 24 and -6 to 24", from, to)
		}
		steps = append(steps, board.Step{From: uint8(from + 1), To: uint8(max(to, -1) + 1)})
	}
	return steps, nil
}

// end reads the end of a game. If it was resigned, the loser's resignation is
// appended; other ends follow from the play.
func (x *xgReader) end(r *xgfile.GameEnd) error {
	winner, ok := xgPlayer(r.Winner)
	switch {
	case !ok && r.Winner == 0:
		return nil
	case !ok:
		return xgFault(r, 24, "winner", "%d, want 1 or -1", r.Winner)
	case r.Points < 0 || r.Points > maxWin:
		return xgFault(r, 28, "points", "%d, want 0 to %d", r.Points, maxWin)
	}
	x.game.Result = Result{Winner: winner, Points: int(r.Points)}
	if value := r.How - xgfile.Resigned; value >= 1 && value <= 3 {
		x.add(Action{Kind: Resign, Player: winner.Opponent(), Value: int(value)})
	}
	x.lastRemark()
	return nil
}

// lastRemark adds the comments at the end of a game to its last action.
func (x *xgReader) lastRemark() {
	remark := joinComments(x.remark, x.atEnd)
	x.remark, x.atEnd = "", ""
	if x.game == nil || remark == "" {
		return
	}
	if last := len(x.game.Actions) - 1; last >= 0 {
		a := &x.game.Actions[last]
		a.Comment = joinComments(a.Comment, remark)
		return
	}
	info := &x.match.Info
	info.Comment = joinComments(info.Comment, remark)
}
